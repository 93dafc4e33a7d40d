/// The write permissions of participants of a share (DOC: CKShare; LOG, PORT SQD).
enum ShareAccess {
  private static let refused = CloudError(.permissionFailure, ServerText.writeNotPermitted)

  /// Refuses a save that the caller is not permitted to make, as far as this does not depend on
  /// later items of the request.
  ///
  /// - Parameter existing: The entry with the record's name that the caller sees.
  static func checkSave(
    _ draft: RecordDraft, over existing: Zone.Entry?, in zone: inout ZoneDraft
  ) throws(CloudError) {
    guard zone.viewer != nil else { return }
    guard let existing else {
      if let name = draft.recordName, zone.zone.records[name] != nil {
        // The record exists, but the caller cannot see it: the errors are those of a name without a
        // record, with a tag and (LOG sqlite-data #312) without one.
        guard draft.recordChangeTag == nil else {
          throw CloudError(.unknownItem, ServerText.taggedNotFound(name))
        }
        throw refused
      }
      return
    }
    // Saves of shares have rules of their own, which `SharePlanner` checks.
    if existing.record.share != nil { return }
    guard zone.rights(to: existing.record.recordName).contains(.write) else { throw refused }
    // Only the owner can change the parent of a root.
    let isMoved = existing.record.parent != draft.parent(over: existing)
    guard !isMoved || existing.record.shareName == nil else { throw refused }
  }

  /// Returns the error for a new or moved record in a place where the caller cannot write, or nil:
  /// participants can create records only below records that are shared with them (DOC, LOG).
  ///
  /// - Parameter name: The name of the record, after all items were applied.
  static func placeDefect(of name: RecordName, in zone: inout ZoneDraft) -> CloudError? {
    guard zone.viewer != nil, let record = zone.zone.records[name]?.record, record.share == nil
    else { return nil }
    if let before = zone.base.records[name]?.record, before.parent == record.parent {
      return nil
    }
    return zone.rights(to: name).contains(.create) ? nil : refused
  }

  /// Returns the error for the deletion of a record whose share the request deletes too: access ends
  /// with the share (LIVE sqlite-data #126; DECIDED code). Nil if the caller keeps access.
  static func deletionDefect(of name: RecordName, in zone: inout ZoneDraft) -> CloudError? {
    zone.isGivenUp(name) ? refused : nil
  }

  /// Refuses a deletion that the caller is not permitted to make; participants cannot delete the
  /// root (DOC).
  static func checkDeletion(of record: Record, in zone: inout ZoneDraft) throws(CloudError) {
    guard zone.viewer != nil, record.share == nil else { return }
    guard zone.rightsToDelete(record.recordName).contains(.write), record.shareName == nil else {
      throw refused
    }
  }
}
