/// Inserts captured values into responses.
struct TemplateFilling {
  private let captures: PatternMatcher.Captures
  /// A name without a captured value.
  private(set) var missing: String?
  /// Whether the result would exceed the maximum length of a text: a large value may be inserted
  /// many times.
  private(set) var isTooLarge = false
  private var weights: [ExactText: Int] = [:]
  private var weight = 0

  private static let mostWeight = 64 << 20

  init(_ captures: PatternMatcher.Captures) { self.captures = captures }

  mutating func fill(_ template: JSONValue) -> JSONValue {
    template.map(key: \.patternKey) { text in
      switch PatternMark(text) {
      case .name(let name): value(of: name)
      case .text(let text): .string(text)
      case .any, .absent, nil: .string(text)
      }
    }
  }

  private mutating func value(of name: String) -> JSONValue {
    guard let value = captures[name] else {
      missing = missing ?? name
      return .null
    }
    let known = weights[ExactText(name)]
    let more = known ?? value.weight
    if known == nil { weights[ExactText(name)] = more }
    weight &+= more
    isTooLarge = isTooLarge || weight > Self.mostWeight
    return isTooLarge ? .null : value
  }
}
