/// Finds the records of one zone that have roots of shares below them. Results are stored, so that
/// searches for the records of one hierarchy visit it once.
struct SharesBelow: Sendable {
  /// The results by record. Records below one without shares have entries too, and so have those
  /// between a record with shares and one of these.
  private var known: [ExactText: Bool] = [:]

  /// - Parameter root: A record that no share covers: in a cycle of parents, it is below itself.
  mutating func hasShare(below root: String, in zone: Zone) -> Bool {
    if let known = known[ExactText(root)] { return known }
    var below = [root]
    var visited: Set = [ExactText(root)]
    while let name = below.popLast() {
      for child in zone.children(of: name) where visited.insert(ExactText(child)).inserted {
        let isKnown = known[ExactText(child)]
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

  private mutating func noteShare(under name: String, upTo root: String, in zone: Zone) {
    var current: String? = name
    while let name = current, known.updateValue(true, forKey: ExactText(name)) != true {
      current = name.hasBytes(of: root) ? nil : zone.records[name]?.record.parent
    }
  }

  /// Removes the results that are invalid after a record was moved, or its share created or
  /// deleted.
  mutating func forget(_ change: RecordChange, in zone: Zone) {
    for record in [change.before, change.after] {
      var current = record?.parent
      while let name = current, known.removeValue(forKey: ExactText(name)) != nil {
        current = zone.records[name]?.record.parent
      }
    }
  }
}
