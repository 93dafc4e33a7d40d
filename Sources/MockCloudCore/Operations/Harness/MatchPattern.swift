/// `mock/match`: compares a value with a pattern.
public struct MatchPattern: HarnessOperation {
  public static let name = "mock/match"
  static let changesCloud = false

  var pattern: JSONValue
  var value: JSONValue
  /// The values of the pattern's names.
  var captured: [JSONValue.Member] = []
  /// Whether objects must not have keys that the pattern does not name.
  public var isExact = false

  init(_ pattern: JSONValue, _ value: JSONValue) {
    self.pattern = pattern
    self.value = value
  }

  public struct Answer: Sendable {
    public let differences: [JSONDifference]
    /// All captured values, from before and from this comparison, sorted by name.
    let captures: PatternMatcher.Captures
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    try refuseProblem()
    let captures = PatternMatcher.Captures(captured)
    var matcher = PatternMatcher(captures, isExact: isExact)
    matcher.match(pattern, value)
    return Answer(
      differences: matcher.differences,
      captures: matcher.matches ? matcher.captures : captures)
  }
}

extension MatchPattern: CheckedValue {
  var problem: RequestError? {
    var isNameless = false
    pattern.eachMark { mark in if case .name("") = mark { isNameless = true } }
    if isNameless {
      return RequestError(
        "pattern", "a name must follow '$'", expected: "'$$' for a text that begins with a dollar")
    }
    var names = PatternNames(known: captured.map(\.key))
    names.add(pattern)
    return (pattern.conditionProblem ?? names.misspelling(in: pattern))?.inside("pattern")
  }
}
