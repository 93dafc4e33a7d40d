extension WorldCheck {
  /// Checks that a zone's feed has every record once, and of other names only deletions.
  mutating func feed(of zone: Zone, at path: String) {
    changes(
      of: zone.feed, at: path, named: \.text, is: { zone.records[$0] != nil }, called: "record")
    for (name, _) in zone.records where !zone.feed.lists(name) {
      note("\(path).records[\(name)]", "the feed does not list record '\(name)'")
    }
  }

  /// Checks that a private database's feed has every custom zone once, and lost zones as deletions.
  mutating func feed(of database: Database, at path: String) {
    changes(
      of: database.feed, at: "\(path).changes", named: \.zoneName.text,
      is: { zoneID in
        !zoneID.isDefault && zoneID.ownerName == database.ownerName
          && database.zones[zoneID.zoneName] != nil
      }, called: "zone")
    for (name, zone) in database.zones
    where !zone.zoneID.isDefault && !database.feed.lists(zone.zoneID) {
      note("\(path).zones[\(name)]", "the database's feed does not list zone '\(name)'")
    }
    for (name, reason) in database.lost {
      let place = "\(path).lostZones[\(name)]"
      if reason == .deleted { note(place, "zone '\(name)' was deleted, but is listed as lost") }
      if database.zones[name] != nil { note(place, "zone '\(name)' is listed as lost, but exists") }
    }
  }

  /// Checks that a user's shared database lists the zones with a view of the user's.
  mutating func sharedDatabases(of world: borrowing World) {
    for entry in world.sharedFeeds {
      let seen = seenZones[entry.key] ?? []
      changes(
        of: entry.value, at: "sharedDatabases[\(entry.key.path)].changes", named: \.zoneName.text,
        is: { seen.contains($0) }, called: "shared zone")
    }
  }

  /// Checks a feed's own order, and its entry for each listed item.
  mutating func changes<Name: OrderedKey & Digestible, Deletion: Digestible & Sendable>(
    of feed: ChangeFeed<Name, Deletion>, at path: String, named text: (Name) -> String,
    is isThere: (Name) -> Bool, called what: String
  ) {
    for (number, change) in feed.changes {
      let name: Name
      switch change {
      case .saved(let saved):
        name = saved
        if !isThere(name) {
          note(path, "the feed lists \(what) '\(text(name))', which does not exist")
        }
      case .deleted(let deleted, _):
        name = deleted
        if isThere(name) {
          note(path, "the feed lists \(what) '\(text(name))' as deleted, but it exists")
        }
      }
      if number == 0 || number > feed.position {
        note(path, "the feed's change \(number) lies outside of 1 to \(feed.position)")
      }
      if feed.place(of: name) != number {
        note(path, "the feed lists \(what) '\(text(name))' at more than one place")
      }
    }
  }
}
