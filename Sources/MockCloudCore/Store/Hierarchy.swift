/// Finds the shares that the records of one zone are under: its own, that of the nearest record above
/// it, or the zone's. Every record on the way up is remembered, so that asking for all records of a
/// hierarchy takes one step each.
struct ShareFinder: Sendable {
  /// The names of the shares, by record; nil for a record that is under none, or not there. Whatever
  /// an entry follows from has an entry too.
  private var found: [ExactText: String?] = [:]
  /// How many records were looked at.
  private(set) var steps = 0

  /// The name of the share that a record is under; nil for none, or where there is no such record.
  mutating func share(over name: String, in zone: Zone) -> String? {
    if zone.isSharedAsWhole { return zone.records[name] == nil ? nil : Share.zoneWideName }
    var path: [ExactText] = []
    var share: String?
    var current: String? = name
    while let here = current {
      let name = ExactText(here)
      if let known = found[name] {
        share = known
        break
      }
      steps += 1
      // Parents that lead back to here end at this entry.
      found.updateValue(nil, forKey: name)
      guard let record = zone.records[here]?.record else { break }
      path.append(name)
      share = record.share == nil ? record.shareName : here
      current = share == nil ? record.parent : nil
    }
    for each in path where share != nil { found.updateValue(share, forKey: each) }
    return share
  }

  /// Forgets what was found of a record that moved, or whose share came or went, and with it what was
  /// found of those below.
  mutating func forget(_ name: String, in zone: Zone) {
    var names = [name]
    while let next = names.popLast() {
      guard found.removeValue(forKey: ExactText(next)) != nil else { continue }
      steps += 1
      names += zone.children(of: next)
    }
  }
}

extension Zone {
  /// Whether anybody but the owner has to do with the zone.
  var isShared: Bool { !views.isEmpty || !shareNames.isEmpty }

  /// Whether one share is over all records.
  var isSharedAsWhole: Bool { !shareNames.isEmpty && shareNames[Share.zoneWideName] != nil }

  /// The share of some record below the named one.
  func shareBelow(_ root: String) -> String? {
    var below = [root]
    var visited: Set = [ExactText(root)]
    while let name = below.popLast() {
      for child in children(of: name) where visited.insert(ExactText(child)).inserted {
        if let share = records[child]?.record.shareName { return share }
        below.append(child)
      }
    }
    return nil
  }

  /// The names of the records that have the named one as parent.
  func children(of name: String) -> [String] {
    guard references.hasSources(of: name) else { return [] }
    return references.sources(of: name).compactMap { $0.link.contains(.parent) ? $0.name : nil }
  }
}
