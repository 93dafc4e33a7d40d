/// What participants of a share may write (DOC: CKShare; LOG, PORT SQD).
enum ShareAccess {
  private static let refused = CloudError(.permissionFailure, ServerText.writeNotPermitted)

  /// Refuses a save that the caller may not make.
  ///
  /// - Parameter parent: The parent that the record will have.
  static func checkSave(
    _ existing: Zone.Entry?, parent: String?, named name: String?, in visible: VisibleZone,
    announced: Announced
  ) throws(CloudError) {
    guard let viewer = visible.viewer else { return }
    if let existing {
      // Who is in a share has rules of its own, which `SharePlanner` checks.
      if existing.record.share != nil { return }
      guard visible.permission(for: existing.record) == .readWrite else { throw refused }
      // Nobody but the owner takes a record out of what is shared, or moves the root.
      let isMoved = existing.record.parent != parent
      guard !isMoved || isZoneWide(visible) || (parent != nil && existing.record.shareName == nil)
      else { throw refused }
    } else if let name, visible.zone.records[name] != nil {
      // The record is there, but not for this caller.
      throw refused
    }
    try checkParent(parent, existing, viewer, visible, announced)
  }

  private static func isZoneWide(_ visible: VisibleZone) -> Bool {
    visible.zone.records[Share.zoneWideName] != nil
  }

  /// A new record must hang on something that the caller may write (DOC, LOG), and so must one that
  /// moves.
  private static func checkParent(
    _ parent: String?, _ existing: Zone.Entry?, _ viewer: String, _ visible: VisibleZone,
    _ announced: Announced
  ) throws(CloudError) {
    if let existing, existing.record.parent == parent { return }
    if isZoneWide(visible) {
      let share = visible.zone.records[Share.zoneWideName]?.record.share
      guard share?.permission(of: viewer) == .readWrite else { throw refused }
      return
    }
    // Parents that come in the same request are checked as items of their own; here it counts that
    // they lead to something that is there.
    var seen = Set<String>()
    var current = parent
    while let name = current, seen.insert(name).inserted {
      if let above = visible.entry(name)?.record {
        guard visible.permission(for: above) == .readWrite else { throw refused }
        return
      }
      guard announced.contains(RecordID(recordName: name, zoneID: visible.zoneID)) else {
        throw visible.zone.records[name] == nil
          ? CloudError(
            .referenceViolation, "target of a record's parent or share reference was not found")
          : refused
      }
      current = announced.parent(of: name, in: visible.zone)
    }
    throw refused
  }

  /// Refuses a deletion that the caller may not make; participants keep the root (DOC).
  static func checkDeletion(of record: Record, in visible: VisibleZone) throws(CloudError) {
    guard visible.viewer != nil, record.share == nil else { return }
    guard visible.permission(for: record) == .readWrite, record.shareName == nil else {
      throw refused
    }
  }
}
