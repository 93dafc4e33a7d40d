/// Checks of items of a `records/modify` that concern a single item: names, versions, types, sizes.
/// The schema grows with every item that passes.
struct RecordChecks {
  private let request: BatchRequest
  private let access: RecordAccess
  private let grows: Bool
  /// The schema with the additions of earlier items of the request.
  private(set) var schema: Schema
  /// Whether the last item failed because of the types of its fields.
  private(set) var failedByTypes = false
  private(set) var files: HostFiles

  init(_ request: BatchRequest, _ files: HostFiles, in world: borrowing World) {
    self.request = request
    self.files = files
    access = RecordAccess(of: request.context, in: world)
    grows = request.context.environment == .development
    schema = world.schema(of: request.context.schemaKey)
  }

  private var context: CallContext { _read { yield request.context } }

  // MARK: Any item

  func checkName(
    _ item: ModifyRecords.Item, in zoneID: ZoneID, of world: borrowing World
  ) throws(CloudError) {
    if let name = item.record.recordName {
      if !UserRecords.exists(name, in: zoneID, world.people) {
        try check(NameRules.refusal(recordName: name, limit: world.limits.nameLength))
      } else if item.kind.isDeletion {
        // DECIDED code.
        throw CloudError(.permissionFailure, ServerText.writeNotPermitted)
      }
    }
    if let defect = item.record.defect { throw defect }
  }

  func zone(_ zoneID: ZoneID, of world: borrowing World) throws(CloudError) -> VisibleZone {
    try check(NameRules.refusal(zoneName: zoneID.zoneName, limit: world.limits.nameLength))
    return try world.zone(zoneID, as: context)
  }

  private func check(_ refusal: String?) throws(CloudError) {
    if let refusal { throw CloudError(.invalidArguments, refusal) }
  }

  // MARK: Deletions

  /// - Parameter base: The entry before the request.
  func checkDeletion(
    _ item: ModifyRecords.Item, of entry: Zone.Entry, base: Zone.Entry?
  ) throws(CloudError) {
    // Deleting a record needs the same permission as saving it.
    let type = schema.type(named: entry.record.recordType)
    try access.checkWrite(of: type, over: entry.record)
    let seen = base ?? entry
    if item.kind == .delete, let tag = item.record.recordChangeTag,
      tag != seen.record.recordChangeTag
    {
      guard access.mayRead(entry.record, of: type) else { throw .hidden }
      throw conflict(seen, item.record, tag)
    }
  }

  // MARK: Saves

  /// A draft with typed fields.
  struct Typed {
    fileprivate let type: RecordType
    fileprivate let growsSchema: Bool
    let fields: [Field]

    var recordType: RecordTypeName { RecordTypeName(type.name) }
  }

  /// Makes all checks of a save that come before sharing and sizes.
  ///
  /// - Parameters:
  ///   - existing: The entry that the save replaces.
  ///   - base: The entry before the request, whose tag is compared.
  mutating func typed(
    _ item: ModifyRecords.Item, over existing: Zone.Entry?, base: Zone.Entry?, in zoneID: ZoneID,
    of world: borrowing World
  ) throws(CloudError) -> Typed {
    failedByTypes = false
    let draft = item.record
    let typeName = try recordType(item, over: existing, base: base, in: zoneID, of: world)
    let knownType = schema.known(typeName)
    try access.checkWrite(of: knownType, over: existing?.record)
    try checkFields(draft, typeName, knownType, world.limits)
    let withFiles = try DraftAssets.resolved(
      draft.fields, of: zoneID, &files, in: world, context)
    let drafts = try RecordReferences.resolved(withFiles, in: zoneID, of: world, context)
    if knownType == nil, !grows {
      throw CloudError(
        .invalidArguments,
        ServerText.noNewTypeInProduction(
          typeName.text, known: schema.types.prefix(ErrorHint.mostCompared).map(\.name)))
    }
    var typing = FieldTyping(
      knownType ?? RecordType(name: typeName.text), grows: grows,
      fieldLimit: world.limits.fieldsPerType)
    failedByTypes = true
    let resolved = try typing.resolve(drafts)
    failedByTypes = false
    let isReplacement = item.kind == .replace || item.kind == .forceReplace
    return Typed(
      type: typing.type, growsSchema: knownType == nil || typing.hasGrown,
      fields: FieldMerge.merge(
        resolved, onto: isReplacement ? [] : existing?.record.fields ?? []))
  }

