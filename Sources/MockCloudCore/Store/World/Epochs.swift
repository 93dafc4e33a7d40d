extension World {
  /// The epoch after those of all feeds, if they have any: that of a world that is read, unless its
  /// document has a later one.
  var epochAfterFeeds: UInt64 {
    let last = lastFeedEpoch
    return last > 0 && last < .max ? last + 1 : last
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
