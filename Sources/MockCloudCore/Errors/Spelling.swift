/// Finds the name that somebody most likely meant.
enum Spelling {
  /// Longer names are compared by their beginnings, which bounds the work.
  private static let longest = 64

  /// The known name with the fewest changes to the given one, unless all are too far from it.
  static func nearest(to name: String, among known: [String]) -> String? {
    let wanted = Array(name.utf8.prefix(longest))
    var best: (distance: Int, name: String)?
    // What has nothing in common with the name is not what was meant.
    let limit = min(max(2, wanted.count / 2) + 1, wanted.count)
    for candidate in known {
      // Names of such different lengths are at least that far apart.
      let difference = abs(min(candidate.utf8.count, longest) - wanted.count)
      if difference >= min(limit, best?.distance ?? limit) { continue }
      let distance = distance(wanted, Array(candidate.utf8.prefix(longest)))
      if distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    guard let best, best.distance < limit else { return nil }
    return best.name
  }

  /// Insertions, deletions and replacements between two texts, ignoring case.
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