  /// Makes the remaining checks, and lets the schema grow.
  ///
  /// - Returns: The record to store, and whether the schema grew.
  mutating func finished(
    _ typed: Typed, _ draft: RecordDraft, _ sharing: Record.Sharing?, over existing: Zone.Entry?,
    within limits: Limits
  ) throws(CloudError) -> (save: RecordSave, hasGrown: Bool) {
    try checkSize(typed.fields, name: draft.recordName, limits)
    if typed.growsSchema { schema.set(typed.type) }
    let save = RecordSave(
      recordName: draft.recordName, recordType: typed.recordType, fields: typed.fields,
      parent: draft.parent(over: existing), sharing: sharing, existing: existing)
    return (save, typed.growsSchema)
  }

  /// Checks the name of a parent, and that it is in the zone of its record.
  func checkParent(
    _ draft: RecordDraft, in zoneID: ZoneID, of world: borrowing World
  ) throws(CloudError) {
    guard case .record(let name, let zone) = draft.parent else { return }
    try RecordReferences.checkName(name, limit: world.limits.nameLength)
    guard let zone else { return }
    let target = context.resolved(zone, in: world)
    guard target == zoneID else { throw RecordReferences.crossesZones(name, target) }
  }

  /// Checks the version and the record type of an item. Their errors show the existing record, or
  /// properties of it, so that a caller who may not read it gets the error of the missing permission
  /// instead. The error for a record that is not stored says where there is one of its name.
  ///
  /// - Returns: The type of the record to save.
  private func recordType(
    _ item: ModifyRecords.Item, over existing: Zone.Entry?, base: Zone.Entry?, in zoneID: ZoneID,
    of world: borrowing World
  ) throws(CloudError) -> RecordTypeName {
    do throws(CloudError) {
      try checkVersion(item, existing == nil ? nil : base ?? existing)
      return try recordType(of: item.record, existing, world.limits)
    } catch {
      guard let stored = existing?.record else {
        guard error.code == .unknownItem, let name = item.record.recordName else { throw error }
        var error = error
        error.reason += world.hint(toRecord: name, besides: zoneID, as: context)
        throw error
      }
      let type = schema.type(named: stored.recordType)
      guard !access.mayRead(stored, of: type) else { throw error }
      try access.checkWrite(of: type, over: stored)
      throw .hidden
    }
  }

  /// Checks whether the item may overwrite the existing version (DOC WS:ModifyRecords,
  /// RecordSavePolicy).
  private func checkVersion(
    _ item: ModifyRecords.Item, _ existing: Zone.Entry?
  ) throws(CloudError) {
    let draft = item.record
    // No save policy overwrites a share without a check of the version (DOC
    // CKModifyRecordsOperation.savePolicy). The operation types that begin with `force` have no
    // policy and compare nothing (DOC WS).
    let isGuarded = draft.share != nil || existing?.record.share != nil
    switch item.kind {
    case .create:
      if let existing { throw alreadyExists(existing, draft) }
    case .update, .replace:
      // A request with an item that lacks its tag was refused.
      if let tag = draft.recordChangeTag { try compare(tag, with: existing, draft) }
    case .save where policy(of: item) == .ifServerRecordUnchanged || isGuarded:
      if let tag = draft.recordChangeTag {
        try compare(tag, with: existing, draft)
      } else if let existing {
        throw alreadyExists(existing, draft)
      }
    case .save, .forceUpdate, .forceReplace, .delete, .forceDelete: break
    }
  }

  private func policy(of item: ModifyRecords.Item) -> ModifyRecords.SavePolicy {
    item.savePolicy ?? request.operation.savePolicy
  }

  private func compare(
    _ tag: RecordChangeTag, with existing: Zone.Entry?, _ draft: RecordDraft
  ) throws(CloudError) {
    guard let existing else {
      throw CloudError(.unknownItem, ServerText.taggedNotFound(draft.recordName ?? ""))
    }
    guard tag == existing.record.recordChangeTag else {
      throw conflict(existing, draft, tag)
    }
  }

