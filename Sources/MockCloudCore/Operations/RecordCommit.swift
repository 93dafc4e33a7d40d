/// Carries out what was planned for the items of a `records/modify`.
struct RecordCommit {
  let operation: ModifyRecords
  let context: CallContext

  func apply(
    _ plans: [ItemResult<RecordPlan>], _ zoneIDs: [ZoneID], to world: inout World
  ) -> [ItemResult<ModifyRecords.Outcome>] {
    guard let key = context.databaseKey, plans.contains(where: \.isSuccess) else {
      return plans.map { $0.flatMap { _ in .failure(Self.unreachable) } }
    }
    growSchema(plans, in: &world)
    let stamp = context.stamp(at: world.clock.now)
    var identifiers = world.identifiers
    let outcomes = world.withDatabase(key) { database in
      zip(plans.indices, plans).map { index, plan in
        plan.map { apply($0, index, zoneIDs[index], &database, stamp, &identifiers) }
      }
    }
    world.identifiers = identifiers
    return outcomes
  }

  /// A plan without a database cannot succeed: the planner has refused its item already.
  private static let unreachable = ItemError(
    item: .record(name: nil, zoneID: ZoneID(zoneName: "", ownerName: "")),
    error: CloudError(.internalError, ServerText.standard(for: .internalError)))

  private func growSchema(_ plans: [ItemResult<RecordPlan>], in world: inout World) {
    var schema: Schema?
    for case .success(.save(let save)) in plans where save.growsSchema {
      var grown = schema ?? world.schema(of: context.schemaKey)
      grown.learn(save.recordType, save.fields)
      schema = grown
    }
    if let schema { world.setSchema(schema, of: context.schemaKey) }
  }

  private func apply(
    _ plan: RecordPlan, _ index: Int, _ zoneID: ZoneID, _ database: inout Database,
    _ stamp: Stamp, _ identifiers: inout IdentifierSource
  ) -> ModifyRecords.Outcome {
    switch plan {
    case .delete(let recordName):
      _ = database.zones.modify(zoneID.zoneName) { $0.remove(recordName) }
      return .deleted(RecordID(recordName: recordName, zoneID: zoneID))
    case .save(let save):
      let name = save.recordName ?? identifiers.uuid()
      let record = database.zones.modify(zoneID.zoneName) { zone in
        let sequence = zone.nextSequence(after: save.existing)
        let record = save.record(named: name, in: zone.zoneID, sequence: sequence, stamp: stamp)
        zone.store(record, sequence: sequence, keeping: save.existing?.record)
        return record
      }
      let version = record ?? save.record(named: name, in: zoneID, sequence: 0, stamp: stamp)
      let item = operation.items[index]
      return .saved(version, desiredKeys: item.desiredKeys ?? operation.desiredKeys)
    }
  }
}

extension RecordPlan.Save {
  fileprivate func record(
    named name: String, in zoneID: ZoneID, sequence: UInt64, stamp: Stamp
  ) -> Record {
    Record(
      recordName: name, zoneID: zoneID, recordType: recordType,
      recordChangeTag: ChangeTag.text(sequence), fields: fields,
      created: existing?.record.created ?? stamp, modified: stamp, parent: parent)
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
