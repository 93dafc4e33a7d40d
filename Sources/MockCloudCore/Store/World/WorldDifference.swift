// The parts of two worlds in which their users and databases differ. Forks and snapshots share what
// neither changed, so that the cost of a comparison depends on the changes.
//
// A part has the positions and tokens of the whole, but its indexes and digests are not those of its
// contents: it can be written as a document, and nothing else.

extension World {
  /// Returns both worlds without the users, records, deletions and zones that are the same in both.
  static func difference(_ left: World, _ right: World) -> (left: World, right: World) {
    let shown = OrderedMap.parts(left.databases, right.databases, Database.difference)
    let feeds = OrderedMap.parts(left.sharedFeeds, right.sharedFeeds, ZoneFeed.difference)
    var parts = (
      left: left.showing(shown.left, feeds.left), right: right.showing(shown.right, feeds.right)
    )
    (parts.left.people, parts.right.people) = People.difference(
      left.people, right.people, naming: parts.left.namedUsers.union(parts.right.namedUsers))
    return parts
  }

  /// The users who own databases or subscriptions, have a role in records, or see zones of others.
  private var namedUsers: Set<UserRecordName> {
    var names: Set<UserRecordName> = []
    for (key, database) in databases {
      if let owner = key.owner { names.insert(owner) }
      for (_, zone) in database.zones {
        for (_, entry) in zone.records {
          names.insert(entry.record.created.userRecordName)
          names.insert(entry.record.modified.userRecordName)
          for participant in entry.record.share?.participants ?? [] {
            if let name = participant.userRecordName { names.insert(name) }
          }
        }
      }
    }
    for (key, feed) in sharedFeeds {
      if let owner = key.owner { names.insert(owner) }
      for (_, change) in feed.changes { names.insert(change.name.ownerName) }
    }
    for owner in subscriptions.owners { names.insert(owner.userRecordName) }
    return names
  }
}

extension OrderedMap {
  /// Returns the parts in which two maps differ. Values that both have are replaced by their parts.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  fileprivate static func parts(
    _ left: Self, _ right: Self, _ difference: (Value, Value) -> (left: Value, right: Value)
  ) -> (left: Self, right: Self) {
    let found = Self.difference(left, right) { _, _, _ in false }
    var shown = found
    for (key, mine) in found.left {
      guard let other = found.right[key] else { continue }
      let parts = difference(mine, other)
      shown.left.updateValue(parts.left, forKey: key)
      shown.right.updateValue(parts.right, forKey: key)
    }
    return shown
  }
}

extension Database {
  fileprivate static func difference(
    _ left: Database, _ right: Database
  ) -> (left: Database, right: Database) {
    let shown = OrderedMap.parts(left.zones, right.zones, Zone.difference)
    let feeds = ZoneFeed.difference(left.feed, right.feed)
    return (left.showing(shown.left, feeds.left), right.showing(shown.right, feeds.right))
  }
}

extension Zone {
  fileprivate static func difference(_ left: Zone, _ right: Zone) -> (left: Zone, right: Zone) {
    let records = OrderedMap.difference(left.records, right.records) { name, mine, other in
      mine.isSame(as: other) && left.feed.place(of: name) == right.feed.place(of: name)
    }
    let feeds = RecordFeed.differingDeletions(left.feed, right.feed)
    let views = OrderedMap.parts(left.views, right.views, ParticipantView.difference)
    return (
      left.showing(records.left, feeds.left, views.left),
      right.showing(records.right, feeds.right, views.right)
    )
  }
}

extension ParticipantView {
  fileprivate static func difference(_ left: Self, _ right: Self) -> (left: Self, right: Self) {
    var shown = (left: left, right: right)
    (shown.left.feed, shown.right.feed) = RecordFeed.difference(left.feed, right.feed)
    return shown
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
