/// The members of an object by key.
struct JSONMemberTable {
  private let members: [JSONValue.Member]
  /// Nil if so few are searched for, or among, that a linear search is faster.
  private let places: [ExactText: Int]?

  private static let few = 8

  /// - Parameter lookups: The number of keys that will be searched for.
  init(_ members: [JSONValue.Member], lookups: Int = .max) {
    self.members = members
    places =
      min(members.count, lookups) <= Self.few
      ? nil
      : Dictionary(
        members.enumerated().map { (ExactText($1.key), $0) },
        uniquingKeysWith: { first, _ in first })
  }

  subscript(key: String) -> JSONValue? {
    if let places { return places[ExactText(key)].map { members[$0].value } }
    return members.first { $0.key.hasBytes(of: key) }?.value
  }
}

extension JSONValue {
  /// The mark for a value that must be missing.
  static var absent: JSONValue { .string("$absent") }

  /// Compares numbers by value, and members in any order.
  func means(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.int(let left), .double(let right)), (.double(let right), .int(let left)):
      Int64(exactly: right) == left
    case (.string(let left), .string(let right)): left.hasBytes(of: right)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.means($1) }
    case (.object(let left), .object(let right)): Self.mean(left, right)
    default: false
    }
  }

  private static func mean(_ left: [Member], _ right: [Member]) -> Bool {
    guard left.count == right.count else { return false }
    let table = JSONMemberTable(right)
    return left.allSatisfy { member in table[member.key].map { member.value.means($0) } ?? false }
  }

  /// The pattern that matches only this value: texts and keys that begin with `$` get another one.
  var asPattern: JSONValue {
    map(key: \.escapedKey) { $0.utf8.first == UInt8(ascii: "$") ? .string("$" + $0) : .string($0) }
  }

  /// Returns the value with each key and each text replaced.
  func map(key: (Member) -> String, _ replaced: (String) -> JSONValue) -> JSONValue {
    switch self {
    case .string(let text): replaced(text)
    case .array(let elements): .array(elements.map { $0.map(key: key, replaced) })
    case .object(let members):
      .object(members.map { Member(key: key($0), value: $0.value.map(key: key, replaced)) })
    default: self
    }
  }

  /// Calls `body` with every mark in the value.
  func eachMark(_ body: (PatternMark) -> Void) {
    _ = firstProblem(
      ofText: { text in
        if let mark = PatternMark(text) { body(mark) }
        return nil
      }, ofMembers: { _ in nil })
  }

  /// Returns the first problem of a text, or of the members of an object, with its path. The path
  /// is made only for a problem: a value may have many paths that are long.
  ///
  /// - Parameters:
  ///   - ofText: Returns the problem of a text that is not the operand of a condition.
  ///   - ofMembers: Returns the problem of the members of an object, without those within them.
  func firstProblem(
    ofText: (String) -> RequestError?, ofMembers: ([Member]) -> RequestError?
  ) -> RequestError? {
    switch self {
    case .string(let text): return ofText(text)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        let problem = element.firstProblem(ofText: ofText, ofMembers: ofMembers)
        if let problem { return problem.inside("[\(index)]") }
      }
    case .object(let members):
      if let problem = ofMembers(members) { return problem }
      for member in members where !(member.isMark && member.value.string != nil) {
        let problem = member.value.firstProblem(ofText: ofText, ofMembers: ofMembers)
        if let problem { return problem.inside(NameRules.shortened(member.key)) }
      }
    default: break
    }
    return nil
  }
}
