/// The record that a checked item saves.
struct RecordSave: Sendable {
  /// Nil lets the service choose a name when the record is stored: a refused call must not use
  /// names.
  let recordName: RecordName?
  let recordType: RecordTypeName
  let fields: [Field]
  let parent: RecordName?
  /// The sharing properties of the record.
  let sharing: Record.Sharing?
  /// The entry that the save replaces.
  let existing: Zone.Entry?

  func record(
    named name: RecordName, in zoneID: ZoneID, tag: RecordChangeTag, stamp: Stamp,
    _ identifiers: inout IdentifierSource
  ) -> Record {
    var sharing = sharing
    if let share = sharing?.share { sharing?.share = share.identified(by: &identifiers) }
    if sharing?.shortGUID == "" { sharing?.shortGUID = Share.newShortGUID(&identifiers) }
    return Record(
      recordName: name, zoneID: zoneID, recordType: recordType, recordChangeTag: tag,
      fields: fields, created: existing?.record.created ?? stamp, modified: stamp, parent: parent,
      sharing: sharing)
  }
}
