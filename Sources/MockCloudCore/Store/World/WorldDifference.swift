// The parts of two worlds in which their databases differ. Forks and snapshots share what neither
// changed, so that the cost of a comparison depends on the changes.
//
// A part has the positions and tokens of the whole, but its indexes and digests are not those of its
// contents: it can be written as a document, and nothing else.

extension World {
  /// Returns both worlds without the records, deletions and zones that are the same in both.
  static func difference(_ left: World, _ right: World) -> (left: World, right: World) {
    let databases = OrderedMap.difference(left.databases, right.databases) { _, _, _ in false }
    var shown = (left: databases.left, right: databases.right)
    for (key, database) in databases.left {
      guard let other = databases.right[key] else { continue }
      let parts = Database.difference(database, other)
      shown.left.updateValue(parts.left, forKey: key)
      shown.right.updateValue(parts.right, forKey: key)
    }
    let feeds = OrderedMap.difference(left.sharedFeeds, right.sharedFeeds) { _, _, _ in false }
    return (
      left.showing(shown.left, feeds.left), right.showing(shown.right, feeds.right)
    )
  }
}

extension Database {
  fileprivate static func difference(
    _ left: Database, _ right: Database
  ) -> (left: Database, right: Database) {
    let zones = OrderedMap.difference(left.zones, right.zones) { _, _, _ in false }
    var shown = (left: zones.left, right: zones.right)
    for (name, zone) in zones.left {
      guard let other = zones.right[name] else { continue }
      let parts = Zone.difference(zone, other)
      shown.left.updateValue(parts.left, forKey: name)
      shown.right.updateValue(parts.right, forKey: name)
    }
    return (left.showing(shown.left), right.showing(shown.right))
  }
}

extension Zone {
  fileprivate static func difference(_ left: Zone, _ right: Zone) -> (left: Zone, right: Zone) {
    let records = OrderedMap.difference(left.records, right.records) { name, mine, other in
      mine.isSame(as: other) && left.feed.place(of: name) == right.feed.place(of: name)
    }
    let feeds = RecordFeed.difference(left.feed, right.feed)
    return (
      left.showing(records.left, feeds.left), right.showing(records.right, feeds.right)
    )
  }
}

extension Zone.Entry {
  /// Whether two records have the same content, tags and earlier versions.
  fileprivate func isSame(as other: Zone.Entry) -> Bool {
    guard digest == other.digest else { return false }
    guard let former, let others = other.former else {
      return self.former == nil && other.former == nil
    }
    return former.retags == others.retags
      && former.all.map(\.digest) == others.all.map(\.digest)
  }
}
