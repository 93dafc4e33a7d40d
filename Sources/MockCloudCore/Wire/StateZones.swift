// Databases, zones and their records in a state document.

extension Database {
  mutating func keys(
    _ keys: inout StateKeys, _ assets: SaveState.Assets, _ people: People
  ) throws(RequestError) {
    var key = key
    try key.keys(&keys)
    var (lastIncarnation, lastSequence) = (lastIncarnation, lastSequence)
    try keys.number("lastIncarnation", &lastIncarnation)
    try keys.key("lastSequence", &lastSequence, or: 0, as: Count<UInt64>.self)
    let owner = key.owner ?? OwnerAlias.publicOwner
    var names = Distinct<ExactText>()
    var zones: [Zone] = []
    try keys.each(
      "zones", .required, self.zones.lazy.map(\.value),
      from: Zone(zoneID: ZoneID(zoneName: "", ownerName: owner), incarnation: 0)
    ) { (keys, zone) throws(RequestError) in
      try zone.keys(&keys, lastIncarnation, assets, people)
    } take: { (zone) throws(RequestError) in
      try names.note(zone.zoneID.zoneName, zone.zoneID.zoneName.text, "zoneName")
      zones.append(zone)
    }
    var feed = feed
    try keys.part("changes", &feed) { (keys, feed) throws(RequestError) in
      try feed.keys(&keys, owner: owner)
    }
    var lost = RareMap<ZoneName, ZoneDeletionReason>()
    try keys.each("lostZones", .required, self.lost, from: (key: "", value: .deleted)) {
      (keys, zone) throws(RequestError) in
      try keys.name("zoneName", &zone.key)
      try keys.required("deletionReason", &zone.value)
    } take: { (zone) throws(RequestError) in
      guard lost[zone.key] == nil else { throw .twice("zoneName", zone.key.text) }
      lost.updateValue(zone.value, forKey: zone.key)
    }
    if keys.isWriting { return }
    self = Database(
      key: key, zones: zones, feed: feed, lost: lost, lastIncarnation: lastIncarnation,
      lastSequence: lastSequence)
  }
}

extension DatabaseKey {
  fileprivate mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.place(&container, &environment)
    var scope = owner == nil ? DatabaseScope.public : .private
    try keys.required("database", &scope)
    if scope == .shared {
      throw RequestError(
        "database", "the shared database stores nothing", expected: "public or private")
    }
    guard scope == .private || keys.listsAll else { return }
    var user = owner ?? ""
    try keys.name("user", &user)
    owner = user
  }
}

extension Zone {
  fileprivate mutating func keys(
    _ keys: inout StateKeys, _ lastIncarnation: UInt64, _ assets: SaveState.Assets,
    _ people: People
  ) throws(RequestError) {
    var name = zoneID.zoneName
    try keys.text("zoneName", &name) { NameRules.refusal(zoneName: $0, limit: .max) }
    var (incarnation, encryptionScope, feed) = (incarnation, encryptionScope, feed)
    try keys.number("incarnation", &incarnation, from: 0, through: lastIncarnation)
    try keys.key("encryptionScope", &encryptionScope, or: .perRecord)
    try feed.head(&keys)
    if !keys.isWriting {
      let zoneID = ZoneID(zoneName: name, ownerName: zoneID.ownerName)
      self = Zone(
        zoneID: zoneID, incarnation: incarnation, encryptionScope: encryptionScope, feed: feed)
    }
    try clientTokens(&keys, people)
    try changes(&keys, feed, assets)
    try views(&keys)
  }

  /// The user of a client is left out if the device is that user's, as in documents from before
  /// tokens were stored by user.
  private mutating func clientTokens(
    _ keys: inout StateKeys, _ people: People
  ) throws(RequestError) {
    let owner = zoneID.ownerName
    func standardUser(_ device: DeviceName) -> UserRecordName {
      people.place(ofDevice: device).flatMap { people.account(at: $0)?.userRecordName } ?? owner
    }
    try keys.each(
      "clientChangeTokens", .required, clientChangeTokens,
      from: (key: ClientKey(device: "", user: ""), value: "")
    ) { (keys, entry) throws(RequestError) in
      try keys.required("device", &entry.key.device)
      let isStandard =
        keys.isWriting
        ? entry.key.user == standardUser(entry.key.device) : !keys.has("user")
      if !isStandard { try keys.name("user", &entry.key.user) }
      try keys.required("clientChangeToken", &entry.value)
    } take: { (entry) throws(RequestError) in
      var client = entry.key
      if client.user.isEmpty { client.user = standardUser(client.device) }
      guard clientChangeTokens[client] == nil else { throw .twice("device", client.device.text) }
      setClientChangeToken(entry.value, of: client)
    }
  }

  /// The records, and the deleted ones.
  ///
  /// - Parameter feed: The feed without the changes that are read.
  private mutating func changes(
    _ keys: inout StateKeys, _ feed: RecordFeed, _ assets: SaveState.Assets
  ) throws(RequestError) {
    var numbers = Distinct<UInt64>()
    let entries = records.lazy.map { (_, entry) in
      StoredEntry(entry, at: feed.place(of: entry.record.recordName) ?? 0)
    }
    let (zoneID, style) = (zoneID, StateDocument.style(assets))
    try keys.eachOfMany("records", .long, entries, from: StoredEntry()) {
      (keys, entry) throws(RequestError) in
      try entry.keys(&keys, through: feed.position, in: zoneID, style)
    } take: { (entry) throws(RequestError) in
      try numbers.note(sequence: entry.sequence)
      guard let record = entry.record else { return }
      guard records[record.recordName] == nil else {
        throw .twice("recordName", record.recordName.text)
      }
      restore(record, sequence: entry.sequence, keeping: entry.former)
      reserve(tag: record.recordChangeTag)
    }
    try keys.eachOfMany(
      "deletions", .long, feed.deletionsInOrder,
      from: (number: 0, name: "", deletion: RecordDeletion(recordType: ""))
    ) { (keys, deletion) throws(RequestError) in
      try keys.number("sequence", &deletion.number, from: 1, through: feed.position)
      try keys.recordName(&deletion.name)
      try keys.deletion(&deletion.deletion)
    } take: { (number, name, deletion) throws(RequestError) in
      guard self.feed.place(of: name) == nil else { throw .twice("recordName", name.text) }
      try numbers.note(sequence: number)
      noteDeletion(of: name, deletion, at: number)
    }
  }

  /// The views of participants, left out if there never were any.
  private mutating func views(_ keys: inout StateKeys) throws(RequestError) {
    var lastView = lastView
    try keys.key("lastView", &lastView, or: 0, as: Count<UInt64>.self)
    try keys.each(
      "views", lastView > 0 ? .stated : .sparse, views,
      from: (key: ExactText(""), value: ParticipantView(incarnation: 0))
    ) { (keys, entry) throws(RequestError) in
      try keys.name("user", &entry.key)
      try keys.number("incarnation", &entry.value.incarnation, from: 1, through: lastView)
      try entry.value.feed.head(&keys, position: "position", generation: "generation")
      try entry.value.feed.changes(&keys)
    } take: { (user, view) throws(RequestError) in
      guard views[user] == nil else { throw .twice("user", user.text) }
      setView(view, of: user)
    }
    setLastView(lastView)
  }
}
