/// The differences between a page of changes and their stored order.
struct FeedDisorder: Sendable {
  /// The random number for the order of the changes; nil keeps their order.
  var shuffle: UInt64?
  /// The number of the page's last changes that are repeated on the next.
  var repeats = 0

  /// Returns the changes in the random order.
  func arranged<Change>(_ changes: [Change]) -> [Change] {
    guard let shuffle else { return changes }
    var changes = changes
    for last in changes.indices.dropFirst().reversed() {
      let draw = SeededRandom.hash(seed: shuffle, "order", UInt64(last))
      changes.swapAt(last, Int(draw % UInt64(last + 1)))
    }
    return changes
  }
}
