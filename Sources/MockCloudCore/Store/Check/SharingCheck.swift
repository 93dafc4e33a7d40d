extension WorldCheck {
  /// Checks shares with their roots, participants, and the participants' views.
  mutating func sharing(
    of zone: Zone, in database: Database, _ world: borrowing World, at path: String
  ) {
    var hierarchies = Hierarchies(zone)
    var names: [RecordName] = []
    for (name, entry) in zone.records {
      let record = entry.record
      let place = "\(path).records[\(name)]"
      if let share = record.share {
        names.append(name)
        shortGUID(share.shortGUID, in: database.key, at: place)
        self.share(record, share, of: zone, in: database.key, at: place)
        hierarchies.addParticipants(of: share, named: name)
      } else if record.sharing?.shortGUID?.isEmpty == true {
        note("\(place).shortGUID", "the short GUID is empty")
      }
      root(record, of: zone, at: place)
      hierarchies.count(record)
    }
    if !names.elementsEqual(zone.shareNames.lazy.map(\.key)) {
      note(path, "the zone's list of shares differs from its records")
    }
    views(of: zone, in: database, hierarchies, world, at: path)
  }

  private mutating func shortGUID(
    _ shortGUID: ShortGUID, in database: DatabaseKey, at path: String
  ) {
    if shortGUID.isEmpty { note("\(path).shortGUID", "the short GUID is empty") }
    let schema = World.SchemaKey(
      container: database.container, environment: database.environment)
    if let other = shortGUIDs[schema, default: [:]].updateValue(
      path, forKey: shortGUID)
    {
      note("\(path).shortGUID", "short GUID '\(shortGUID)' is also that of \(other)")
    }
  }

  /// Checks a share in itself, and with its root.
  mutating func share(
    _ record: Record, _ share: Share, of zone: Zone, in database: DatabaseKey, at path: String
  ) {
    let name = record.recordName
    if database.owner == nil {
      note(path, "the public database has no shares")
    } else if zone.zoneID.isDefault {
      note(path, "the default zone has no shares")
    }
    if record.shareName != nil { note("\(path).share", "share '\(name)' is the root of a share") }
    let isZoneWide = name == Share.zoneWideName
    if let rootName = share.rootRecordName {
      let root = zone.records[rootName]?.record
      if isZoneWide { note("\(path).forRecord", "a zone-wide share has no root") }
      if root == nil {
        note("\(path).forRecord", "the root '\(rootName)' of share '\(name)' does not exist")
      } else if root?.share != nil {
        note("\(path).forRecord", "the root '\(rootName)' of share '\(name)' is a share")
      } else if root?.shareName != name {
        note("\(path).forRecord", "record '\(rootName)' is not linked to its share '\(name)'")
      }
    } else if !isZoneWide {
      note(path, "share '\(name)' has no root and is not zone-wide")
    }
    if zone.isSharedAsWhole, zone.shareNames.count > 1 {
      note(path, "the zone is shared as a whole and has other shares")
    }
    participants(of: share, named: name, owner: zone.zoneID.ownerName, at: "\(path).participants")
  }

  private mutating func participants(
    of share: Share, named name: RecordName, owner: UserRecordName, at path: String
  ) {
    var ids: Set<ExactText> = []
    var users: Set<ExactText> = []
    var addresses: Set<Share.LookupInfo> = []
    for (index, participant) in share.participants.enumerated() {
      let place = "\(path)[\(index)]"
      let isOwner =
        participant.role == .owner && participant.acceptance == .accepted
        && participant.userRecordName == owner
      if (index == 0) != isOwner || (index > 0 && participant.role == .owner) {
        note(place, "share '\(name)' must name its owner first and once")
      }
      if participant.participantID.isEmpty
        || !ids.insert(ExactText(participant.participantID)).inserted
      {
        note("\(place).participantId", "participants of share '\(name)' share a participantId")
      }
      let isNew =
        if let user = participant.userRecordName {
          users.insert(user).inserted
        } else {
          addresses.insert(participant.lookupInfo).inserted
        }
      if !isNew { note(place, "share '\(name)' names a participant twice") }
    }
    if share.participants.isEmpty { note(path, "share '\(name)' must name its owner") }
  }

  /// Checks the share that a record names as the one of which it is the root.
  private mutating func root(_ record: Record, of zone: Zone, at path: String) {
    guard let shareName = record.shareName else { return }
    let name = record.recordName
    let share = zone.records[shareName]?.record.share
    if share == nil {
      note("\(path).share", "the share '\(shareName)' of record '\(name)' does not exist")
    } else if share?.rootRecordName != name {
      note("\(path).share", "share '\(shareName)' is not of record '\(name)'")
    }
  }

  // MARK: Views

  private mutating func views(
    of zone: Zone, in database: Database, _ hierarchies: Hierarchies, _ world: borrowing World,
    at path: String
  ) {
    var hierarchies = hierarchies
    let visibleCount = hierarchies.visibleCount
    var incarnations: Set<UInt64> = []
    for (user, view) in zone.views {
      let place = "\(path).views[\(user)]"
      if world.people.userIndex(user) == nil {
        note("\(place).user", "user '\(user)' does not exist")
      }
      if !hierarchies.users.contains(user) {
        note(place, "user '\(user)' has a view and participates in no share of the zone")
      }
      if view.incarnation == 0 || view.incarnation > zone.lastView
        || !incarnations.insert(view.incarnation).inserted
      {
        note("\(place).incarnation", "the view of user '\(user)' has the number of another view")
      }
      self.view(
        view, of: user, zone, &hierarchies, visible: visibleCount[user] ?? 0, at: place)
      let key = DatabaseKey(
        container: database.key.container, environment: database.key.environment, owner: user)
      seenZones[key, default: []].insert(zone.zoneID)
      if world.sharedFeeds[key]?.lists(zone.zoneID) != true {
        note(place, "the shared database of user '\(user)' does not list the zone")
      }
    }
    for user in hierarchies.usersInOrder where zone.views[user] == nil {
      note("\(path).views", "user '\(user.text)' participates in the zone without a view")
    }
  }

  private mutating func view(
    _ view: ParticipantView, of user: UserRecordName, _ zone: Zone,
    _ hierarchies: inout Hierarchies,
    visible: Int, at path: String
  ) {
    var listed = 0
    changes(
      of: view.feed, at: path, named: \.text,
      is: { name in
        guard let record = zone.records[name]?.record,
          hierarchies.isVisible(record, to: user)
        else { return false }
        listed += view.feed.lists(name) ? 1 : 0
        return true
      }, called: "visible record")
    if listed != visible {
      note(path, "user '\(user)' sees \(visible) records, but the view lists \(listed)")
    }
  }
}
