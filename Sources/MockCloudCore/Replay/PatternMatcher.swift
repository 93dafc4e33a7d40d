/// Compares values with patterns, the language of scenario files and scripts.
///
/// An object matches if every key of the pattern matches; an array matches if all elements and the
/// length match. `"$any"` matches any existing value, `"$absent"` a missing one, `"$name"` the
/// value captured under that name, `"$$x"` the text `$x`. Everything else is compared for equality,
/// numbers by value.
struct PatternMatcher: Sendable {
  /// The meaning of a name without a captured value.
  enum UnknownName: Sendable {
    /// It matches any existing value, which is captured.
    case captures
    /// It matches nothing.
    case differs
  }

  /// Whether objects must not have keys that the pattern does not name.
  let isExact: Bool
  let unknownName: UnknownName
  private(set) var captures: Captures
  private(set) var differences: [JSONDifference] = []
  private var path: [Step] = []

  /// The captured values by name.
  typealias Captures = RareMap<String, JSONValue>

  private enum Step {
    case key(String)
    case index(Int)
  }

  /// The maximum number of differences that are collected.
  static let mostDifferences = 50
  /// The maximum number of keys that are compared to find the nearest.
  private static let mostNames = 1000

  init(
    _ captures: Captures = Captures(), isExact: Bool = false,
    unknownName: UnknownName = .captures
  ) {
    self.captures = captures
    self.isExact = isExact
    self.unknownName = unknownName
  }

  var matches: Bool { differences.isEmpty }

  private var isFull: Bool { differences.count >= Self.mostDifferences }

  /// Compares a value. Differences are added to `differences`; `captures` is changed even if there
  /// are any.
  ///
  /// - Parameter value: Nil represents a missing value.
  mutating func match(_ pattern: JSONValue, _ value: JSONValue?) {
    if isFull { return }
    if case .string(let text) = pattern, let mark = PatternMark(text) {
      return match(mark, pattern, value)
    }
    guard let value else { return differ(pattern, nil) }
    switch (pattern, value) {
    case (.object(let wanted), .object(let found)): match(members: wanted, found)
    case (.array(let wanted), .array(let found)): match(elements: wanted, found)
    default: if !pattern.means(value) { differ(pattern, value) }
    }
  }

  private mutating func match(_ mark: PatternMark, _ pattern: JSONValue, _ value: JSONValue?) {
    switch mark {
    case .absent: if value != nil { differ(pattern, value) }
    case .any: if value == nil { differ(pattern, nil) }
    case .text(let text):
      if value.map({ JSONValue.string(text).means($0) }) != true { differ(pattern, value) }
    case .name(let name):
      guard let known = captures[name] else {
        guard let value, unknownName == .captures else { return differ(pattern, value) }
        captures.updateValue(value, forKey: name)
        return
      }
      // A captured value is not a pattern: the value must be equal, without additional keys.
      if value.map({ known.means($0) }) != true { differ(known, value) }
    }
  }

  private mutating func match(members wanted: [JSONValue.Member], _ found: [JSONValue.Member]) {
    let table = JSONMemberTable(found)
    var others = OtherNames(of: found, butNot: wanted)
    for member in wanted {
      let value = table[member.key]
      let count = differences.count
      within(.key(member.key)) { $0.match(member.value, value) }
      guard value == nil, differences.count > count else { continue }
      let last = differences.removeLast()
      differences.append(
        JSONDifference(
          path: last.path, wanted: last.wanted, found: nil,
          nearest: others.nearest(to: member.key)))
    }
    guard isExact else { return }
    let known = JSONMemberTable(wanted)
    others = OtherNames(of: wanted, butNot: found)
    for member in found where known[member.key] == nil {
      if isFull { return }
      let nearest = others.nearest(to: member.key)
      within(.key(member.key)) { $0.differ(.absent, member.value, nearest: nearest) }
    }
  }

  private mutating func match(elements wanted: [JSONValue], _ found: [JSONValue]) {
    for index in 0..<max(wanted.count, found.count) {
      if isFull { return }
      let value = index < found.count ? found[index] : nil
      within(.index(index)) {
        if index < wanted.count {
          // A missing element does not match `$absent`: the lengths must be equal.
          if let value { $0.match(wanted[index], value) } else { $0.differ(wanted[index], nil) }
        } else {
          $0.differ(.absent, value)
        }
      }
    }
  }

