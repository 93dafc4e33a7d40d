/// How a page of changes comes other than it is kept.
struct FeedDisorder: Sendable {
  /// Draws the order in which the changes come; nil leaves them in theirs.
  var shuffle: UInt64?
  /// How many of the page's changes come again with the next.
  var repeats = 0

  /// The changes in the order that is drawn.
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
