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

/// The meaning of an object in a pattern whose keys begin with `$`.
enum PatternCondition: Sendable {
  /// A list with these elements in any order.
  case unordered([JSONValue])
  /// A list with these elements, in any order, and possibly others.
  case contains([JSONValue])
  /// A number or a text between two others, which are included.
  case range(from: JSONValue?, to: JSONValue?)
  /// A text with `*` for any number of characters.
  case like(FaultPattern)

  enum Key: String, CaseIterable {
    case unordered = "$unordered"
    case contains = "$contains"
    case from = "$from"
    case to = "$to"
    case like = "$like"
  }

  /// Returns nil for a pattern that is no valid condition.
  init?(_ pattern: JSONValue) {
    guard case .object(let members) = pattern, members.first?.isMark == true,
      let condition = try? Self(members)
    else { return nil }
    self = condition
  }

  /// Reads the members of an object whose keys begin with `$`.
  init(_ members: [JSONValue.Member]) throws(RequestError) {
    // The commonest condition, which a script may compare with many calls.
    if members.count == 1, members[0].key.hasBytes(of: Key.like.rawValue),
      case .string(let text) = members[0].value, text.utf8.count <= FaultPattern.lengthLimit
    {
      self = .like(FaultPattern(text))
      return
    }
    var given: [Key: JSONValue] = [:]
    for member in members {
      guard member.isMark, let key = Key(rawValue: member.key) else {
        throw RequestError(
          NameRules.shortened(member.key),
          "'\(NameRules.shortened(member.key))' is not a condition",
          expected: Key.allCases.map(\.rawValue).joined(separator: ", ")
            + "; '$$' for a key that begins with a dollar",
          nearest: Spelling.nearest(to: member.key, among: Key.allCases.map(\.rawValue)))
      }
      given[key] = member.value
    }
    let from = given[.from]
    let to = given[.to]
    if from != nil || to != nil {
      guard given[.unordered] == nil, given[.contains] == nil, given[.like] == nil else {
        throw Self.combined(members)
      }
      try Self.checkBounds(from, to)
      self = .range(from: from, to: to)
      return
    }
    guard given.count == 1, let (key, value) = given.first else { throw Self.combined(members) }
    switch (key, value) {
    case (.unordered, .array(let elements)): self = .unordered(elements)
    case (.contains, .array(let elements)): self = .contains(elements)
    case (.like, .string(let text)) where text.utf8.count <= FaultPattern.lengthLimit:
      self = .like(FaultPattern(text))
    case (.like, _):
      throw RequestError(
        key.rawValue, "'$like' must be a text, and not a long one",
        expected: "a text of at most \(FaultPattern.lengthLimit) bytes, with * for any characters")
    default:
      throw RequestError(
        key.rawValue, "'\(key.rawValue)' must be a list, not \(value.kind.name)",
        expected: "a list of patterns")
    }
  }

  private static func combined(_ members: [JSONValue.Member]) -> RequestError {
    RequestError(
      NameRules.shortened(members.last?.key ?? ""), "conditions cannot be combined",
      expected: "one condition; only $from and $to can be combined")
  }

  private static func checkBounds(_ from: JSONValue?, _ to: JSONValue?) throws(RequestError) {
    for (key, bound) in [(Key.from, from), (Key.to, to)] {
      guard let bound, !bound.isNumber, bound.string == nil else { continue }
      throw RequestError(
        key.rawValue, "'\(key.rawValue)' must be a number or a text, not \(bound.kind.name)",
        expected: "a number or a text")
    }
    guard let from, let to else { return }
    guard let isRising = from.isAtMost(to) else {
      throw RequestError(
        Key.to.rawValue, "'$from' and '$to' must be of one kind", expected: "two numbers or texts")
    }
    if !isRising {
      throw RequestError(
        Key.to.rawValue, "'$to' is before '$from', so that no value matches",
        expected: "a value from '$from' on")
    }
  }
}

extension JSONValue.Member {
  /// Whether the key of a pattern is a condition and not a key of the value.
  var isMark: Bool { key.utf8.first == UInt8(ascii: "$") && !key.utf8.starts(with: "$$".utf8) }

  /// The key in a pattern that matches only this one.
  var escapedKey: String { key.utf8.first == UInt8(ascii: "$") ? "$" + key : key }

  /// The key of the value: in a pattern, `$$x` is the key `$x`.
  var patternKey: String {
    key.utf8.starts(with: "$$".utf8) ? String(key.unicodeScalars.dropFirst()) : key
  }
}

extension JSONValue {
  fileprivate var isNumber: Bool {
    switch self {
    case .int, .double: true
    default: false
    }
  }

  /// Compares two numbers by value, or two texts by their bytes; nil for other values.
  func isAtMost(_ other: JSONValue) -> Bool? {
    switch (self, other) {
    case (.int(let left), .int(let right)): left <= right
    case (.double(let left), .double(let right)): left <= right
    case (.int(let left), .double(let right)):
      Int64(exactly: right.rounded(.down)).map { left <= $0 } ?? (right > 0)
    case (.double(let left), .int(let right)):
      Int64(exactly: left.rounded(.up)).map { $0 <= right } ?? (left < 0)
    case (.string(let left), .string(let right)):
      !right.utf8.lexicographicallyPrecedes(left.utf8)
    default: nil
    }
  }

  func isBetween(_ from: JSONValue?, _ to: JSONValue?) -> Bool {
    from.map { $0.isAtMost(self) == true } ?? true && to.map { isAtMost($0) == true } ?? true
  }

  /// Returns the refusal of the first condition in the pattern that is not valid.
  var conditionProblem: RequestError? {
    firstProblem(
      ofText: { _ in nil },
      ofMembers: { members in
        guard members.contains(where: \.isMark) else { return nil }
        do throws(RequestError) {
          _ = try PatternCondition(members)
          return nil
        } catch {
          return error
        }
      })
  }
}
