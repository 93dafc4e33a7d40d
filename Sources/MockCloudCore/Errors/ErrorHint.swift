/// The end of an error's text: what was expected, and the nearest known name.
enum ErrorHint {
  /// The longest list of expected values that is shown together with a nearest name.
  private static let longestBesideNearest = 100

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
    if let nearest { hint += "; did you mean '\(nearest)'?" }
    return hint
  }

  /// `String.contains` would work, but links Swift's regular expressions: 1.4 MB of library.
  private static func contains(_ text: String, _ part: String) -> Bool {
    let text = Array(text.utf8)
    let part = Array(part.utf8)
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }
}
