/// The world of a seed, with what earlier parts of the seed stored. It is not copied, because each part
/// would then copy the changes of those before.
struct SeedProgress: ~Copyable {
  var world: World
  fileprivate var seen: Set<RecordID> = []
  /// The seeded files, by checksum.
  fileprivate var files: [String: Asset] = [:]

  init(_ world: World) { self.world = world }
}

/// Stores seeded zones and records in one database of a world.
struct Seeder: ~Copyable {
  let context: CallContext
  let key: DatabaseKey
  private var progress: SeedProgress
  var database: Database
  /// The database before the first request of the seed; nil if there is only this request.
  private let former: Database?
  private var schema: Schema
  /// The seeded shares, with the numbers of their records in the request.
  private var shares: [(name: RecordName, zoneID: ZoneID, number: Int)] = []
  private var number = 0

  init(
    context: CallContext, key: DatabaseKey, _ progress: consuming SeedProgress,
    since former: World?
  ) {
    self.context = context
    self.key = key
    database = progress.world.database(key)
    self.former = former?.database(key)
    database.enter(progress.world.epoch)
    schema = progress.world.schema(of: context.schemaKey)
    self.progress = progress
  }

  var world: World {
    get { progress.world }
    _modify { yield &progress.world }
  }

  /// Returns the world with the seeded data.
  consuming func finished() throws(Misuse) -> SeedProgress {
    let database = database
    world.withDatabase(key) { $0 = database }
    world.setSchema(schema, of: context.schemaKey)
    for share in shares { try check(share.name, in: share.zoneID, number: share.number) }
    return progress
  }

  /// Creates the zone if it does not exist. Returns whether it was created.
  mutating func createZone(_ requested: ZoneID?, path: String) throws(Misuse) -> Bool {
    let zoneID = context.resolved(requested, in: world)
    if let refusal = NameRules.refusal(zoneName: zoneID.zoneName, limit: world.limits.nameLength) {
      throw Misuse.badMockRequest(refusal, key: path)
    }
    guard !database.isPublic || zoneID.isDefault else {
      throw Misuse.badMockRequest(
        "the public database has no zones but the default zone", key: path,
        expected: ZoneID.defaultZoneName.text)
    }
    guard zoneID.ownerName == database.ownerName else {
      throw Misuse.badMockRequest(
        "zone '\(zoneID.zoneName)' belongs to '\(zoneID.ownerName)', the database to "
          + "'\(database.ownerName)'", key: path)
    }
    guard database.zones[zoneID.zoneName] == nil else { return false }
    database.createZone(named: zoneID.zoneName)
    return true
  }

  /// Stores a record. Returns whether its zone was created for it.
  mutating func store(_ seed: SeedWorld.SeedRecord) throws(Misuse) -> Bool {
    let draft = seed.draft
    defer { number += 1 }
    let isZoneNew = try createZone(draft.zoneID, path: "zoneID")
    let zoneID = context.resolved(draft.zoneID, in: world)
    let fields = try fields(of: draft)
    let name = draft.recordName ?? world.identifiers.uuid()
    let user = UserRecords.record(named: name, in: zoneID, of: world)
    try check(name, draft.recordType, ofUser: user != nil)
    guard progress.seen.insert(RecordID(recordName: name, zoneID: zoneID)).inserted,
      !wasSeeded(name, in: zoneID)
    else {
      throw Misuse.badMockRequest(
        "record '\(NameRules.shortened(name))' occurs more than once", key: "recordName",
        expected: "each record once")
    }
    try check(
      draft.recordChangeTag == "" ? RequestError.empty("recordChangeTag").message : nil,
      "recordChangeTag")
    let created = try stamp(
      "created", seed.created, user?.created ?? context.stamp(at: world.clock.now))
    let modified = try stamp("modified", seed.modified, created)
    let recordType = draft.recordType ?? ""
    let parent = try parent(of: draft, in: zoneID)
    let sharing = try sharing(of: draft)
    if sharing.share != nil { shares.append((name, zoneID, number)) }
    let former = database.zones[zoneID.zoneName]?.records[name]?.record
    database.withZone(zoneID.zoneName) { zone in
      let existing = zone.records[name]
      let sequence = zone.nextSequence(after: existing)
      var own = sharing
      own.shareName = existing?.record.shareName
      let record = Record(
        recordName: name, zoneID: zone.zoneID, recordType: recordType,
        recordChangeTag: draft.recordChangeTag ?? ChangeTag.text(sequence), fields: fields,
        created: created, modified: modified, parent: parent, sharing: own.isEmpty ? nil : own)
      zone.store(record, sequence: sequence, keeping: nil)
      zone.reserve(tag: record.recordChangeTag)
    }
    let root = sharing.share?.rootRecordName
    if let former = former?.share?.rootRecordName, former != root {
      relink(former, from: name, to: nil, in: zoneID)
    }
    if let root { try link(root, to: name, in: zoneID) }
    return isZoneNew
  }

  /// Whether an earlier request stored the record since the snapshot with which seeding began.
  private func wasSeeded(_ name: RecordName, in zoneID: ZoneID) -> Bool {
    guard let former, let stored = database.zones[zoneID.zoneName]?.records[name]?.record else {
      return false
    }
    guard let record = former.zones[zoneID.zoneName]?.records[name]?.record else { return true }
    // A share that was seeded since then links its root, which is otherwise the same.
    return record !== stored
      && record.digest != stored.with(shareName: record.shareName).digest
  }

