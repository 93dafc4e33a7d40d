import CloudKit

/// An object as the server has it.
struct ServerObject: Sendable {
  let name: String
  let type: String
  let values: [String: ObjectValue]
  let recordData: Data

  init(_ record: CKRecord) {
    name = record.recordID.recordName
    type = record.recordType
    recordData = record.systemFields
    var values: [String: ObjectValue] = [:]
    for key in record.allKeys() { values[key] = ObjectValue(record[key]) }
    self.values = values
  }
}

/// Changes that were fetched, up to a token.
struct ObjectPage: Sendable {
  var changed: [ServerObject] = []
  var deleted: [String] = []
}

extension StoredObject {
  /// The record that saves the changes: a new one, or the server's version with the changed values.
  func record(_ name: String, in zoneID: CKRecordZone.ID, files: UploadFolder) throws -> CKRecord {
    let record =
      recordData.flatMap { CKRecord.restored(from: $0) }
      ?? CKRecord(recordType: type, recordID: CKRecord.ID(recordName: name, zoneID: zoneID))
    for key in changedKeys.sorted() {
      switch values[key] {
      case .text(let text): record[key] = text
      case .texts(let texts): record[key] = texts
      case .owner(let owner):
        let ownerID = CKRecord.ID(recordName: owner, zoneID: zoneID)
        record[key] = CKRecord.Reference(recordID: ownerID, action: .deleteSelf)
      case .file(let data): record[key] = CKAsset(fileURL: try files.add(data))
      case nil: record.setObject(nil, forKey: key)
      }
    }
    return record
  }
}

extension ObjectValue {
  init?(_ value: (any CKRecordValue)?) {
    switch value {
    case let text as String: self = .text(text)
    case let texts as [String]: self = .texts(texts)
    case let reference as CKRecord.Reference: self = .owner(reference.recordID.recordName)
    case let asset as CKAsset:
      guard let url = asset.fileURL, let data = try? Data(contentsOf: url) else { return nil }
      self = .file(data)
    default: return nil
    }
  }
}

/// The temporary files of an upload, which are removed after it.
final class UploadFolder: @unchecked Sendable {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "upload-\(UUID().uuidString)")
  private let lock = NSLock()
  private var count = 0

  /// Writes a file, and returns where.
  func add(_ data: Data) throws -> URL {
    try lock.withLock {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      count += 1
      let url = folder.appendingPathComponent("\(count)")
      try data.write(to: url)
      return url
    }
  }

  deinit { if count > 0 { try? FileManager.default.removeItem(at: folder) } }
}
