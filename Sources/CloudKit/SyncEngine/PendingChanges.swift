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
  /// The changes in their order. A client may read them after each change.
  private(set) var list: [Change] = []
  /// Their places, which increase.
  private var places: [Int] = []

  /// The largest number of changes that are taken out of the list one by one.
  private static var few: Int { 16 }

  /// Adds changes. A change that is there already keeps its place; another one of the same zone or
  /// record is replaced.
  mutating func add(_ changes: [Change]) {
    var replaced: [Int] = []
    for change in changes {
      let known = entries[change.changedID]
      if known?.change == change { continue }
      lastPlace &+= 1
      entries[change.changedID] = (lastPlace, change)
      list.append(change)
      places.append(lastPlace)
      if let known { replaced.append(known.place) }
    }
    drop(replaced)
  }

  /// Removes changes; those of the same zone or record that are not equal stay.
  mutating func remove(_ changes: [Change]) {
    var removed: [Int] = []
    for change in changes {
      guard let known = entries[change.changedID], known.change == change else { continue }
      entries[change.changedID] = nil
      removed.append(known.place)
    }
    drop(removed)
  }

  /// Takes the changes with places out of the list.
  private mutating func drop(_ dropped: [Int]) {
    if dropped.count <= Self.few {
      for place in dropped {
        let index = index(of: place)
        list.remove(at: index)
        places.remove(at: index)
      }
      return
    }
    let dropped = Set(dropped)
    let kept = places.indices.filter { !dropped.contains(places[$0]) }
    list = kept.map { list[$0] }
    places = kept.map { places[$0] }
  }

  /// Returns the index of a place that the list has.
  private func index(of place: Int) -> Int {
    var (start, end) = (places.startIndex, places.endIndex)
    while start < end {
      let middle = start + (end - start) / 2
      if places[middle] < place { start = middle + 1 } else { end = middle }
    }
    return start
  }
}

extension CKSyncEngine.PendingDatabaseChange: PendingChange {
  var changedID: CKRecordZoneID { zoneID }
}

extension CKSyncEngine.PendingRecordZoneChange: PendingChange {
  var changedID: CKRecordID { recordID }
}
