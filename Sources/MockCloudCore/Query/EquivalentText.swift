/// Text beyond ASCII in which canonically equivalent spellings are equal, as in case-insensitive
/// equality.
///
/// It is ordered by hashes, which differ between processes and serve only to find the text again:
/// the standard library's order of strings is inconsistent if one of them has decomposed Hangul, or
/// one of the few characters that are equivalent to an ASCII character.
///
/// A comparison of two spellings sorts runs of combining marks, which takes quadratic time. Unicode
/// calls text with runs of more than 30 marks unsafe to stream (UAX #15), and no language has them;
/// such text is compared by its spelling.
struct EquivalentText: Hashable, Sendable {
  private static let longestRun = 30

  let text: String
  private let isStreamSafe: Bool
  private let hash: Int

  init(_ text: String) {
    self.text = text
    isStreamSafe = Self.isStreamSafe(text)
    hash = isStreamSafe ? text.hashValue : Array(text.utf8).hashValue
  }

  private static func isStreamSafe(_ text: String) -> Bool {
    var run = 0
    for scalar in text.unicodeScalars {
      // The first combining mark is U+0300.
      if scalar.value < 0x300 || scalar.properties.canonicalCombiningClass == .notReordered {
        run = 0
      } else {
        run += 1
        if run > longestRun { return false }
      }
    }
    return true
  }

  var rank: UInt64 { UInt64(bitPattern: Int64(hash)) }

  static func compare(_ left: Self, _ right: Self) -> Int {
    if left.rank != right.rank { return left.rank < right.rank ? -1 : 1 }
    return left == right ? 0 : String.compare(left.text, right.text)
  }

  static func == (left: Self, right: Self) -> Bool {
    guard left.hash == right.hash, left.isStreamSafe == right.isStreamSafe else { return false }
    return left.isStreamSafe
      ? left.text == right.text : String.compare(left.text, right.text) == 0
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
