/// The differences between a page of changes and their stored order.
struct FeedDisorder: Sendable {
  /// The random number for the order of the changes; nil keeps their order.
  var shuffle: UInt64?
  /// The number of the page's last changes that are repeated on the next.
  var repeats = 0

  /// Whether the order of changes was changed.
  private(set) var hasMoved = false
  /// Whether changes were repeated.
  private(set) var hasRepeated = false

  /// Returns the changes in the random order.
  mutating func arranged<Change>(_ changes: [Change]) -> [Change] {
    if repeats > 0, changes.count > 1 { hasRepeated = true }
    guard let shuffle else { return changes }
    var changes = changes
    for last in changes.indices.dropFirst().reversed() {
      let draw = SeededRandom.hash(seed: shuffle, "order", UInt64(last))
      let place = Int(draw % UInt64(last + 1))
      if place != last { hasMoved = true }
      changes.swapAt(last, place)
    }
    return changes
  }
}
