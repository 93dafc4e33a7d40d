/// What a checked item will do to its zone.
enum RecordPlan: Sendable {
  case save(Save)
  case delete(recordName: String)
  /// There is nothing to delete, or nothing that the caller can see.
  case absent(recordName: String)
  /// A participant deletes the share, and thereby leaves it (DOC).
  case leave(shareName: String)

  struct Save: Sendable {
    /// Nil asks for a name when the change is made: a refused call must not use names up.
    let recordName: String?
    let recordType: String
    let fields: [Field]
    let parent: String?
    /// What the record will have to do with sharing.
    let sharing: Record.Sharing?
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
  /// The schema with what earlier items of the request add to it.
  private var schema: Schema
  /// What is left of the databases' storage, as far as anything limits it.
  private var quotas: [DatabaseKey: StorageQuota?] = [:]
  /// The zone of the item before, which mostly is the zone of the next.
  private var lastZone: VisibleZone?
  /// The records that the request saves.
  private let announced: Announced
  /// Made when an item is a share.
  private var shares: SharePlanner?
  /// Whether a reference can stand in the way: one that a save brings, or one in a zone that the
  /// request changes. Mostly there is none.
  private(set) var meetsReferences = false

  init(operation: ModifyRecords, zoneIDs: [ZoneID], world: World, context: CallContext) {
    self.operation = operation
    self.world = world
    self.context = context
    grows = context.environment == .development
    schema = world.schema(of: context.schemaKey)
    announced = Self.announced(operation, zoneIDs, context)
  }

  mutating func plan(
    _ item: ModifyRecords.Item, in zoneID: ZoneID, _ session: inout CallSession
  ) throws(CloudError) -> RecordPlan {
    try session.reach(.item(item.faultItem(in: zoneID)))
    if let name = item.record.recordName {
      try UserRecords.checkWrite(name, in: zoneID, of: world)
      try check(NameRules.refusal(recordName: name, limit: world.limits.nameLength))
    }
    if let defect = item.record.defect { throw defect }
    let zone = try zone(zoneID)
    return item.kind.isDeletion
      ? try planDeletion(item, in: zone) : .save(try planSave(item, in: zone))
  }

  /// Records may refer to others that the request saves, and be shared by it. Whether any does is
  /// quickly told, and mostly none does.
  private static func announced(
    _ operation: ModifyRecords, _ zoneIDs: [ZoneID], _ context: CallContext
  ) -> Announced {
    let matters =
      context.scope == .shared || operation.items.contains { $0.record.share != nil }
    var announced = Announced()
    guard matters else { return announced }
    for (item, zoneID) in zip(operation.items, zoneIDs) where !item.kind.isDeletion {
      guard let name = item.record.recordName else { continue }
      announced.add(RecordID(recordName: name, zoneID: zoneID), parent: item.record.parent)
    }
    return announced
  }

  private mutating func zone(_ zoneID: ZoneID) throws(CloudError) -> VisibleZone {
    if let lastZone, lastZone.zoneID == zoneID { return lastZone }
    try check(NameRules.refusal(zoneName: zoneID.zoneName, limit: world.limits.nameLength))
    let zone = try world.zone(zoneID, as: context)
    lastZone = zone
    meetsReferences = meetsReferences || !zone.zone.references.isEmpty
    return zone
  }

  private func check(_ refusal: String?) throws(CloudError) {
    if let refusal { throw CloudError(.invalidArguments, refusal) }
  }

  // MARK: Deletions

  private func planDeletion(
    _ item: ModifyRecords.Item, in zone: VisibleZone
  ) throws(CloudError) -> RecordPlan {
    guard let name = item.record.recordName else {
      throw CloudError(.invalidArguments, "a deletion needs a recordName")
    }
    guard let entry = zone.entry(name) else { return .absent(recordName: name) }
    // Who may write a record may delete it.
    try PublicAccess.checkSave(
      context, of: schema.type(named: entry.record.recordType), over: entry.record, in: world)
    try ShareAccess.checkDeletion(of: entry.record, in: zone)
    if item.kind == .delete, let tag = item.record.recordChangeTag,
      tag != entry.record.recordChangeTag
    {
      throw conflict(entry, item.record, ServerText.conflict)
    }
    if zone.viewer != nil, entry.record.share != nil { return .leave(shareName: name) }
    return .delete(recordName: name)
  }

  // MARK: Saves

