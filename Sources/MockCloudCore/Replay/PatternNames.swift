/// The names in patterns, with the number of their places. A name that stands in one place compares
/// nothing, and a misspelt `$any` or `$absent` is such a name.
struct PatternNames {
  private static let words = ["any", "absent"]

  private var counts: [ExactText: Int] = [:]

  /// - Parameter known: Names whose values are known already.
  init(known: [String] = []) {
    for name in known { counts[ExactText(name)] = 1 }
  }

  mutating func add(_ pattern: JSONValue) {
    pattern.eachMark { mark in
      if case .name(let name) = mark { counts[ExactText(name), default: 0] += 1 }
    }
  }

  /// Whether a name in one place is nearly a word of patterns.
  var hasMisspelling: Bool { counts.contains { $0.value == 1 && Self.isMisspelt($0.key.text) } }

  /// Returns the refusal of the first name in one place that is nearly a word of patterns.
  func misspelling(in pattern: JSONValue) -> RequestError? {
    single(in: pattern, where: Self.isMisspelt)
  }

  /// Returns the refusal of the first name in one place.
  func unused(in pattern: JSONValue) -> RequestError? {
    single(in: pattern) { _ in true }
  }

  private static func isMisspelt(_ name: String) -> Bool {
    Spelling.isNearly(name, among: words)
  }

  private func single(in pattern: JSONValue, where isRefused: (String) -> Bool) -> RequestError? {
    pattern.firstProblem(
      ofText: { text in
        guard case .name(let name) = PatternMark(text), counts[ExactText(name)] == 1,
          isRefused(name)
        else { return nil }
        return Self.refusal(of: name)
      }, ofMembers: { _ in nil })
  }

  private static func refusal(of name: String) -> RequestError {
    let nearest = isMisspelt(name) ? Spelling.nearest(to: name, among: words) : nil
    return RequestError(
      "", "'$\(NameRules.shortened(name))' is in one place, so that it compares nothing",
      expected:
        "'$any' for any value, '$absent' for none, '$$' for a text that begins with a dollar",
      nearest: nearest.map { "$" + $0 })
  }
}
