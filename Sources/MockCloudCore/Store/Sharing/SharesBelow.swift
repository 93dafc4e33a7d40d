/// Finds the records of one zone that have roots of shares below them. Results are stored, so that
/// searches for the records of one hierarchy visit it once.
struct SharesBelow: Sendable {
  /// The results by record. Records below one without shares have entries too, and so have those
  /// between a record with shares and one of these.
  private var known: [RecordName: Bool] = [:]

  /// - Parameter root: A record that no share covers: in a cycle of parents, it is below itself.
  mutating func hasShare(below root: RecordName, in zone: Zone) -> Bool {
    if let known = known[root] { return known }
    var below = [root]
    var visited: Set = [root]
    while let name = below.popLast() {
      for child in zone.children(of: name) where visited.insert(child).inserted {
        let isKnown = known[child]
        let isShared = zone.records[child]?.record.shareName != nil
        if isShared || isKnown == true {
          noteShare(under: name, upTo: root, in: zone)
          return true
        }
        if isKnown == nil { below.append(child) }
      }
    }
    for name in visited { known[name] = false }
    return false
  }

  private mutating func noteShare(under name: RecordName, upTo root: RecordName, in zone: Zone) {
    var current: RecordName? = name
    while let name = current, known.updateValue(true, forKey: name) != true {
      current = name == root ? nil : zone.records[name]?.record.parent
    }
  }

  /// Removes the results that are invalid after a record was moved, or its share created or
  /// deleted.
  mutating func forget(_ change: RecordChange, in zone: Zone) {
    for record in [change.before, change.after] {
      var current = record?.parent
      while let name = current, known.removeValue(forKey: name) != nil {
        current = zone.records[name]?.record.parent
      }
    }
  }
}
