/// Finds the known name that an unknown one most likely stands for.
enum Spelling {
  /// The number of bytes of a name that are compared for a suggestion, after those that both names
  /// begin with, which bounds the work.
  private static let longest = 64

  /// Shorter names are part of others by coincidence.
  private static let shortestPart = 2

  /// The number of characters of a last part that is a number, a language or a code.
  private static let longestEnding = 4

  /// Most shorter names differ by one letter.
  private static let shortestMisspelt = 3

  /// Returns the known name with the smallest edit distance; among equals, the one with the longest
  /// common beginning. If all distances are too large, returns the first name that is a beginning
  /// or end of the given one, or has it as beginning or end.
  static func nearest(to name: String, among known: [String]) -> String? {
    closest(to: name, among: known) ?? whole(of: name, among: known)
  }

  /// Returns whether a name differs from a known one by one letter, or by two if it is long, so
  /// that it is probably misspelt. Names of one series, such as `Home1` and `Home2`, are different
  /// names.
  ///
  /// - Parameter endingsDiffer: Whether names of one series may differ in a short last part, as
  ///   `notes-en` and `notes-de`.
  static func isNearly(
    _ name: String, among known: [String], endingsDiffer: Bool = false
  ) -> Bool {
    nearly(name, among: known, endingsDiffer: endingsDiffer) != nil
  }

  /// Returns the first known name of which a name is probably a misspelling.
  static func nearly(
    _ name: String, among known: [String], endingsDiffer: Bool = false
  ) -> String? {
    let wanted = Array(name.utf8)
    guard wanted.count >= shortestMisspelt else { return nil }
    let limit = wanted.count < 6 ? 1 : 2
    var wantedSeries: [UInt8]?
    return known.first { candidate in
      let count = candidate.utf8.count
      guard count >= shortestMisspelt, abs(count - wanted.count) <= limit else { return false }
      let other = Array(candidate.utf8)
      // Long names are compared to their ends, as names of one place may differ there alone.
      let start = shared(wanted, other)
      guard
        distance(wanted[start...], other[start...], limit: limit) != nil
          || limit == 1 && isExchange(wanted[start...], other[start...])
      else { return false }
      if endingsDiffer, let stem = stem(of: wanted), let otherStem = Self.stem(of: other),
        series(of: stem) == series(of: otherStem)
      {
        return false
      }
      let series = wantedSeries ?? Self.series(of: wanted)
      wantedSeries = series
      return series != Self.series(of: other)
    }
  }

  /// Returns the part of a name before a short last part; nil if it has none.
  private static func stem(of name: [UInt8]) -> [UInt8]? {
    guard let separator = name.lastIndex(where: { Array("-_. ".utf8).contains($0) }),
      separator > 0
    else { return nil }
    let letters = name[(separator + 1)...].count { $0 & 0xC0 != 0x80 }
    return 1...longestEnding ~= letters ? Array(name[..<separator]) : nil
  }

  /// Returns a name without what names of one series differ in: numbers, and letters that stand
  /// alone or at the end.
  private static func series(of name: [UInt8]) -> [UInt8] {
    var rest: [UInt8] = []
    for (index, byte) in name.enumerated() {
      let follows = index > 0 ? Letter(name[index - 1]) : .none
      let isLast = index + 1 == name.count || Letter(name[index + 1]) == .none
      switch Letter(byte) {
      case .upper where isLast && follows != .upper, .lower where isLast && follows == .none,
        .none where UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte:
        // `Home-1` is of the series of `Home`.
        while let last = rest.last, last < 0x80, Letter(last) == .none { rest.removeLast() }
      default: rest.append(byte)
      }
    }
    return rest
  }

  /// What a byte of a name is, apart from letters that are not ASCII.
  private enum Letter {
    case none, upper, lower

    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .upper
      case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: self = .lower
      default: self = .none
      }
    }
  }

  private static func closest(to name: String, among known: [String]) -> String? {
    let wanted = Array(name.utf8)
    var best: (distance: Int, shared: Int, name: String)?
    // A name that has nothing in common with the given one is not a suggestion.
    let count = min(wanted.count, longest)
    let limit = min(max(2, count / 2) + 1, count)
    for candidate in known {
      // The difference of the lengths is a lower bound of the distance.
      let most = min(limit - 1, best?.distance ?? .max)
      if abs(candidate.utf8.count - wanted.count) > most { continue }
      let other = Array(candidate.utf8)
      let shared = shared(wanted, other)
      guard
        let distance = distance(
          wanted[shared...].prefix(longest), other[shared...].prefix(longest), limit: most)
      else { continue }
      if let best, (distance, -shared) >= (best.distance, -best.shared) { continue }
      best = (distance, shared, candidate)
    }
    return best?.name
  }

  /// Finds `recordType` for `type`, or `title` for `noteTitle`.
  private static func whole(of name: String, among known: [String]) -> String? {
    let wanted = name.utf8.prefix(longest).map { $0 | 0x20 }
    guard wanted.count >= shortestPart else { return nil }
    return known.first { candidate in
      let other = candidate.utf8.prefix(longest).map { $0 | 0x20 }
      guard other.count >= shortestPart else { return false }
      let (part, all) = wanted.count < other.count ? (wanted, other) : (other, wanted)
      return all.starts(with: part) || all.suffix(part.count).elementsEqual(part)
    }
  }

  /// Returns the number of bytes that two names begin with, ignoring case.
  private static func shared(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let least = min(left.count, right.count)
    var count = 0
    while count < least, left[count] | 0x20 == right[count] | 0x20 { count += 1 }
    return count
  }

  /// Returns whether two names that begin with different bytes differ only in that their first two bytes
  /// are exchanged, ignoring case.
  private static func isExchange(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    guard left.count == right.count, left.count > 1 else { return false }
    let (first, second) = (left.startIndex, left.startIndex + 1)
    var exchanged = left
    exchanged.swapAt(first, second)
    return zip(exchanged, right).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// Returns the number of insertions, deletions and replacements between two names, ignoring case;
  /// nil if it is larger than a limit.
  private static func distance(
    _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, limit: Int
  ) -> Int? {
    let surplus = right.count - left.count
    if abs(surplus) > limit { return nil }
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      // Cells farther from the diagonal are above the limit, as are those that stay in the row.
      let start = max(0, i - limit)
      let end = min(right.count, i + limit + 1)
      var diagonal = row[start]
      row[start] = i + 1
      for j in start..<end {
        let b = right[right.startIndex + j]
        let change = diagonal + ((a | 0x20) == (b | 0x20) ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, diagonal + 1)
      }
      // The numbers do not decrease on the way along a diagonal to the end.
      if i + 1 + surplus >= 0, row[i + 1 + surplus] > limit { return nil }
    }
    return row[right.count]
  }
}
