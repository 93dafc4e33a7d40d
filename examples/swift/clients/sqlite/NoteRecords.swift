import CloudKit

/// A note as the server has it.
struct ServerNote: Sendable {
  var note: Note
  var systemFields: Data

  init(_ record: CKRecord) {
    note = Note(
      name: record.recordID.recordName, title: record["title"] as? String,
      body: record["body"] as? String)
    systemFields = record.systemFields
  }
}

/// A note with unsent changes.
struct NoteUpload: Sendable {
  /// The bits of `changed`.
  static let title = 1
  static let body = 2
  static let all = title | body

  let note: Note
  let changed: Int
  /// The number of edits so far.
  let edits: Int
  /// The system fields of the server's version; nil if the server has none.
  let systemFields: Data?
  let isDeleted: Bool

  func recordID(in zoneID: CKRecordZone.ID) -> CKRecord.ID {
    CKRecord.ID(recordName: note.name, zoneID: zoneID)
  }

  /// The record that saves the changes: the server's version with the changed fields, whose tag tells
  /// the service whether the note has changed there.
  func record(in zoneID: CKRecordZone.ID) -> CKRecord {
    let record =
      systemFields.flatMap { CKRecord.restored(from: $0) }
      ?? CKRecord(recordType: "Note", recordID: recordID(in: zoneID))
    if changed & Self.title != 0 { record["title"] = note.title }
    if changed & Self.body != 0 { record["body"] = note.body }
    return record
  }
}
