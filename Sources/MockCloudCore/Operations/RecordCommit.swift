/// Carries out what was planned for the items of a `records/modify`, with what follows from it:
/// deletions that cascade, and parents whose tags change with their children.
struct RecordCommit {
  let operation: ModifyRecords
  let context: CallContext
  private(set) var changes: [RecordChange] = []
  /// What participants saw of them.
  private(set) var seen: [ViewChange] = []
  /// The zones among those changed that participants look at, or looked at before.
  private var sharedZones: [ZoneID] = []
  /// The items that save records, by record, where other items delete some.
  private var saves: [RecordID: Int] = [:]

  init(operation: ModifyRecords, context: CallContext) {
    self.operation = operation
    self.context = context
  }

  mutating func apply(
    _ plans: [ItemResult<RecordPlan>], _ zoneIDs: [ZoneID], to world: inout World
  ) -> [ItemResult<ModifyRecords.Outcome>] {
    growSchema(plans, in: &world)
    noteSaves(plans, zoneIDs)
    var outcomes: [ItemResult<ModifyRecords.Outcome>] = []
    outcomes.reserveCapacity(plans.count)
    let stamp = context.stamp(at: world.clock.now)
    var identifiers = world.identifiers
    var start = plans.startIndex
    while start < plans.endIndex {
      // Neighbours mostly lie in one zone, which is then looked up once.
      let zoneID = zoneIDs[start]
      let end = zoneIDs[start...].firstIndex { $0 != zoneID } ?? plans.endIndex
      let isEffective = (start..<end).contains { plans[$0].isSuccess }
      if isEffective, let key = context.databaseKey(holding: zoneID) {
        world.withZone(zoneID, in: key) { zone in
          for index in start..<end {
            outcomes.append(plans[index].map { apply($0, index, &zone, stamp, &identifiers) })
          }
          if zone.isShared, !sharedZones.contains(zoneID) { sharedZones.append(zoneID) }
        }
      }
      // Items of a zone that is not there have all failed; they only pass through.
      for index in outcomes.count..<end {
        outcomes.append(plans[index].flatMap { _ in .failure(.unexplained(zoneID)) })
      }
      start = end
    }
    touchParents(in: &world)
    linkRoots(in: &world)
    world.identifiers = identifiers
    updateViews(in: &world)
    return changes.count == plans.count ? outcomes : current(outcomes, in: world)
  }

  private mutating func noteSaves(_ plans: [ItemResult<RecordPlan>], _ zoneIDs: [ZoneID]) {
    let deletes = plans.contains { plan in
      if case .success(.delete) = plan { true } else { false }
    }
    guard deletes else { return }
    for (index, plan) in plans.enumerated() {
      guard case .success(.save(let save)) = plan, let name = save.recordName else { continue }
      saves[RecordID(recordName: name, zoneID: zoneIDs[index])] = index
    }
  }

  private func growSchema(_ plans: [ItemResult<RecordPlan>], in world: inout World) {
    var schema: Schema?
    for case .success(.save(let save)) in plans where save.growsSchema {
      var grown = schema ?? world.schema(of: context.schemaKey)
      grown.learn(save.recordType, save.fields)
      schema = grown
    }
    if let schema { world.setSchema(schema, of: context.schemaKey) }
  }

  private mutating func apply(
    _ plan: RecordPlan, _ index: Int, _ zone: inout Zone, _ stamp: Stamp,
    _ identifiers: inout IdentifierSource
  ) -> ModifyRecords.Outcome {
    switch plan {
    case .delete(let recordName):
      delete(recordName, from: &zone, item: index)
      return .deleted(RecordID(recordName: recordName, zoneID: zone.zoneID))
    case .absent(let recordName):
      return .deleted(RecordID(recordName: recordName, zoneID: zone.zoneID))
    case .leave(let shareName):
      leave(shareName, of: &zone)
      return .deleted(RecordID(recordName: shareName, zoneID: zone.zoneID))
    case .save(let save):
      let sequence = zone.nextSequence(after: save.existing)
      let record = save.record(
        named: save.recordName ?? identifiers.uuid(), in: zone.zoneID, sequence: sequence,
        stamp: stamp, &identifiers)
      let before = save.existing?.record
      zone.store(record, sequence: sequence, keeping: before)
      changes.append(RecordChange(zoneID: zone.zoneID, before: before, after: record))
      let item = operation.items[index]
      return .saved(record, desiredKeys: item.desiredKeys ?? operation.desiredKeys)
    }
  }

  /// Deletes a record and everything that is deleted with it. Cascaded deletions appear in the change
  /// feed and not among the call's results (DOC, INFER); in the default zone CloudKit takes its time
  /// with them, here they happen at once (DECIDED).
  /// A record that a later item saves is not what it was: what it pointed to takes it along no more.
  private mutating func delete(_ recordName: String, from zone: inout Zone, item: Int) {
    var doomed = [recordName]
    while let next = doomed.popLast() {
      let dependents = zone.references.sources(of: next)
      guard let record = zone.remove(next) else { continue }
      changes.append(RecordChange(zoneID: zone.zoneID, before: record, after: nil))
      for dependent in dependents.reversed() where dependent.link.contains(.deleteSelf) {
        let id = RecordID(recordName: dependent.name, zoneID: zone.zoneID)
        if let save = saves[id], save > item { continue }
        doomed.append(dependent.name)
      }
      // A share goes with its root (DOC); a root whose share goes is shared no more.
      if let share = record.shareName { doomed.append(share) }
      if let root = record.share?.rootRecordName {
        note(zone.revise(root) { $0.with(shareName: nil) })
      }
    }
  }

