import CloudKit

// What an app stores of CloudKit's objects.

extension CKServerChangeToken {
  /// Reads a token from its archive.
  static func restored(from archive: Data) -> CKServerChangeToken? {
    try? NSKeyedUnarchiver.unarchivedObject(ofClass: CKServerChangeToken.self, from: archive)
  }

  /// The token as data.
  var archive: Data? {
    try? NSKeyedArchiver.archivedData(withRootObject: self, requiringSecureCoding: true)
  }
}

extension CKRecord {
  /// Makes a record without values from archived system fields: the server's version of the record,
  /// into which local changes are set.
  static func restored(from systemFields: Data) -> CKRecord? {
    guard let coder = try? NSKeyedUnarchiver(forReadingFrom: systemFields) else { return nil }
    defer { coder.finishDecoding() }
    return CKRecord(coder: coder)
  }

  /// The system fields as data, with the ID and the tag of the server's version.
  var systemFields: Data {
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    encodeSystemFields(with: coder)
    return coder.encodedData
  }
}
