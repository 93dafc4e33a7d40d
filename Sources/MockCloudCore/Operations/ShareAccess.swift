/// What participants of a share may write (DOC: CKShare; LOG, PORT SQD).
enum ShareAccess {
  private static let refused = CloudError(.permissionFailure, ServerText.writeNotPermitted)

  /// Refuses a save that the caller may not make, as far as that shows before the other items of the
  /// request are done.
  ///
  /// - Parameter existing: What the caller sees under the record's name.
  static func checkSave(
    _ draft: RecordDraft, over existing: Zone.Entry?, in zone: inout ZoneDraft
  ) throws(CloudError) {
    guard zone.viewer != nil else { return }
    guard let existing else {
      if let name = draft.recordName, zone.zone.records[name] != nil {
        // The record is there, but not for this caller.
        throw CloudError(
          .unknownItem, ServerText.recordNotFound(name, in: zone.zone.zoneID))
      }
      return
    }
    // Who is in a share has rules of its own, which `SharePlanner` checks.
    if existing.record.share != nil { return }
    guard zone.permission(for: existing.record.recordName) == .readWrite else { throw refused }
    // Only the owner moves the root.
    let isMoved = !existing.record.parent.hasBytes(of: draft.parent(over: existing))
    guard !isMoved || existing.record.shareName == nil else { throw refused }
  }

  /// Refuses a new record, or one that moved, that ends up where the caller may not write: everything
  /// that participants make lies below something that is shared with them (DOC, LOG).
  ///
  /// - Parameter name: The record, as it is when all items are done.
  static func placeDefect(of name: String, in zone: inout ZoneDraft) -> CloudError? {
    guard zone.viewer != nil, let record = zone.zone.records[name]?.record, record.share == nil
    else { return nil }
    if let before = zone.base.records[name]?.record, before.parent.hasBytes(of: record.parent) {
      return nil
    }
    return zone.permission(for: name) == .readWrite ? nil : refused
  }

  /// Refuses a deletion that the caller may not make; participants keep the root (DOC).
  static func checkDeletion(of record: Record, in zone: inout ZoneDraft) throws(CloudError) {
    guard zone.viewer != nil, record.share == nil else { return }
    guard zone.permission(for: record.recordName) == .readWrite, record.shareName == nil else {
      throw refused
    }
  }
}
