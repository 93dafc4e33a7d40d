/// Text in which canonically equivalent spellings are one, as case-insensitive equality has it. No
/// number can stand for its order, so it is only for text beyond ASCII.
///
/// To compare two spellings, runs of combining marks are sorted, which takes quadratic time. Unicode
/// calls text with runs of more than 30 marks unsafe to stream (UAX #15) and knows none in any
/// language; such text is compared as it is spelled.
struct EquivalentText: OrderedKey, Hashable {
  private static let longestRun = 30

  let text: String
  private let isStreamSafe: Bool

  init(_ text: String) {
    self.text = text
    isStreamSafe = Self.isStreamSafe(text)
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

  var rank: UInt64 { 0 }

  static var isOrderedByRankAlone: Bool { false }

  static func compare(_ left: Self, _ right: Self) -> Int {
    switch (left.isStreamSafe, right.isStreamSafe) {
    case (true, true): left.text == right.text ? 0 : left.text < right.text ? -1 : 1
    case (false, false): String.compare(left.text, right.text)
    case (true, false): -1
    case (false, true): 1
    }
  }

  static func == (left: Self, right: Self) -> Bool { compare(left, right) == 0 }

  func hash(into hasher: inout Hasher) {
    if isStreamSafe {
      hasher.combine(text)
    } else {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}
