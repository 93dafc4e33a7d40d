internal import Foundation

extension CKDatabase {
  // MARK: One record: the item's own error is thrown

  /// Fetches a record.
  public func record(for recordID: CKRecordID) async throws -> CKRecord {
    try connection.lookUp([recordID], desiredKeys: nil).only()
  }

  public func fetch(
    withRecordID recordID: CKRecordID,
    completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.lookUp([recordID], desiredKeys: nil).only()
    }
  }

  /// Saves a record if it has not changed on the server, and returns what the server has.
  @discardableResult
  public func save(_ record: CKRecord) async throws -> CKRecord { try connection.save(record) }

  public func save(
    _ record: CKRecord, completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.request(RecordModification(saving: [record])).saved()
    }
  }

  /// Deletes a record.
  @discardableResult
  public func deleteRecord(withID recordID: CKRecordID) async throws -> CKRecordID {
    try connection.delete(recordID)
  }

  public func delete(
    withRecordID recordID: CKRecordID,
    completionHandler: @escaping @Sendable (CKRecordID?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.delete(recordID)
    }
  }

  // MARK: Several records: a result for each, and an error only for the whole call

  /// Fetches records.
  ///
  /// - Parameter desiredKeys: The fields of the records; nil means all, none only system fields.
  public func records(
    for ids: [CKRecordID], desiredKeys: [CKRecord.FieldKey]? = nil
  ) async throws -> [CKRecordID: Result<CKRecord, any Error>] {
    try connection.lookUp(ids, desiredKeys: desiredKeys).byID()
  }

  public func fetch(
    withRecordIDs recordIDs: [CKRecordID], desiredKeys: [CKRecord.FieldKey]? = nil,
    completionHandler:
      @escaping @Sendable (Result<[CKRecordID: Result<CKRecord, any Error>], any Error>) -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.lookUp(recordIDs, desiredKeys: desiredKeys).byID()
    }
  }

  /// Saves and deletes records.
  ///
  /// - Parameter atomically: Whether the other items of a zone fail too if one of them fails, in zones
  ///   with that capability.
  @discardableResult
  public func modifyRecords(
    saving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecordID],
    savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged,
    atomically: Bool = true
  ) async throws -> (
    saveResults: [CKRecordID: Result<CKRecord, any Error>],
    deleteResults: [CKRecordID: Result<Void, any Error>]
  ) {
    try connection.request(
      RecordModification(
        saving: recordsToSave, deleting: recordIDsToDelete, savePolicy: savePolicy,
        isAtomic: atomically)
    ).results()
  }

  public func modifyRecords(
    saving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecordID],
    savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged,
    atomically: Bool = true,
    completionHandler:
      @escaping @Sendable (
        Result<
          (
            saveResults: [CKRecordID: Result<CKRecord, any Error>],
            deleteResults: [CKRecordID: Result<Void, any Error>]
          ), any Error
        >
      ) -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.request(
        RecordModification(
          saving: recordsToSave, deleting: recordIDsToDelete, savePolicy: savePolicy,
          isAtomic: atomically)
      ).results()
    }
  }
}

extension CloudConnection {
  fileprivate func save(_ record: CKRecord) throws(CKError) -> CKRecord {
    try request(RecordModification(saving: [record])).saved()
  }

  fileprivate func delete(_ recordID: CKRecordID) throws(CKError) -> CKRecordID {
    try request(RecordModification(deleting: [recordID])).deleted()
    return recordID
  }
}