  private mutating func planSave(
    _ item: ModifyRecords.Item, in zone: VisibleZone
  ) throws(CloudError) -> RecordPlan.Save {
    let draft = item.record
    let existing = draft.recordName.flatMap { zone.entry($0) }
    let parent = parent(of: draft, existing)
    try ShareAccess.checkSave(
      existing, parent: parent, named: draft.recordName, in: zone, announced: announced)
    try checkVersion(item, existing)
    let typeName = try recordType(of: draft, existing)
    let knownType = schema.type(named: typeName)
    try PublicAccess.checkSave(context, of: knownType, over: existing?.record, in: world)
    try checkEncryption(draft)
    let withFiles = try DraftAssets.resolved(draft.fields, in: world, context)
    let drafts = try RecordReferences.resolved(withFiles, in: zone.zoneID) {
      context.resolved($0, in: world)
    }

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
    let sharing = try sharing(of: item, typeName, existing, in: zone)
    let size = try checkSize(fields, name: draft.recordName)
    try charge(size, replacing: existing?.size ?? 0, in: zone.zoneID)
    let growsSchema = knownType == nil || typing.hasGrown
    if growsSchema { schema.set(typing.type) }
    meetsReferences = meetsReferences || RecordLinks.areIn(fields, parent: parent)
    return RecordPlan.Save(
      recordName: draft.recordName, recordType: typeName, fields: fields, parent: parent,
      sharing: sharing, existing: existing, growsSchema: growsSchema)
  }

  /// Whether the operation may write over what is there (DOC WS:ModifyRecords, RecordSavePolicy).
  private func checkVersion(
    _ item: ModifyRecords.Item, _ existing: Zone.Entry?
  ) throws(CloudError) {
    let draft = item.record
    // Who takes part in a share is never overwritten unseen (DOC).
    let isGuarded = draft.share?.participants != nil
    switch item.kind {
    case .create:
      if let existing { throw conflict(existing, draft, ServerText.alreadyExists) }
    case .update, .replace:
      guard let tag = draft.recordChangeTag else {
        throw CloudError(
          .invalidArguments, "operationType '\(item.kind.rawValue)' needs a recordChangeTag")
      }
      try compare(tag, with: existing, draft)
    case .save where policy(of: item) == .ifServerRecordUnchanged || isGuarded:
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
      if name == Share.recordType { return name }
      try check(NameRules.refusal(recordType: name, limit: world.limits.nameLength))
      guard name != UserRecords.recordType else {
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

  /// What the saved record will have to do with sharing.
  private mutating func sharing(
    of item: ModifyRecords.Item, _ typeName: String, _ existing: Zone.Entry?, in zone: VisibleZone
  ) throws(CloudError) -> Record.Sharing? {
    var sharing = existing?.record.sharing ?? Record.Sharing()
    if typeName == Share.recordType {
      var planner =
        shares ?? SharePlanner(world: world, context: context, announced: announced)
      sharing.share = try planner.plan(item, existing, in: zone)
      shares = planner
    } else if item.record.share != nil {
      throw CloudError(
        .invalidArguments, "Only records of type '\(Share.recordType)' say who takes part")
    } else if item.record.createsShortGUID, sharing.shortGUID == nil {
      // The commit draws it.
      sharing.shortGUID = ""
    }
    return sharing.isEmpty ? nil : sharing
  }

  private func checkEncryption(_ draft: RecordDraft) throws(CloudError) {
    for field in draft.fields {
      if draft.recordType == Share.recordType, Share.fieldNames.contains(field.name) { continue }
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

  /// Counts the bytes against the quota of whoever owns the zone (DOC).
  private mutating func charge(
    _ size: Int, replacing old: Int, in zoneID: ZoneID
  ) throws(CloudError) {
    guard world.limits.hasQuota, let key = context.databaseKey(holding: zoneID) else { return }
    var quota = quotas[key] ?? StorageQuota(world, world.database(key))
    try quota?.charge(size, replacing: old)
    quotas[key] = quota
  }

  private func checkSize(_ fields: [Field], name: String?) throws(CloudError) -> Int {
    let size = RecordSize(fields, recordName: name)
    guard size.withoutAssets <= world.limits.bytesPerRecord else {
      throw CloudError(.limitExceeded, ServerText.recordTooLarge)
    }
    guard size.largestAsset <= world.limits.bytesPerAsset else {
      throw AssetLimit.exceeded(size.largestAsset, world.limits)
    }
    return size.total
  }
}
