/// The changes in one database from which others follow: those of participants' views and of shared
/// databases, and pushes. Zones and databases report every change, so that the operations that make
/// them need not know what follows (`World.commit`).
struct StoredChanges: Sendable {
  /// A created or deleted zone.
  enum ZoneChange: Sendable {
    case created(ZoneID)
    /// A deleted zone with the users who saw part of it, sorted.
    case deleted(ZoneID, ZoneDeletionReason, viewers: [UserRecordName])
  }

  /// The changes of records in order.
  private(set) var records: [RecordChange] = []
  private(set) var zones: [ZoneChange] = []
  /// The zones with changed records that are or were shared, as they were before the first change,
  /// by name.
  private(set) var bases: [ExactText: Zone] = [:]

  var isEmpty: Bool { records.isEmpty && zones.isEmpty }

  /// Whether no participant sees the changes.
  var concernsNobody: Bool { bases.isEmpty && zones.isEmpty }

  /// Whether the zone is known as it was before its first change.
  func hasBase(of zoneName: ZoneName) -> Bool {
    !bases.isEmpty && bases[zoneName] != nil
  }

  /// Adds the changes of a zone's records.
  ///
  /// - Parameter base: The zone before the changes; nil if it was not shared.
  mutating func follow(_ zone: borrowing Zone, from base: Zone?) {
    guard !zone.recordChanges.isEmpty else { return }
    if records.isEmpty {
      records = zone.recordChanges
    } else {
      records += zone.recordChanges
    }
    guard base != nil || zone.isShared else { return }
    let name = zone.zoneID.zoneName
    if bases[name] == nil {
      // A zone without shares has no effect on views, whatever its records are.
      bases.updateValue(base ?? Zone(zoneID: zone.zoneID, incarnation: 0), forKey: name)
    }
  }

  mutating func note(_ change: ZoneChange) { zones.append(change) }
}

/// The changes of a call in all databases, which `World.commit` completes.
struct WorldChanges: Sendable {
  /// The changes by databases, in order; a database can occur more than once.
  private(set) var runs: [(key: DatabaseKey, changes: StoredChanges)] = []

  var isEmpty: Bool { runs.isEmpty }

  /// Whether no participant sees the changes.
  var concernNobody: Bool {
    for run in runs where !run.changes.concernsNobody { return false }
    return true
  }

  mutating func forget() { runs.removeAll(keepingCapacity: true) }

  mutating func add(_ changes: StoredChanges, of key: DatabaseKey) {
    if !changes.isEmpty { runs.append((key, changes)) }
  }

  /// The changed shared zones with their changes, each once, in the order of their first changes.
  var sharedZones: [SharedZoneChanges] {
    var zones: [SharedZoneChanges] = []
    var places: [ZonePlace: Int] = [:]
    for (key, changes) in runs where !changes.bases.isEmpty {
      for change in changes.records {
        let place = ZonePlace(key: key, zoneName: change.zoneID.zoneName)
        if let place = places[place] {
          zones[place].changes.append(change)
        } else if let base = changes.bases[place.zoneName] {
          places[place] = zones.count
          zones.append(SharedZoneChanges(key: key, base: base, changes: [change]))
        }
      }
    }
    return zones
  }

  /// The changes of records, combined to one for each record, by databases.
  var netRecords: [(key: DatabaseKey, changes: [RecordChange])] {
    if runs.count == 1, let run = runs.first {
      return [(key: run.key, changes: RecordChange.net(run.changes.records))]
    }
    var all: [(key: DatabaseKey, changes: [RecordChange])] = []
    var places: [DatabaseKey: Int] = [:]
    for (key, changes) in runs {
      if let place = places[key] {
        all[place].changes += changes.records
      } else {
        places[key] = all.count
        all.append((key, changes.records))
      }
    }
    return all.map { (key: $0.key, changes: RecordChange.net($0.changes)) }
  }

  private struct ZonePlace: Hashable {
    let key: DatabaseKey
    let zoneName: ZoneName
  }
}

/// The changes of the records of a zone that is or was shared.
struct SharedZoneChanges {
  let key: DatabaseKey
  /// The zone before the changes.
  let base: Zone
  fileprivate(set) var changes: [RecordChange]
}
