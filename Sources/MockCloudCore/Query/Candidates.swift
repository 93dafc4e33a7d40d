/// The records that a plan offers in one zone, as far as the caller can see them.
struct Candidates {
  let zone: Zone
  /// What a participant sees; nil sees everything.
  private let feed: RecordFeed?
  let plan: Planner.Plan
  private let planner: Planner

  private var recordType: String { planner.recordType }

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

  /// The same to be found in any order.
  func unordered() -> Candidates {
    guard case .ready(let plan) = planner.step(zone, usesOrder: false) else { return self }
    return Candidates(zone: zone, feed: feed, plan: plan, planner: planner)
  }

  /// The record of that name, if it is of the type and in sight.
  func record(_ name: String) -> Record? {
    guard let record = zone.records[name]?.record, isOfType(record), feed?.lists(name) ?? true
    else { return nil }
    return record
  }

  private func isOfType(_ record: Record) -> Bool {
    String.compare(record.recordType, recordType) == 0
  }

  /// Hands over the records in the order of their names until `body` answers false; answers whether
  /// it never did.
  func walk(_ body: (Record) -> Bool) -> Bool {
    switch plan.access {
    case .nothing: return true
    case .type: return walkType(body)
    case .names(let names): return walk(names, body)
    case .ranges(let index, let ranges):
      guard ranges.count == 1, ranges[0].isPoint else {
        return walk(index.names(in: ranges), body)
      }
      // The names of one value come in their order, and no more of them than are wanted.
      var goesOn = true
      index.scan(ranges[0]) { name, _ in
        if let record = record(name) { goesOn = body(record) }
        return goesOn
      }
      return goesOn
    }
  }

  private func walk(_ names: [String], _ body: (Record) -> Bool) -> Bool {
    for name in names {
      if let record = record(name), !body(record) { return false }
    }
    return true
  }

  private func walkType(_ body: (Record) -> Bool) -> Bool {
    let names = zone.indexes.names(of: recordType)
    var goesOn = true
    if names.count == zone.records.count, feed == nil {
      zone.records.scanValues { entry in
        goesOn = body(entry.record)
        return goesOn
      }
    } else if names.count >= zone.records.count / 4 {
      // Passing over a record of another type costs less than looking one up.
      zone.records.scan { name, entry in
        guard isOfType(entry.record), feed?.lists(name) ?? true else { return true }
        goesOn = body(entry.record)
        return goesOn
      }
    } else {
      names.scan { name, _ in
        if let record = record(name) { goesOn = body(record) }
        return goesOn
      }
    }
    return goesOn
  }
}