  private mutating func within(_ step: Step, _ body: (inout Self) -> Void) {
    path.append(step)
    body(&self)
    path.removeLast()
  }

  private mutating func differ(_ wanted: JSONValue, _ found: JSONValue?, nearest: String? = nil) {
    if isFull { return }
    differences.append(
      JSONDifference(path: pathText, wanted: wanted, found: found, nearest: nearest))
  }

  private var pathText: String {
    path.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      case .index(let index): text += "[\(index)]"
      }
    }
  }

  /// The keys that one object has and the other does not.
  private struct OtherNames {
    private let members: [JSONValue.Member]
    private let others: [JSONValue.Member]
    /// Found once for all differences of an object, which may have many keys.
    private lazy var names: [String] = {
      let taken = JSONMemberTable(others)
      return members.prefix(PatternMatcher.mostNames).map(\.key).filter { taken[$0] == nil }
    }()

    init(of members: [JSONValue.Member], butNot others: [JSONValue.Member]) {
      self.members = members
      self.others = others
    }

    /// Returns the key nearest to a missing one.
    mutating func nearest(to name: String) -> String? { Spelling.nearest(to: name, among: names) }
  }
}

extension PatternMatcher.Captures {
  init(_ members: [JSONValue.Member]) {
    self.init()
    for member in members { updateValue(member.value, forKey: member.key) }
  }

  /// The captured values as the members of an object, sorted by name.
  var members: [JSONValue.Member] { map { JSONValue.Member(key: $0.key, value: $0.value) } }
}

/// The meaning of a text in a pattern.
enum PatternMark: Sendable {
  case any
  case absent
  /// The value captured under the name.
  case name(String)
  /// The text itself.
  case text(String)

  /// Returns nil for a text that does not begin with `$`, and represents itself.
  init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "$") else { return nil }
    let rest = String(text.unicodeScalars.dropFirst())
    switch rest {
    case "any": self = .any
    case "absent": self = .absent
    default:
      self = rest.utf8.first == UInt8(ascii: "$") ? .text(rest) : .name(rest)
    }
  }
}

/// The members of an object by key.
struct JSONMemberTable {
  private let members: [JSONValue.Member]
  /// Nil if there are so few that a linear search is faster.
  private let places: [ExactText: Int]?

  private static let few = 8

  init(_ members: [JSONValue.Member]) {
    self.members = members
    places =
      members.count <= Self.few
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

  /// The pattern that matches only this value: texts that begin with `$` get another one.
  var asPattern: JSONValue {
    mapTexts { $0.utf8.first == UInt8(ascii: "$") ? .string("$" + $0) : .string($0) }
  }

  /// Returns the value with each text replaced; keys are unchanged.
  func mapTexts(_ replaced: (String) -> JSONValue) -> JSONValue {
    switch self {
    case .string(let text): replaced(text)
    case .array(let elements): .array(elements.map { $0.mapTexts(replaced) })
    case .object(let members):
      .object(members.map { Member(key: $0.key, value: $0.value.mapTexts(replaced)) })
    default: self
    }
  }

  /// Calls `body` with every mark in the value and its path.
  func eachMark(at path: String = "", _ body: (PatternMark, String) -> Void) {
    switch self {
    case .string(let text): if let mark = PatternMark(text) { body(mark, path) }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        element.eachMark(at: "\(path)[\(index)]", body)
      }
    case .object(let members):
      for member in members {
        member.value.eachMark(at: path.isEmpty ? member.key : "\(path).\(member.key)", body)
      }
    default: return
    }
  }
}

extension JSONDifference {
  /// A description of the difference.
  var sentence: String {
    var text = path.isEmpty ? "" : "\(path): "
    text += "expected \(NameRules.shortened(expected))"
    text += actual.map { ", came \(NameRules.shortened($0))" } ?? ", nothing came"
    if let nearest { text += "; \(ErrorHint.suggestion(nearest))" }
    return text
  }
}
