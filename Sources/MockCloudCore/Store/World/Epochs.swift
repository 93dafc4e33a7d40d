extension World {
  /// Begins an epoch that no other world with the same changes had, unless nothing was ever stored.
  ///
  /// A state document has only the epochs of its changes. The world from which it was saved may
  /// have had later ones, and tokens of changes that a restore discarded; these must not be valid
  /// for other changes with the same numbers. The new epoch therefore depends on the contents.
  mutating func beginEpoch() {
    if databases.isEmpty, sharedFeeds.isEmpty { return }
    var hash = StableHash(seed)
    hash.add(digest)
    hash.add(identifiers.counter)
    hash.add(clock.now)
    epoch = lastFeedEpoch + 1 + hash.value & 0xffff_ffff
  }

  /// The highest epoch in which a change was made, less than 2^62.
  private var lastFeedEpoch: UInt64 {
    var last: UInt64 = 0
    for (_, database) in databases {
      last = max(last, database.feed.epoch)
      for (_, zone) in database.zones {
        last = max(last, zone.feed.epoch)
        for (_, view) in zone.views { last = max(last, view.feed.epoch) }
      }
    }
    for (_, feed) in sharedFeeds { last = max(last, feed.epoch) }
    return min(last, 1 << 62)
  }
}
