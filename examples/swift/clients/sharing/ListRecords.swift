import CloudKit

/// A list or an item as the server has it.
struct ServerEntry: Sendable {
  static let list = "List"
  static let item = "Item"

  let id: CKRecord.ID
  let entry: ListEntry
  var systemFields: Data
  let shareID: CKRecord.ID?

  /// Nil if the record is neither a list nor an item: shares are among the changes of a zone, too.
  init?(_ record: CKRecord) {
    guard record.recordType == Self.list || record.recordType == Self.item else { return nil }
    id = record.recordID
    var values: [String: String] = [:]
    for key in record.allKeys() { values[key] = record[key] as? String }
    entry = ListEntry(values: values, list: record.parent?.recordID)
    systemFields = record.systemFields
    shareID = record.share?.recordID
  }
}

extension StoredEntry {
  /// The record that saves the changes: the server's version with the changed values, or a new one.
  /// An item has its list as parent, and is therefore shared with it.
  func record(_ id: CKRecord.ID) -> CKRecord {
    let record: CKRecord
    if let systemFields, let restored = CKRecord.restored(from: systemFields) {
      record = restored
    } else {
      let type = entry.list == nil ? ServerEntry.list : ServerEntry.item
      record = CKRecord(recordType: type, recordID: id)
      record.setParent(entry.list)
    }
    for key in changedKeys { record[key] = entry.values[key] }
    return record
  }
}
