/// What participants of a share may write (DOC: CKShare; LOG, PORT SQD).
enum ShareAccess {
  private static let refused = CloudError(.permissionFailure, ServerText.writeNotPermitted)

  /// Refuses a save that the caller may not make.
  ///
  /// - Parameter parent: The parent that the record will have.
  static func checkSave(
    _ existing: Zone.Entry?, parent: String?, named name: String?, in visible: VisibleZone,
    announced: Set<RecordID>
  ) throws(CloudError) {
    guard let viewer = visible.viewer else { return }
    if let existing {
      // Who is in a share has rules of its own, which `SharePlanner` checks.
      if existing.record.share != nil { return }
      guard visible.permission(for: existing.record) == .readWrite else { throw refused }
      // Nobody but the owner takes a record out of what is shared.
      guard existing.record.parent == nil || parent != nil || isZoneWide(visible) else {
        throw refused
      }
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
    _ announced: Set<RecordID>
  ) throws(CloudError) {
    if let existing, existing.record.parent == parent { return }
    if isZoneWide(visible) {
      let share = visible.zone.records[Share.zoneWideName]?.record.share
      guard share?.permission(of: viewer) == .readWrite else { throw refused }
      return
    }
    guard let parent else { throw refused }
    if let above = visible.entry(parent)?.record {
      guard visible.permission(for: above) == .readWrite else { throw refused }
      return
    }
    // A parent that comes in the same request is checked as an item of its own.
    guard announced.contains(RecordID(recordName: parent, zoneID: visible.zoneID)) else {
      throw visible.zone.records[parent] == nil
        ? CloudError(
          .referenceViolation, "target of a record's parent or share reference was not found")
        : refused
    }
  }

  /// Refuses a deletion that the caller may not make; participants keep the root (DOC).
  static func checkDeletion(of record: Record, in visible: VisibleZone) throws(CloudError) {
    guard visible.viewer != nil, record.share == nil else { return }
    guard visible.permission(for: record) == .readWrite, record.shareName == nil else {
      throw refused
    }
  }
}