  private func parent(of draft: RecordDraft, in zoneID: ZoneID) throws(Misuse) -> RecordName? {
    guard case .record(let name, let zone) = draft.parent else { return nil }
    try check(
      NameRules.refusal(referenceTo: name, limit: world.limits.nameLength), "parent.recordName")
    if let zone {
      let target = context.resolved(zone, in: world)
      if target != zoneID {
        throw Misuse.badMockRequest(
          RecordReferences.crossesZones(name, target).reason, key: "parent")
      }
    }
    return name
  }

  /// Checks the name of a record. User records have their users' names, and no other records do.
  private func check(
    _ name: RecordName, _ type: RecordTypeName?, ofUser isOfUser: Bool
  ) throws(Misuse) {
    if type == UserRecords.recordType, world.people.user(named: name) == nil {
      throw Misuse.badMockRequest(
        "record '\(NameRules.shortened(name))' of type \(UserRecords.recordType): the user does not "
          + "exist",
        key: "recordName", expected: "the record name of a user, whom mock/users/add adds")
    }
    if isOfUser != (type == UserRecords.recordType) {
      throw Misuse.badMockRequest(
        "record '\(NameRules.shortened(name))' of type '\(NameRules.shortened(type ?? ""))': the records "
          + "of users, and no others, have their names and the type \(UserRecords.recordType)",
        key: isOfUser ? "recordType" : "recordName")
    }
    if isOfUser { return }
    try check(NameRules.refusal(recordName: name, limit: world.limits.nameLength), "recordName")
  }

  func check(_ refusal: String?, _ key: String) throws(Misuse) {
    if let refusal { throw Misuse.badMockRequest(refusal, key: key) }
  }

  /// Returns the record's fields. The schema grows by missing fields, in production too.
  private mutating func fields(of draft: RecordDraft) throws(Misuse) -> [Field] {
    guard let typeName = draft.recordType else {
      throw Misuse.badMockRequest("required key 'recordType' is missing", key: "recordType")
    }
    if typeName != Share.recordType {
      try check(
        NameRules.refusal(recordType: typeName, limit: world.limits.nameLength), "recordType")
    }
    do throws(CloudError) {
      if let defect = draft.defect { throw defect }
      for field in draft.fields {
        if typeName == Share.recordType, Share.fieldNames.contains(field.name) { continue }
        if let refusal = NameRules.refusal(fieldName: field.name, limit: world.limits.nameLength) {
          throw CloudError(.invalidArguments, refusal)
        }
        if field.isEncrypted, field.value != nil, database.isPublic {
          throw CloudError(.invalidArguments, ServerText.encryptedInPublic)
        }
      }
      let zoneID = context.resolved(draft.zoneID, in: world)
      let drafts = try RecordReferences.resolved(
        try assets(of: draft), in: zoneID, of: world, context)
      let known = schema.type(named: typeName)
      var typing = FieldTyping(
        known ?? newType(named: typeName), grows: true, fieldLimit: world.limits.fieldsPerType)
      let fields = FieldMerge.merge(try typing.resolve(drafts), onto: [])
      let size = RecordSize(fields, recordName: draft.recordName)
      guard size.withoutAssets <= world.limits.bytesPerRecord else {
        throw CloudError(.limitExceeded, ServerText.recordTooLarge)
      }
      if known == nil || typing.hasGrown { schema.set(typing.type) }
      return fields
    } catch {
      throw Misuse.badMockRequest(error.reason, key: "fields")
    }
  }

  /// Returns the files of a seeded record; bytes that some record already has are shared with it.
  private mutating func assets(of draft: RecordDraft) throws(CloudError) -> [FieldDraft] {
    try draft.fields.mappingAssets { (asset) throws(CloudError) in
      guard asset.receipt == nil else {
        throw CloudError(.invalidArguments, ServerText.badReceipt)
      }
      let loaded = try asset.loaded()
      let known = progress.files[loaded.fileChecksum] ?? world.shared(loaded)
      progress.files[loaded.fileChecksum] = known
      return known
    }
  }

  /// Returns a new type for a name that no schema has. In production its fields are all indexed,
  /// since no test could otherwise query it; shares are never indexed.
  private func newType(named name: RecordTypeName) -> RecordType {
    var type = RecordType(name: name.text)
    if context.environment == .production, name != Share.recordType { type.indexSystemFields() }
    return type
  }

  private func stamp(
    _ key: String, _ partial: SeedWorld.PartialStamp, _ standard: Stamp
  ) throws(Misuse) -> Stamp {
    if let timestamp = partial.timestamp, !Clock.bounds.contains(timestamp) {
      throw Misuse.badMockRequest(
        "\(key).timestamp: \(timestamp) is out of the clock's range",
        key: "\(key).timestamp",
        expected: "milliseconds since 1970, in the years from 1 to 9999")
    }
    let user = partial.userRecordName.map { name in
      if name == OwnerAlias.caller, let caller = context.userRecordName { return caller }
      return world.people.user(named: name)?.userRecordName ?? name
    }
    return Stamp(
      timestamp: partial.timestamp ?? standard.timestamp,
      userRecordName: user ?? standard.userRecordName,
      deviceID: partial.deviceID ?? standard.deviceID)
  }
}
