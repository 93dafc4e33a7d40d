/// The records of a zone.
typealias RecordFeed = ChangeFeed<RecordName, RecordDeletion>

/// What a feed has of a deleted record.
struct RecordDeletion: Sendable {
  var recordType: RecordTypeName
  /// The client that created the record, if it is known.
  var creator: ClientKey?
}

extension RecordDeletion {
  init(of record: Record) {
    self.init(recordType: record.recordType)
    // A seed may leave one of the names out.
    let (device, user) = (record.created.deviceID, record.created.userRecordName)
    if !device.isEmpty, !user.isEmpty { creator = ClientKey(device: device, user: user) }
  }
}
