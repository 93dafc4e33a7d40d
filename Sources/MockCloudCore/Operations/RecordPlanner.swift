/// What a checked item will do to its zone.
enum RecordPlan: Sendable {
  case save(Save)
  case delete(recordName: String)

  struct Save: Sendable {
    /// Nil asks for a name when the change is made: a refused call must not use names up.
    let recordName: String?
    let recordType: String
    let fields: [Field]
    let parent: String?
    let existing: Zone.Entry?
    /// Whether the record brings fields or a type that the schema does not have yet.
    let growsSchema: Bool
  }
}

/// Checks the items of a `records/modify` against the world as it is.
struct RecordPlanner {
  let operation: ModifyRecords
  let world: World
  let context: CallContext
  private let grows: Bool
  private let database: Database?
  /// The schema with what earlier items of the request add to it.
  private var schema: Schema
  private var quota: StorageQuota?

  init(operation: ModifyRecords, world: World, context: CallContext) {
    self.operation = operation
    self.world = world
    self.context = context
    grows = context.environment == .development
    schema = world.schema(of: context.schemaKey)
    database = context.databaseKey.map { world.database($0) }
    quota = database.flatMap { StorageQuota(world, $0) }
  }

  mutating func plan(
    _ item: ModifyRecords.Item, in zoneID: ZoneID
  ) throws(CloudError) -> RecordPlan {
    if let name = item.record.recordName {
      if let error = world.errors.error(forRecord: name, in: zoneID) { throw error }
      try check(NameRules.refusal(recordName: name, limit: world.limits.nameLength))
    }
    if let defect = item.record.defect { throw defect }
    let zone = try zone(zoneID)
    return item.kind.isDeletion
      ? try planDeletion(item, in: zone) : .save(try planSave(item, in: zone))
  }

  private func zone(_ zoneID: ZoneID) throws(CloudError) -> Zone {
    try check(NameRules.refusal(zoneName: zoneID.zoneName, limit: world.limits.nameLength))
    guard context.scope != .shared else {
      throw CloudError(.invalidArguments, ServerText.onlySharedZones)
    }
    guard let database, zoneID.ownerName == database.ownerName,
      let zone = database.zones[zoneID.zoneName]
    else { throw CloudError(.zoneNotFound, ServerText.zoneNotFound) }
    return zone
  }

  private func check(_ refusal: String?) throws(CloudError) {
    if let refusal { throw CloudError(.invalidArguments, refusal) }
  }

  // MARK: Deletions

  private func planDeletion(
    _ item: ModifyRecords.Item, in zone: Zone
  ) throws(CloudError) -> RecordPlan {
    guard let name = item.record.recordName else {
      throw CloudError(.invalidArguments, "a deletion needs a recordName")
    }
    guard let entry = zone.records[name] else { return .delete(recordName: name) }
    try checkPublicWrite(entry)
    if item.kind == .delete, let tag = item.record.recordChangeTag,
      tag != entry.record.recordChangeTag
    {
      throw conflict(entry, item.record, ServerText.conflict)
    }
    return .delete(recordName: name)
  }

  /// Public records are written by those who made them (DOC: the role `_creator`).
  private func checkPublicWrite(_ entry: Zone.Entry) throws(CloudError) {
    guard context.scope == .public,
      entry.record.created.userRecordName != context.userRecordName
    else { return }
    throw CloudError(.permissionFailure, ServerText.writeNotPermitted)
  }

  // MARK: Saves

  private mutating func planSave(
    _ item: ModifyRecords.Item, in zone: Zone
  ) throws(CloudError) -> RecordPlan.Save {
    let draft = item.record
    let existing = draft.recordName.flatMap { zone.records[$0] }
    try checkVersion(item, existing)
    if let existing { try checkPublicWrite(existing) }
    let typeName = try recordType(of: draft, existing)
    try checkEncryption(draft)
    let drafts = try RecordReferences.resolved(draft.fields, in: zone.zoneID) {
      context.resolved($0, in: world)
    }

    let knownType = schema.type(named: typeName)
    if knownType == nil, !grows {
      throw CloudError(.invalidArguments, ServerText.noNewTypeInProduction(typeName))
    }
    var typing = FieldTyping(
      knownType ?? RecordType(name: typeName), grows: grows,
      fieldLimit: world.limits.fieldsPerType)
    let resolved = try typing.resolve(drafts)

    let isReplacement = item.kind == .replace || item.kind == .forceReplace
    let fields = FieldMerge.merge(
      resolved, onto: isReplacement ? [] : existing?.record.fields ?? [])
    let parent = parent(of: draft, existing)
    let size = try checkSize(fields, name: draft.recordName)
    try quota?.charge(size, replacing: existing?.size ?? 0)
    let growsSchema = knownType == nil || typing.hasGrown
    if growsSchema { schema.set(typing.type) }
    return RecordPlan.Save(
      recordName: draft.recordName, recordType: typeName, fields: fields, parent: parent,
      existing: existing, growsSchema: growsSchema)
  }

