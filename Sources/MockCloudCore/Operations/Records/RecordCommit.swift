/// Applies the outcome of a transaction to the world.
extension RecordTransaction {
  /// Applies the changes. Returns the outcomes of the items.
  func commit(
    _ prepared: consuming Prepared, to world: inout World
  ) -> [ModifyRecords.Outcome?] {
    if let schema = prepared.schema { world.setSchema(schema, of: request.context.schemaKey) }
    return prepared.drafts.isEmpty
      ? store(prepared.plans, in: &world) : replaceZones(prepared, in: &world)
  }

  /// Replaces the zones by their drafts, in the order of their latest changes, which is that of the
  /// database's feed.
  private func replaceZones(
    _ prepared: consuming Prepared, in world: inout World
  ) -> [ModifyRecords.Outcome?] {
    var prepared = prepared
    world.identifiers = prepared.identifiers
    let outcomes = prepared.outcomes(request)
    let order = prepared.drafts.indices.sorted {
      prepared.drafts[$0].lastItem < prepared.drafts[$1].lastItem
    }
    for place in order {
      let zoneID = prepared.drafts[place].zoneID
      guard !prepared.drafts[place].zone.recordChanges.isEmpty,
        let key = request.context.databaseKey(holding: zoneID)
      else { continue }
      // The draft then has the previous zone.
      world.withZone(zoneID, in: key) { swap(&$0, &prepared.drafts[place].zone) }
    }
    return outcomes
  }

  /// Makes the changes in place. Consecutive items are usually in the same zone, which is looked up
  /// once for all of them.
  private func store(
    _ plans: [RecordPlan?], in world: inout World
  ) -> [ModifyRecords.Outcome?] {
    var outcomes: [ModifyRecords.Outcome?] = []
    outcomes.reserveCapacity(plans.count)
    let stamp = request.context.stamp(at: world.clock.stamp)
    let request = request
    var identifiers = world.identifiers
    var start = plans.startIndex
    while start < plans.endIndex {
      let zoneID = request.zoneIDs[start]
      let end = request.zoneIDs[start...].firstIndex { $0 != zoneID } ?? plans.endIndex
      var effects = RecordEffects(savingItems: nil)
      if plans[start..<end].contains(where: { $0 != nil }),
        let key = request.context.databaseKey(holding: zoneID)
      {
        world.withZone(zoneID, in: key) { zone in
          for index in start..<end {
            outcomes.append(
              request.store(plans[index], index, &zone, &effects, stamp, &identifiers))
          }
          effects.touchParents(in: &zone)
        }
      }
      while outcomes.count < end { outcomes.append(nil) }
      start = end
    }
    world.identifiers = identifiers
    return outcomes
  }
}

extension BatchRequest {
  fileprivate func store(
    _ plan: RecordPlan?, _ index: Int, _ zone: inout Zone, _ effects: inout RecordEffects,
    _ stamp: Stamp, _ identifiers: inout IdentifierSource
  ) -> ModifyRecords.Outcome? {
    switch plan {
    case .save(let save):
      return .saved(
        effects.save(save, in: &zone, stamp: stamp, &identifiers),
        desiredKeys: operation.desiredKeys(of: index))
    case .delete(let name):
      effects.delete(name, item: index, from: &zone)
      return .deleted(RecordID(recordName: name, zoneID: zone.zoneID))
    case .absent(let name): return .deleted(RecordID(recordName: name, zoneID: zone.zoneID))
    case .saved, nil: return nil
    }
  }
}

extension RecordTransaction.Prepared {
  /// Returns the outcomes of the items, with the records after all changes.
  fileprivate func outcomes(_ request: BatchRequest) -> [ModifyRecords.Outcome?] {
    let places = Dictionary(drafts.enumerated().map { ($0.element.zoneID, $0.offset) }) {
      first, _ in first
    }
    return plans.enumerated().map { index, plan in
      let zoneID = request.zoneIDs[index]
      switch plan {
      case .saved(let record):
        // A later deletion can cascade to the record.
        guard let place = places[zoneID],
          let latest = drafts[place].zone.records[record.recordName]?.record
        else { return .deleted(record.recordID) }
        return .saved(latest, desiredKeys: request.operation.desiredKeys(of: index))
      case .delete(let name), .absent(let name):
        return .deleted(RecordID(recordName: name, zoneID: zoneID))
      case .save, nil: return nil
      }
    }
  }
}