  private mutating func note(_ change: RecordChange?) {
    if let change { changes.append(change) }
  }

  /// A participant takes himself off the list.
  private mutating func leave(_ shareName: String, of zone: inout Zone) {
    guard let user = context.userRecordName else { return }
    note(
      zone.revise(shareName) { record in
        var sharing = record.sharing ?? Record.Sharing()
        sharing.share?.participants.removeAll { $0.userRecordName == user }
        return record.with(sharing)
      })
  }

  /// A new share is noted on its root, which changes the root.
  private mutating func linkRoots(in world: inout World) {
    for change in changes where change.before == nil {
      guard let share = change.after, let root = share.share?.rootRecordName,
        let key = context.databaseKey(holding: share.zoneID)
      else { continue }
      let linked = world.withZone(share.zoneID, in: key) { zone in
        zone.revise(root) { $0.with(shareName: share.recordName) }
      }
      note(linked ?? nil)
    }
  }

  /// Tells participants what they can see of it.
  private mutating func updateViews(in world: inout World) {
    for zoneID in sharedZones {
      guard let key = context.databaseKey(holding: zoneID) else { continue }
      seen += world.updateViews(
        of: zoneID, in: key, after: changes.filter { $0.zoneID == zoneID })
    }
  }

  /// The outcomes with the records as they are after what followed from the items.
  private func current(
    _ outcomes: [ItemResult<ModifyRecords.Outcome>], in world: borrowing World
  ) -> [ItemResult<ModifyRecords.Outcome>] {
    var latest: [RecordID: Record] = [:]
    for change in changes {
      guard let record = change.after else { continue }
      latest[record.recordID] = record
    }
    return outcomes.map { outcome in
      guard case .success(.saved(let record, let desiredKeys)) = outcome else { return outcome }
      return .success(.saved(latest[record.recordID] ?? record, desiredKeys: desiredKeys))
    }
  }

  /// Saving a child changes its parent's tag (PORT SQD; LIVE SyncKit), unless the request saved the
  /// parent itself.
  private mutating func touchParents(in world: inout World) {
    let saved = changes.compactMap(\.after)
    guard saved.contains(where: { $0.parent != nil }) else { return }
    var seen = Set(saved.map(\.recordID))
    for child in saved {
      guard let name = child.parent else { continue }
      let id = RecordID(recordName: name, zoneID: child.zoneID)
      guard seen.insert(id).inserted, let key = context.databaseKey(holding: child.zoneID) else {
        continue
      }
      let change = world.withZone(child.zoneID, in: key) { $0.touch(name) } ?? nil
      if let change { changes.append(change) }
    }
  }
}

extension Zone {
  /// Gives a record a new tag and nothing else.
  mutating func touch(_ recordName: String) -> RecordChange? { revise(recordName) { $0 } }

  /// Stores another version of a record, which gets a new tag; nil where there is no such record.
  mutating func revise(_ recordName: String, _ change: (Record) -> Record) -> RecordChange? {
    guard let entry = records[recordName] else { return nil }
    let sequence = nextSequence(after: entry)
    let revised = change(entry.record).tagged(ChangeTag.text(sequence))
    store(revised, sequence: sequence, keeping: entry.record)
    return RecordChange(zoneID: zoneID, before: entry.record, after: revised)
  }
}

extension Record {
  /// The same record with another tag.
  func tagged(_ tag: String) -> Record {
    Record(
      recordName: recordName, zoneID: zoneID, recordType: recordType, recordChangeTag: tag,
      fields: fields, created: created, modified: modified, parent: parent, sharing: sharing)
  }

  func with(_ sharing: Sharing?) -> Record {
    Record(
      recordName: recordName, zoneID: zoneID, recordType: recordType,
      recordChangeTag: recordChangeTag, fields: fields, created: created, modified: modified,
      parent: parent, sharing: sharing?.isEmpty == true ? nil : sharing)
  }

  func with(shareName: String?) -> Record {
    var sharing = sharing ?? Sharing()
    sharing.shareName = shareName
    return with(sharing)
  }
}

extension RecordPlan.Save {
  fileprivate func record(
    named name: String, in zoneID: ZoneID, sequence: UInt64, stamp: Stamp,
    _ identifiers: inout IdentifierSource
  ) -> Record {
    var sharing = sharing
    if let share = sharing?.share { sharing?.share = share.identified(by: &identifiers) }
    if sharing?.shortGUID == "" { sharing?.shortGUID = Share.newShortGUID(&identifiers) }
    return Record(
      recordName: name, zoneID: zoneID, recordType: recordType,
      recordChangeTag: ChangeTag.text(sequence), fields: fields,
      created: existing?.record.created ?? stamp, modified: stamp, parent: parent,
      sharing: sharing)
  }
}

extension ItemError {
  /// Stands for an item of which nothing is known, which a checked request does not contain.
  fileprivate static func unexplained(_ zoneID: ZoneID) -> ItemError {
    ItemError(
      item: .record(name: nil, zoneID: zoneID),
      error: CloudError(.internalError, ServerText.standard(for: .internalError)))
  }
}

extension Result {
  var isSuccess: Bool { if case .success = self { true } else { false } }
}

extension Schema {
  /// Adds what the record has and the schema does not.
  mutating func learn(_ typeName: String, _ fields: [Field]) {
    var type = type(named: typeName) ?? RecordType(name: typeName)
    for field in fields where type.field(named: field.name) == nil {
      type.set(
        FieldDefinition(name: field.name, type: field.value.type, isEncrypted: field.isEncrypted))
    }
    set(type)
  }
}
