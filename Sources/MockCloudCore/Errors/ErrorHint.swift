/// The end of an error's text: what was expected, and the nearest known name.
enum ErrorHint {
  /// Beside a nearest name, a longer list of what was expected is left out.
  private static let longestBesideNearest = 100

  /// - Parameter message: What the hint follows. It may already say what was expected.
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

  /// `String.contains` would do, but brings Swift's regular expressions along: 1.4 MB of library.
  private static func contains(_ text: String, _ part: String) -> Bool {
    let text = Array(text.utf8)
    let part = Array(part.utf8)
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }
}
