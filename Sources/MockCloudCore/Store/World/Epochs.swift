extension World {
  /// Begins an epoch after those of all feeds, if they have any.
  mutating func beginEpoch() {
    let last = lastFeedEpoch
    if last > 0 { epoch = last < .max ? last + 1 : last }
  }

  /// The highest epoch in which a change was made.
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
    return last
  }
}
