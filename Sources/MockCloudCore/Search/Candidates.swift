/// The records that a plan yields in one zone and that the caller can see.
struct Candidates {
  let zone: Zone
  /// The records that a participant sees; nil means all.
  private let feed: RecordFeed?
  let plan: Planner.Plan
  private let planner: Planner

  private var recordType: RecordTypeName { planner.recordType }

  init(_ zone: VisibleZone, _ plan: Planner.Plan, _ planner: Planner) {
    self.init(
      zone: zone.zone, feed: zone.viewer == nil ? nil : zone.feed, plan: plan, planner: planner)
  }

  private init(zone: Zone, feed: RecordFeed?, plan: Planner.Plan, planner: Planner) {
    self.zone = zone
    self.feed = feed
    self.plan = plan
    self.planner = planner
  }

  /// Returns the same candidates for lookups in any order.
  func unordered() -> Candidates {
    guard case .ready(let plan) = planner.step(zone, usesOrder: false) else { return self }
    return Candidates(zone: zone, feed: feed, plan: plan, planner: planner)
  }

  /// Returns the record with the given name, if it has the type and the caller can see it.
  func record(_ name: RecordName) -> Record? {
    guard let record = zone.records[name]?.record, isOfType(record), feed?.lists(name) ?? true
    else { return nil }
    return record
  }

  private func isOfType(_ record: Record) -> Bool {
    record.recordType == recordType
  }

  /// Passes the records to a visitor in the order of their names until it returns false. Returns
  /// whether it always returned true.
  func walk(_ visitor: inout some RecordVisitor) -> Bool {
    switch plan.access {
    case .nothing: return true
    case .type: return walkType(&visitor)
    case .names(let names): return walk(names, &visitor)
    case .indexes(let searches): return walk(searches, &visitor)
    }
  }

  /// Visits the records that all searches yield. Finding a name in an index is cheaper than testing
  /// its record, which must be fetched.
  private func walk(_ searches: [IndexSearch], _ visitor: inout some RecordVisitor) -> Bool {
    let probes = searches.dropFirst().compactMap { $0.probe() }
    var goesOn = true
    searches.first?.scan { name in
      for probe in probes where !probe(name) { return true }
      if let record = record(name) { goesOn = visitor.visit(record) }
      return goesOn
    }
    return goesOn
  }

  private func walk(_ names: [RecordName], _ visitor: inout some RecordVisitor) -> Bool {
    for name in names {
      if let record = record(name), !visitor.visit(record) { return false }
    }
    return true
  }

  private func walkType(_ visitor: inout some RecordVisitor) -> Bool {
    let names = zone.indexes.names(of: recordType)
    if ZoneIndexes.isScanned(names.count, of: zone.records.count) {
      let isAll = names.count == zone.records.count && feed == nil
      return walkZone(isAll: isAll, &visitor)
    }
    var goesOn = true
    names.scan { name, _ in
      if let record = record(name) { goesOn = visitor.visit(record) }
      return goesOn
    }
    return goesOn
  }

  /// Visits the records of the whole zone. The zone retains its records, so they are passed without
  /// reference counting, which would cause most of the waits for memory.
  private func walkZone(isAll: Bool, _ visitor: inout some RecordVisitor) -> Bool {
    var goesOn = true
    zone.records.scanLeaves { entries in
      visitor.expect(entries)
      entries.withUnsafeBufferPointer { entries in
        for place in entries.indices where goesOn {
          Unmanaged.passUnretained(entries[place].record)._withUnsafeGuaranteedRef { record in
            if isAll || isOfType(record) && feed?.lists(record.recordName) ?? true {
              goesOn = visitor.visit(record)
            }
          }
        }
      }
      return goesOn
    }
    return goesOn
  }
}