  private func alreadyExists(_ entry: Zone.Entry, _ draft: RecordDraft) -> CloudError {
    conflict(entry, draft, reason: ServerText.alreadyExists(entry.record, over: draft))
  }

  private func conflict(_ entry: Zone.Entry, _ draft: RecordDraft, _ tag: RecordChangeTag)
    -> CloudError
  {
    conflict(
      entry, draft,
      reason: ServerText.conflict(sent: tag.text, stored: entry.record.recordChangeTag.text))
  }

  private func conflict(_ entry: Zone.Entry, _ draft: RecordDraft, reason: String) -> CloudError {
    withConflict(CloudError(.serverRecordChanged, reason), over: entry, draft)
  }

  /// Returns the error with the versions that a client needs to merge.
  func withConflict(
    _ error: CloudError, over entry: Zone.Entry, _ draft: RecordDraft
  ) -> CloudError {
    var error = error
    let ancestor = draft.recordChangeTag.flatMap { tag in
      // Only an injected conflict can have the current tag.
      tag == entry.record.recordChangeTag ? entry.record : entry.former?.version(tagged: tag)
    }
    error.conflict = CloudError.Conflict(
      serverRecord: entry.record, clientRecord: draft, ancestorRecord: ancestor)
    return error
  }

  private func recordType(
    of draft: RecordDraft, _ existing: Zone.Entry?, _ limits: Limits
  ) throws(CloudError) -> RecordTypeName {
    guard let existing else {
      guard let name = draft.recordType else {
        throw CloudError(.invalidArguments, "recordType: a new record needs a recordType")
      }
      if name == Share.recordType { return name }
      try check(NameRules.refusal(recordType: name, limit: limits.nameLength))
      guard name != UserRecords.recordType else {
        throw CloudError(.invalidArguments, ServerText.userRecordCreation)
      }
      return name
    }
    let stored = existing.record.recordType
    if let name = draft.recordType, name != stored {
      throw CloudError(
        .invalidArguments,
        ServerText.otherType(name, stored: stored, of: existing.record.recordName))
    }
    return stored
  }

  private func checkFields(
    _ draft: RecordDraft, _ typeName: RecordTypeName, _ known: RecordType?, _ limits: Limits
  ) throws(CloudError) {
    let fields = known?.fields ?? []
    // Of the stored record, if the request leaves the type out.
    let isShare = typeName == Share.recordType
    // Fields are not copied: there are many, and for most only the name is compared.
    for index in draft.fields.indices {
      if isShare, Share.fieldNames.contains(draft.fields[index].name) { continue }
      // The type's own fields were checked when it got them. Names are compared by bytes: `==`
      // considers U+212A equal to K.
      if index >= fields.count || !fields[index].name.hasBytes(of: draft.fields[index].name) {
        try check(
          NameRules.refusal(fieldName: draft.fields[index].name, limit: limits.nameLength))
      }
      guard draft.fields[index].isEncrypted, let value = draft.fields[index].value else { continue }
      guard context.scope != .public else {
        throw CloudError(.invalidArguments, ServerText.encryptedInPublic)
      }
      let type = value.type.element ?? value.type
      guard type != .reference, type != .asset else {
        throw CloudError(
          .invalidArguments,
          "Field '\(draft.fields[index].name)': a \(type.rawValue) cannot be encrypted")
      }
    }
  }

  private func checkSize(
    _ fields: [Field], name: RecordName?, _ limits: Limits
  ) throws(CloudError) {
    let size = RecordSize(fields, recordName: name)
    guard size.withoutAssets <= limits.bytesPerRecord else {
      throw CloudError(.limitExceeded, ServerText.recordTooLarge)
    }
    guard size.largestAsset <= limits.bytesPerAsset else {
      throw AssetLimit.exceeded(size.largestAsset, limits)
    }
  }
}

extension RecordDraft {
  /// Returns the parent of the record after a save.
  func parent(over existing: Zone.Entry?) -> RecordName? {
    switch parent {
    case .unchanged: existing?.record.parent
    case .none: nil
    case .record(let name, _): name
    }
  }
}
