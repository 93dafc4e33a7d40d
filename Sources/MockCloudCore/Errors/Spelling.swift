/// Finds the known name that an unknown one most likely stands for.
enum Spelling {
  /// Only the beginnings of longer names are compared, which bounds the work.
  private static let longest = 64

  /// Shorter names are part of others by coincidence.
  private static let shortestPart = 2

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
  static func isNearly(_ name: String, among known: [String]) -> Bool {
    nearly(name, among: known) != nil
  }

  /// Returns the first known name of which a name is probably a misspelling.
  static func nearly(_ name: String, among known: [String]) -> String? {
    let wanted = Array(name.utf8.prefix(longest))
    guard wanted.count >= shortestMisspelt else { return nil }
    let limit = wanted.count < 6 ? 1 : 2
    return known.first { candidate in
      let count = min(candidate.utf8.count, longest)
      guard count >= shortestMisspelt, abs(count - wanted.count) <= limit else { return false }
      let other = Array(candidate.utf8.prefix(longest))
      return (distance(wanted, other) <= limit || isExchange(wanted, other))
        && series(of: Array(name.utf8)) != series(of: Array(candidate.utf8))
    }
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
    let wanted = Array(name.utf8.prefix(longest))
    var best: (distance: Int, shared: Int, name: String)?
    // A name that has nothing in common with the given one is not a suggestion.
    let limit = min(max(2, wanted.count / 2) + 1, wanted.count)
    for candidate in known {
      // The difference of the lengths is a lower bound of the distance.
      let difference = abs(min(candidate.utf8.count, longest) - wanted.count)
      if difference >= limit || difference > best?.distance ?? .max { continue }
      let other = Array(candidate.utf8.prefix(longest))
      let distance = distance(wanted, other)
      let shared = zip(wanted, other).prefix { $0 | 0x20 == $1 | 0x20 }.count
      if let best, (distance, -shared) >= (best.distance, -best.shared) { continue }
      best = (distance, shared, candidate)
    }
    guard let best, best.distance < limit else { return nil }
    return best.name
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

  /// Returns whether two names differ only in that two neighbors are exchanged, ignoring case.
  private static func isExchange(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let differing = zip(left, right).map { $0 | 0x20 != $1 | 0x20 }
    guard left.count == right.count, let first = differing.firstIndex(of: true),
      first + 1 < left.count, left[first] | 0x20 == right[first + 1] | 0x20,
      left[first + 1] | 0x20 == right[first] | 0x20
    else { return false }
    return !differing[(first + 2)...].contains(true)
  }

  /// Returns the number of insertions, deletions and replacements between two names, ignoring case.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let change = diagonal + ((a | 0x20) == (b | 0x20) ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
