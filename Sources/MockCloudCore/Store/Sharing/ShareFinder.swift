/// Finds the shares that cover the records of one zone: a record's own share, that of its nearest
/// ancestor, or the zone's. The results of all visited ancestors are stored, so that a search for
/// all records of a hierarchy takes one step for each.
struct ShareFinder: Sendable {
  /// The names of the shares by record; nil for a record without a share, or one that does not
  /// exist. The entries from which an entry was derived are stored too.
  private var found: [RecordName: RecordName?] = [:]
  /// The number of visited records.
  private(set) var steps = 0

  /// Returns the name of the share that covers a record; nil if there is none, or no such record.
  mutating func share(over name: RecordName, in zone: Zone) -> RecordName? {
    if zone.isSharedAsWhole { return zone.records[name] == nil ? nil : Share.zoneWideName }
    var path: [RecordName] = []
    var share: RecordName?
    var current: RecordName? = name
    while let here = current {
      let name = here
      if let known = found[name] {
        share = known
        break
      }
      steps += 1
      // A cycle of parents ends at this entry.
      found.updateValue(nil, forKey: name)
      guard let record = zone.records[here]?.record else { break }
      path.append(name)
      share = record.share == nil ? record.shareName : here
      current = share == nil ? record.parent : nil
    }
    for each in path where share != nil { found.updateValue(share, forKey: each) }
    return share
  }

  /// Removes the results for a record that was moved, or whose share was created or deleted, and
  /// for the records below it.
  mutating func forget(_ name: RecordName, in zone: Zone) {
    var names = [name]
    while let next = names.popLast() {
      guard found.removeValue(forKey: next) != nil else { continue }
      steps += 1
      names += zone.children(of: next)
    }
  }
}

extension Zone {
  /// Whether the zone has shares or participants.
  var isShared: Bool { !views.isEmpty || !shareNames.isEmpty }

  /// Whether one share covers all records.
  var isSharedAsWhole: Bool { !shareNames.isEmpty && shareNames[Share.zoneWideName] != nil }

  /// Returns the share of some record below the given one.
  func shareBelow(_ root: RecordName) -> RecordName? {
    var below = [root]
    var visited: Set = [root]
    while let name = below.popLast() {
      for child in children(of: name) where visited.insert(child).inserted {
        if let share = records[child]?.record.shareName { return share }
        below.append(child)
      }
    }
    return nil
  }

  /// Returns the names of the records whose parent is the given one.
  func children(of name: RecordName) -> [RecordName] {
    guard references.hasSources(of: name) else { return [] }
    return references.sources(of: name).compactMap { $0.link.contains(.parent) ? $0.name : nil }
  }
}
