/// What a test reads and removes of a database, for callers in Swift: neither a call of the service, so
/// that no fault acts on it and the journal does not have it, nor JSON.
extension Cloud {
  /// Returns the stored versions of records; nil for records that do not exist.
  ///
  /// - Parameter recordIDs: Zones without an owner are those of the caller.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package func storedVersions(
    of recordIDs: [RecordID], as caller: Caller
  ) throws(Misuse) -> [Record?] {
    if isHeldHere { throw .calledFromInside }
    return try withCore { (core) throws(Misuse) in
      let context = try caller.context(in: core.state.world)
      let database = core.state.world.database(try context.storedDatabase("stored records"))
      return recordIDs.map { recordID in
        let zoneID = context.resolved(recordID.zoneID, in: core.state.world)
        let zone = database.zones[zoneID.zoneName]
        guard let zone, zone.zoneID == zoneID else { return nil }
        return zone.records[recordID.recordName]?.record
      }
    }
  }

  /// Removes records with all that follows from their deletion, but without pushes. Those that do not
  /// exist are ignored.
  ///
  /// - Parameter recordIDs: Nil means all records of the database.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package func removeRecords(_ recordIDs: [RecordID]?, as caller: Caller) throws(Misuse) {
    if isHeldHere { throw .calledFromInside }
    try withCore { (core) throws(Misuse) in
      try core.state.removeRecords(recordIDs, as: caller)
    }
  }

  /// The error that the seed chooses for a record, as `SetRecordErrors` without an error does, and how
  /// much of the record was transferred until then, from 0 to 1 exclusively.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package func drawnFailure(of recordName: RecordName) -> (error: CloudError, progress: Double) {
    if isHeldHere { return (CloudError(.internalError, Misuse.calledFromInside.message), 0) }
    return withCore { core in
      let seed = core.state.world.seed
      let draw = SeededRandom.hash(seed: seed, "recordProgress/\(recordName)", 0)
      let error = ErrorSpecification.draw(seed: seed, recordName: recordName)
      return (error.cloudError, Double(draw % 100) / 100)
    }
  }
}

extension CloudState {
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  fileprivate mutating func removeRecords(
    _ recordIDs: [RecordID]?, as caller: Caller
  ) throws(Misuse) {
    var context = try caller.context(in: world)
    let key = try context.storedDatabase("removal of records")
    var doomed: [ZoneID: [RecordName]] = [:]
    if let recordIDs {
      for recordID in recordIDs {
        doomed[context.resolved(recordID.zoneID, in: world), default: []]
          .append(recordID.recordName)
      }
    } else {
      for (_, zone) in world.database(key).zones.map({ $0 }) {
        doomed[zone.zoneID] = zone.records.map(\.key)
      }
    }
    for zoneID in Array(doomed.keys).genericSorted(by: <) {
      guard world.database(key).zones[zoneID.zoneName]?.zoneID == zoneID else { continue }
      world.withZone(zoneID, in: key) { zone in
        var effects = RecordEffects(savingItems: nil)
        for name in doomed[zoneID] ?? [] where !zone.isOfUser(name) {
          effects.delete(name, item: 0, from: &zone)
        }
      }
    }
    // No device has an empty name: the changes are of none.
    context.deviceName = ""
    world.commit(by: context, sendsPushes: false)
  }
}

extension Zone {
  /// Whether the record is one of a user, which is never deleted (DOC).
  fileprivate func isOfUser(_ name: RecordName) -> Bool {
    records[name]?.record.recordType == SystemDefinitions.users
  }
}
