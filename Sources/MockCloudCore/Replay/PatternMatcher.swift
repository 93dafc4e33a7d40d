/// Compares values with patterns, the language of scenario files and scripts.
///
/// An object matches if every key of the pattern matches; an array matches if all elements and the
/// length match. `"$any"` matches any existing value, `"$absent"` a missing one, `"$name"` the
/// value captured under that name, `"$$x"` the text `$x`. `PatternCondition` has the objects that
/// are conditions. Everything else is compared for equality, numbers by value.
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
  var captures: Captures
  private(set) var differences: [JSONDifference] = []
  private var path: [Step] = []
  /// Whether only a match matters, as in a comparison that finds out which elements of two lists
  /// belong together: it ends at the first difference, which is not described.
  private let isTest: Bool
  private var isDifferent = false
  /// The number of values in such comparisons so far. A long text counts as several.
  private var tested = 0

  /// The captured values by name.
  typealias Captures = RareMap<String, JSONValue>

  enum Step {
    case key(String)
    case index(Int)
  }

  /// The maximum number of differences that are collected.
  static let mostDifferences = 50
  /// The maximum number of values in comparisons that find out which elements belong together.
  static let mostTested = 1_000_000
  /// The number of bytes that count as a value if they are compared with a pattern or hashed.
  static let bytesOfStep = 32
  /// The number of bytes that count as a value if they are compared at once.
  private static let bytesOfText = 1024
  /// The maximum number of keys that are compared to find the nearest.
  private static let mostNames = 1000

  init(
    _ captures: Captures = Captures(), isExact: Bool = false,
    unknownName: UnknownName = .captures
  ) {
    self.init(captures, isExact: isExact, unknownName, isTest: false)
  }

  private init(
    _ captures: Captures, isExact: Bool, _ unknownName: UnknownName, isTest: Bool
  ) {
    self.captures = captures
    self.isExact = isExact
    self.unknownName = unknownName
    self.isTest = isTest
  }

  /// Creates a matcher that finds out whether a value matches, and captures its names.
  static func test(_ captures: Captures, isExact: Bool) -> PatternMatcher {
    PatternMatcher(captures, isExact: isExact, .captures, isTest: true)
  }

  var matches: Bool { !isDifferent && differences.isEmpty }

  var isFull: Bool { isDifferent || differences.count >= Self.mostDifferences }

  /// Whether no more comparisons are made to find out which elements belong together.
  var isExhausted: Bool { tested >= Self.mostTested }

  /// Adds to the number of values that were compared.
  mutating func spend(_ count: Int) { tested &+= count }

  /// Returns whether a value matches, with the names that are captured so far. After a very large
  /// number of such comparisons, none matches.
  ///
  /// - Parameter isCapturing: Whether the names of a value that matches are captured.
  mutating func holds(
    _ pattern: JSONValue, _ value: JSONValue, capturing isCapturing: Bool = false
  ) -> Bool {
    guard !isExhausted else { return false }
    var test = PatternMatcher(captures, isExact: isExact, unknownName, isTest: true)
    test.tested = tested
    test.match(pattern, value)
    tested = test.tested
    if isCapturing, test.matches { captures = test.captures }
    return test.matches
  }

  /// Compares a value. Differences are added to `differences`; `captures` is changed even if there
  /// are any.
  ///
  /// - Parameter value: Nil represents a missing value.
  mutating func match(_ pattern: JSONValue, _ value: JSONValue?) {
    if isFull { return }
    if isTest { tested &+= 1 }
    if case .string(let text) = pattern, let mark = PatternMark(text) {
      return match(mark, pattern, value)
    }
    guard let value else { return differ(pattern, nil) }
    if let condition = PatternCondition(pattern) { return match(condition, pattern, value) }
    switch (pattern, value) {
    case (.object(let wanted), .object(let found)): match(members: wanted, found)
    case (.array(let wanted), .array(let found)): match(elements: wanted, found)
    default:
      spend(onTextOf: value)
      if !pattern.means(value) { differ(pattern, value) }
    }
  }

  /// Adds a long text to the number of values that were compared.
  private mutating func spend(onTextOf value: JSONValue) {
    guard isTest, case .string(let text) = value else { return }
    spend(text.utf8.count / Self.bytesOfText)
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
      if isTest { spend(known.weight / Self.bytesOfStep) }
      // A captured value is not a pattern: the value must be equal, without additional keys.
      if value.map({ known.means($0) }) != true { differ(known, value) }
    }
  }

  private mutating func match(
    _ condition: PatternCondition, _ pattern: JSONValue, _ value: JSONValue
  ) {
    switch (condition, value) {
    case (.unordered(let wanted), .array(let found)): match(wanted, amongAll: found)
    case (.contains(let wanted), .array(let found)): match(wanted, among: found)
    case (.range(let from, let to), _):
      spend(onTextOf: value)
      if !value.isBetween(from, to) { differ(pattern, value) }
    case (.like(let text), .string(let found)):
      var steps = 0
      if !text.matches(found, counting: &steps) { differ(pattern, value) }
      spend(steps / Self.bytesOfStep)
    case (.unordered, _), (.contains, _), (.like, _): differ(pattern, value)
    }
  }

  private mutating func match(members wanted: [JSONValue.Member], _ found: [JSONValue.Member]) {
    let table = JSONMemberTable(found, lookups: wanted.count)
    if isTest, !isExact {
      for member in wanted where !isFull { match(member.value, table[member.patternKey]) }
      return
    }
    let wanted = wanted.map { JSONValue.Member(key: $0.patternKey, value: $0.value) }
    var others = OtherNames(of: found, butNot: wanted)
    for member in wanted where !isFull {
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
      let nearest = isTest ? nil : others.nearest(to: member.key)
      within(.key(member.key)) { $0.differ(.absent, member.value, nearest: nearest) }
    }
  }

  mutating func within(_ step: Step, _ body: (inout Self) -> Void) {
    path.append(step)
    body(&self)
    path.removeLast()
  }

  mutating func differ(_ wanted: JSONValue, _ found: JSONValue?, nearest: String? = nil) {
    if isFull { return }
    if isTest {
      isDifferent = true
      return
    }
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

extension JSONDifference {
  /// A description of the difference.
  var sentence: String {
    var text = path.isEmpty ? "" : "\(path): "
    text += "expected \(NameRules.shortened(expected))"
    text += actual.map { ", got \(NameRules.shortened($0))" } ?? ", got nothing"
    if let nearest { text += "; \(ErrorHint.suggestion(nearest))" }
    return text
  }
}