  /// Whether the operation may write over what is there (DOC WS:ModifyRecords, RecordSavePolicy).
  private func checkVersion(
    _ item: ModifyRecords.Item, _ existing: Zone.Entry?
  ) throws(CloudError) {
    let draft = item.record
    switch item.kind {
    case .create:
      if let existing { throw conflict(existing, draft, ServerText.alreadyExists) }
    case .update, .replace:
      guard let tag = draft.recordChangeTag else {
        throw CloudError(
          .invalidArguments, "operationType '\(item.kind.rawValue)' needs a recordChangeTag")
      }
      try compare(tag, with: existing, draft)
    case .save where policy(of: item) == .ifServerRecordUnchanged:
      if let tag = draft.recordChangeTag {
        try compare(tag, with: existing, draft)
      } else if let existing {
        throw conflict(existing, draft, ServerText.alreadyExists)
      }
    case .save, .forceUpdate, .forceReplace, .delete, .forceDelete: break
    }
  }

  private func policy(of item: ModifyRecords.Item) -> ModifyRecords.SavePolicy {
    item.savePolicy ?? operation.savePolicy
  }

  private func compare(
    _ tag: String, with existing: Zone.Entry?, _ draft: RecordDraft
  ) throws(CloudError) {
    guard let existing else { throw CloudError(.unknownItem, ServerText.recordNotFound) }
    guard tag == existing.record.recordChangeTag else {
      throw conflict(existing, draft, ServerText.conflict)
    }
  }

  private func conflict(_ entry: Zone.Entry, _ draft: RecordDraft, _ reason: String) -> CloudError {
    var error = CloudError(.serverRecordChanged, reason)
    if reason == ServerText.alreadyExists { error.serverErrorCode = "EXISTS" }
    let ancestor = entry.previous.flatMap {
      $0.recordChangeTag == draft.recordChangeTag ? $0 : nil
    }
    error.conflict = CloudError.Conflict(
      serverRecord: entry.record, clientRecord: draft, ancestorRecord: ancestor)
    return error
  }

  private func recordType(
    of draft: RecordDraft, _ existing: Zone.Entry?
  ) throws(CloudError) -> String {
    guard let existing else {
      guard let name = draft.recordType else {
        throw CloudError(.invalidArguments, "a new record needs a recordType")
      }
      try check(NameRules.refusal(recordType: name, limit: world.limits.nameLength))
      guard name != "Users" else {
        throw CloudError(.invalidArguments, "Can't create records of the system type 'Users'")
      }
      return name
    }
    guard draft.recordType == nil || draft.recordType == existing.record.recordType else {
      throw CloudError(
        .invalidArguments,
        "record '\(existing.record.recordName)' is of type '\(existing.record.recordType)', which "
          + "cannot be changed to '\(NameRules.shortened(draft.recordType ?? ""))'")
    }
    return existing.record.recordType
  }

  private func checkEncryption(_ draft: RecordDraft) throws(CloudError) {
    for field in draft.fields {
      try check(NameRules.refusal(fieldName: field.name, limit: world.limits.nameLength))
      guard field.isEncrypted, let value = field.value else { continue }
      guard context.scope != .public else {
        throw CloudError(.invalidArguments, ServerText.encryptedInPublic)
      }
      let type = value.type.element ?? value.type
      guard type != .reference, type != .asset else {
        throw CloudError(
          .invalidArguments, "Field '\(field.name)': a \(type.rawValue) cannot be encrypted")
      }
    }
  }

  private func parent(of draft: RecordDraft, _ existing: Zone.Entry?) -> String? {
    switch draft.parent {
    case .unchanged: existing?.record.parent
    case .none: nil
    case .record(let name): name
    }
  }

  private func checkSize(_ fields: [Field], name: String?) throws(CloudError) -> Int {
    let size = RecordSize(fields, recordName: name)
    guard size.withoutAssets <= world.limits.bytesPerRecord else {
      throw CloudError(.limitExceeded, ServerText.recordTooLarge)
    }
    guard size.largestAsset <= world.limits.bytesPerAsset else {
      throw CloudError(
        .limitExceeded,
        "an asset of \(size.largestAsset) bytes is over the limit of "
          + "\(world.limits.bytesPerAsset) bytes")
    }
    return size.total
  }
}
