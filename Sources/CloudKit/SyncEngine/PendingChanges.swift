/// A change of a zone or a record that an engine is to send.
protocol PendingChange: Equatable {
  associatedtype ID: Hashable
  /// What is changed.
  var changedID: ID { get }
}

/// Changes in the order in which they were added, one for each zone or record. An engine may have a
/// change for every record of an app.
struct PendingChanges<Change: PendingChange> {
  private var entries: [Change.ID: (place: Int, change: Change)] = [:]
  private var lastPlace = 0
  /// The changes in their order; nil if they have changed since it was made.
  private var sorted: [Change]? = []

  /// The changes in their order.
  var list: [Change] {
    mutating get {
      if let sorted { return sorted }
      let list = entries.values.sorted { $0.place < $1.place }.map(\.change)
      sorted = list
      return list
    }
  }

  /// Adds changes. A change that is there already keeps its place; another one of the same zone or
  /// record is replaced.
  mutating func add(_ changes: [Change]) {
    for change in changes {
      let known = entries[change.changedID]?.change
      if known == change { continue }
      lastPlace &+= 1
      entries[change.changedID] = (lastPlace, change)
      // A client may read the list after each change.
      if known == nil { sorted?.append(change) } else { sorted = nil }
    }
  }

  /// Removes changes; those of the same zone or record that are not equal stay.
  mutating func remove(_ changes: [Change]) {
    for change in changes where entries[change.changedID]?.change == change {
      entries[change.changedID] = nil
      sorted = nil
    }
  }
}

extension CKSyncEngine.PendingDatabaseChange: PendingChange {
  var changedID: CKRecordZoneID { zoneID }
}

extension CKSyncEngine.PendingRecordZoneChange: PendingChange {
  var changedID: CKRecordID { recordID }
}
