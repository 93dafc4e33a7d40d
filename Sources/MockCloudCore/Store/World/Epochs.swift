extension World {
  /// The epoch after those of all feeds, if they have any: that of a world that is read, unless its
  /// document has a later one.
  var epochAfterFeeds: UInt64 {
    let last = lastFeedEpoch
    return last > 0 && last < .mostCounted ? last + 1 : last
  }

  /// The highest epoch in which a change was made, or tokens expired.
  private var lastFeedEpoch: UInt64 {
    var last: UInt64 = 0
    for (_, database) in databases {
      last = max(last, database.feed.lastEpoch)
      for (_, zone) in database.zones {
        last = max(last, zone.feed.lastEpoch)
        for (_, view) in zone.views { last = max(last, view.feed.lastEpoch) }
      }
    }
    for (_, feed) in sharedFeeds { last = max(last, feed.lastEpoch) }
    return last
  }
}

extension ChangeFeed {
  fileprivate var lastEpoch: UInt64 { max(epoch, generation.epoch) }
}
