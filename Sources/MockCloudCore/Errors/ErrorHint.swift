/// The end of an error's text: what was expected, and the nearest known name.
enum ErrorHint {
  /// The longest list of expected values that is shown together with a nearest name.
  private static let longestBesideNearest = 100

  /// The number of known names that are compared with one of many that a request may name.
  static let mostCompared = 50

  /// The longest text that is searched for: the time is proportional to both lengths.
  private static let longestCompared = 4000

  /// - Parameter message: The text before the hint. It may already contain the expected values.
  static func text(
    after message: String, expected: String?, nearest: String?
  ) -> String {
    var hint = ""
    if let expected, !contains(message, expected),
      nearest == nil || expected.utf8.count <= longestBesideNearest
    {
      hint += "; expected \(expected)"
    }
    if let nearest { hint += "; \(suggestion(nearest))" }
    return hint
  }

  /// Returns the sentence that suggests a known name.
  static func suggestion(_ name: String) -> String { "did you mean '\(name)'?" }

  /// Returns the suggestion of the nearest known name, or the remedy if no name is near.
  static func suggestion(for name: String, among known: [String], or remedy: String) -> String {
    Spelling.nearest(to: name, among: known).map(suggestion) ?? remedy
  }

  /// Returns whether a text has the part, not as a piece of a longer word: "unknown" does not tell
  /// the key "now". `String.contains` would link Swift's regular expressions: 1.4 MB of library.
  private static func contains(_ text: String, _ part: String) -> Bool {
    let text = Array(text.utf8)
    let part = Array(part.utf8)
    guard !part.isEmpty, part.count <= min(longestCompared, text.count) else { return false }
    return (0...(text.count - part.count)).contains { start in
      let end = start + part.count
      // A text of one long word is compared at its beginning and at its end alone.
      return (start == 0 || !isLetter(text[start - 1]) || !isLetter(part[0]))
        && (end == text.count || !isLetter(text[end]) || !isLetter(part[part.count - 1]))
        && text[start..<end].elementsEqual(part)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
