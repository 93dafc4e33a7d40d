/// The records that a request itself saves, and what it says of their parents: records may refer to
/// others of the same request, in any order.
struct Announced {
  private var parents: [RecordID: ParentDraft] = [:]

  mutating func add(_ id: RecordID, parent: ParentDraft) { parents[id] = parent }

  func contains(_ id: RecordID) -> Bool { parents[id] != nil }

  /// The parent that a record will have when the request is done.
  func parent(of name: String, in zone: Zone) -> String? {
    switch parents[RecordID(recordName: name, zoneID: zone.zoneID)] {
    case .record(let parent): parent
    case .some(.none): nil
    case .unchanged, nil: zone.records[name]?.record.parent
    }
  }

  /// The names of the records that will stand above one, from the nearest on.
  func ancestors(of name: String, in zone: Zone) -> [String] {
    var ancestors: [String] = []
    var seen: Set<String> = [name]
    var current = parent(of: name, in: zone)
    while let above = current, seen.insert(above).inserted {
      ancestors.append(above)
      current = parent(of: above, in: zone)
    }
    return ancestors
  }
}
