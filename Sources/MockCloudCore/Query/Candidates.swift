/// The records that a plan offers in one zone, as far as the caller can see them.
struct Candidates {
  let zone: Zone
  /// What a participant sees; nil sees everything.
  private let feed: RecordFeed?
  let plan: Planner.Plan
  private let recordType: String

  init(_ zone: VisibleZone, _ plan: Planner.Plan, _ recordType: String) {
    self.zone = zone.zone
    feed = zone.viewer == nil ? nil : zone.feed
    self.plan = plan
    self.recordType = recordType
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
    case .names(let names):
      for name in names {
        if let record = record(name), !body(record) { return false }
      }
      return true
    case .point(let index, let range):
      var goesOn = true
      index.scan(range) { name, _ in
        if let record = record(name) { goesOn = body(record) }
        return goesOn
      }
      return goesOn
    }
  }

  private func walkType(_ body: (Record) -> Bool) -> Bool {
    let names = zone.indexes.names(of: recordType)
    var goesOn = true
    // Passing over a record of another type costs less than looking one up.
    if names.count >= zone.records.count / 4 {
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
