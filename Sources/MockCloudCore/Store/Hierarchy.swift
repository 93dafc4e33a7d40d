/// The sharing hierarchies of a zone: which share, if any, a record is under.
extension Zone {
  /// The share that a record is under: its own, that of the nearest record above it, or the zone's.
  func share(over record: Record) -> Record? {
    if let zoneWide = records[Share.zoneWideName]?.record, zoneWide.share != nil {
      return zoneWide
    }
    if record.share != nil { return record }
    var current: Record? = record
    var seen = Set<String>()
    while let here = current, seen.insert(here.recordName).inserted {
      if let name = here.shareName { return records[name]?.record }
      current = here.parent.flatMap { records[$0]?.record }
    }
    return nil
  }

  /// What a user may do with a record; nil where the user does not see it.
  func permission(of userRecordName: String, for record: Record) -> Share.Permission? {
    if zoneID.ownerName == userRecordName { return .readWrite }
    return share(over: record)?.share?.permission(of: userRecordName)
  }

  /// Whether a record above or below the named one is shared already.
  func sharesBesides(_ root: Record) -> Bool {
    var ancestor = root.parent.flatMap { records[$0]?.record }
    var seen: Set<String> = [root.recordName]
    while let here = ancestor, seen.insert(here.recordName).inserted {
      if here.shareName != nil { return true }
      ancestor = here.parent.flatMap { records[$0]?.record }
    }
    var below = [root.recordName]
    var visited: Set<String> = [root.recordName]
    while let name = below.popLast() {
      for child in references.sources(of: name)
      where child.link.contains(.parent) && visited.insert(child.name).inserted {
        if records[child.name]?.record.shareName != nil { return true }
        below.append(child.name)
      }
    }
    return false
  }

  /// The users beside the owner who have accepted a share of this zone, sorted.
  var participants: [String] {
    var users = Set<String>()
    for name in shareNames {
      guard let share = records[name]?.record.share else { continue }
      for participant in share.participants {
        guard let user = participant.userRecordName, user != zoneID.ownerName,
          share.permission(of: user) != nil
        else { continue }
        users.insert(user)
      }
    }
    return users.sorted()
  }
}
