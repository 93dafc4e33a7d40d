extension GetSummary: WireHarnessOperation, WireRequest {
  init() { self.init(limit: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("limit", &limit)
  }

  func write(_ answer: SavedWorld, to writer: inout AnswerWriter) {
    let (world, faults) = (answer.world, answer.faults)
    let limit = limit ?? .max
    writer.json.beginObject()
    writer.json.summaryHead(of: answer, limit)
    writer.json.key("schemas")
    writer.json.array(world.schemasInOrder) { json, entry in
      json.beginObject()
      json.member("container", entry.key.container)
      json.member("environment", entry.key.environment.rawValue)
      json.key("recordTypes")
      json.array(entry.schema.types) { $0.string($1.name) }
      json.endObject()
    }
    let databases = world.databasesInOrder
    writer.json.key("databases")
    writer.json.array(databases) { $0.summary(of: $1, world.people, limit) }
    writer.json.key("sharedDatabases")
    writer.json.array(Array(world.sharedFeeds).genericSorted { $0.key < $1.key }) { json, entry in
      json.summary(ofShared: entry.key, entry.value, world.people, limit)
    }
    writer.json.key("shares")
    writer.json.beginArray()
    for database in databases { writer.json.shares(of: database, world.people, limit) }
    writer.json.endArray()
    writer.json.subscriptions(of: world)
    let set = faults.rules.setErrors
    let recordErrors = set.count { $0.isOfRecord }
    writer.json.key("errors")
    writer.json.beginObject()
    writer.json.member("operations", set.count - recordErrors)
    writer.json.member("records", recordErrors)
    writer.json.endObject()
    writer.json.key("faults")
    writer.json.array(faults.rules.all) { $0.string($1.rule.id) }
    writer.json.member("pushes", world.agenda.pushes.count)
    writer.json.member("uploads", world.uploads.entries.count)
    writer.json.member("operations", world.operations.all.count)
    writer.json.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func summaryHead(of saved: SavedWorld, _ limit: Int) {
    let world = saved.world
    member("stateVersion", StateDocument.version)
    member("seed", Int64(bitPattern: world.seed))
    switch world.clock.mode {
    case .virtual(let now): member("clock", ISO8601.format(now))
    case .system: member("clock", "system")
    }
    key("defaults")
    defaults(world.defaults)
    key("users")
    let now = world.clock.now
    array(world.people.first(limit)) { json, user in
      json.user(user) { saved.faults.networks[$0]?.state(at: now) }
    }
    omitted("omittedUsers", world.people.count, limit)
  }

  /// Writes the number of elements that are left out of a list; nothing if there are none.
  private mutating func omitted(_ key: StaticString, _ count: Int, _ limit: Int) {
    if count > limit { member(key, count - limit) }
  }

  /// Writes the keys that identify a database, with the alias of its user.
  mutating func place(_ database: DatabaseKey, _ people: People) {
    self.database(database)
    if let owner = database.owner { member("user", people.alias(of: owner)) }
  }

  /// Writes the keys that identify a database of a user.
  mutating func database(_ database: DatabaseKey) {
    member("container", database.container)
    member("environment", database.environment.rawValue)
    member("database", database.owner == nil ? "public" : "private")
  }

  fileprivate mutating func summary(
    of database: Database, _ people: People, _ limit: Int
  ) {
    beginObject()
    place(database.key, people)
    key("zones")
    array(database.zones.prefix(limit).map(\.value)) { json, zone in
      json.beginObject()
      json.member("zoneName", zone.zoneID.zoneName)
      json.key("records")
      json.beginObject()
      for (recordType, count) in zone.indexes.counts {
        json.key(recordType.text)
        json.int(count)
      }
      json.endObject()
      json.member("deletions", zone.feed.deletionCount)
      json.endObject()
    }
    key("lostZones")
    beginObject()
    for (name, reason) in database.lost.prefix(limit) {
      key(name.text)
      string(reason.rawValue)
    }
    endObject()
    omitted("omittedZones", database.zones.count, limit)
    omitted("omittedLostZones", database.lost.count, limit)
    endObject()
  }

  fileprivate mutating func summary(
    ofShared database: DatabaseKey, _ feed: ZoneFeed, _ people: People, _ limit: Int
  ) {
    beginObject()
    member("container", database.container)
    member("environment", database.environment.rawValue)
    member("user", people.alias(of: database.owner ?? ""))
    key("zones")
    array(feed.saves.prefix(limit).map(\.value)) { json, zoneID in
      json.beginObject()
      json.member("zoneName", zoneID.zoneName)
      json.member("owner", people.alias(of: zoneID.ownerName))
      json.endObject()
    }
    omitted("omittedZones", feed.saves.count, limit)
    endObject()
  }

  fileprivate mutating func shares(of database: Database, _ people: People, _ limit: Int) {
    for (_, zone) in database.zones.prefix(limit) {
      for (name, _) in zone.shareNames {
        guard let share = zone.records[name]?.record.share else { continue }
        beginObject()
        place(database.key, people)
        member("zoneName", zone.zoneID.zoneName)
        member("recordName", name)
        key("root")
        optional(share.rootRecordName?.text)
        member("publicPermission", share.publicPermission.rawValue)
        key("participants")
        participants(of: share, people)
        endObject()
      }
    }
  }

  /// Writes the participants of a share, each with the alias or the address.
  mutating func participants(of share: Share, _ people: People) {
    array(share.participants) { json, participant in
      json.beginObject()
      json.key("who")
      json.optional(people.readableName(of: participant))
      json.member("type", participant.role.rawValue)
      json.member("permission", participant.permission.rawValue)
      json.member("acceptanceStatus", participant.acceptance.rawValue)
      json.endObject()
    }
  }

  fileprivate mutating func subscriptions(of world: World) {
    key("subscriptions")
    beginArray()
    for owner in world.subscriptions.owners {
      for (_, subscription) in world.subscriptions.subscriptions(of: owner) {
        beginObject()
        member("container", owner.container)
        member("environment", owner.environment.rawValue)
        member("database", owner.scope.rawValue)
        member("user", world.people.alias(of: owner.userRecordName))
        member("subscriptionID", subscription.subscriptionID)
        member("subscriptionType", subscription.kind.rawValue)
        if let zoneID = subscription.zoneID { member("zoneName", zoneID.zoneName) }
        if let type = subscription.query?.recordType ?? subscription.recordType {
          member("recordType", type)
        }
        endObject()
      }
    }
    endArray()
  }
}

extension People {
  /// Returns the alias of a user, or the record name of one that does not exist.
  func alias(of name: UserRecordName) -> UserName { user(named: name)?.alias ?? name }

  /// Returns the alias of a participant, or the invited address if no user has it.
  func readableName(of participant: Share.Participant) -> String? {
    if let name = participant.userRecordName { return alias(of: name).text }
    return participant.lookupInfo.emailAddress?.text ?? participant.lookupInfo.phoneNumber?.text
  }
}
