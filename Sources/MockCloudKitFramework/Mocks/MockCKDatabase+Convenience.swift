public import CloudKit

// The convenience methods: each adds an operation, and calls its handler before it returns. The errors
// that a test sets are those of the operation.
extension MockCKDatabase {
  /// Saves a record, and passes it to the handler.
  public func save(
    _ record: CKRecord, completionHandler: @escaping (CKRecord?, (any Error)?) -> Void
  ) {
    var item: Result<CKRecord, any Error>?
    let operation = MockCKModifyRecordsOperation(recordsToSave: [record], recordIDsToDelete: nil)
    operation.perRecordSaveBlock = { item = $1 }
    operation.modifyRecordsResultBlock = { $0.only(item, completionHandler) }
    add(operation)
  }

  /// Deletes a record, and passes its ID to the handler. Succeeds if it does not exist.
  public func delete(
    withRecordID recordID: CKRecord.ID,
    completionHandler: @escaping (CKRecord.ID?, (any Error)?) -> Void
  ) {
    var item: Result<Void, any Error>?
    let operation = MockCKModifyRecordsOperation(
      recordsToSave: nil, recordIDsToDelete: [recordID])
    operation.perRecordDeleteBlock = { item = $1 }
    operation.modifyRecordsResultBlock = {
      $0.only((item ?? .success(())).map { recordID }, completionHandler)
    }
    add(operation)
  }

  /// Fetches a record, and passes it to the handler; `unknownItem` if it does not exist.
  public func fetch(
    withRecordID recordID: CKRecord.ID,
    completionHandler: @escaping (CKRecord?, (any Error)?) -> Void
  ) {
    var item: Result<CKRecord, any Error>?
    let operation = MockCKFetchRecordsOperation(recordIDs: [recordID])
    operation.perRecordResultBlock = { item = $1 }
    operation.fetchRecordsResultBlock = { $0.only(item, completionHandler) }
    add(operation)
  }

  /// Fetches records, and passes a result for each to the handler; `unknownItem` for those that do
  /// not exist.
  public func fetch(
    withRecordIDs recordIDs: [CKRecord.ID], desiredKeys: [CKRecord.FieldKey]? = nil,
    completionHandler:
      @escaping (Result<[CKRecord.ID: Result<CKRecord, any Error>], any Error>) -> Void
  ) {
    var items: [CKRecord.ID: Result<CKRecord, any Error>] = [:]
    for recordID in recordIDs { items[recordID] = .failure(CKError(.unknownItem)) }
    let operation = MockCKFetchRecordsOperation(recordIDs: recordIDs)
    operation.desiredKeys = desiredKeys
    operation.perRecordResultBlock = { items[$0] = $1 }
    operation.fetchRecordsResultBlock = { completionHandler($0.unlessPartial().map { items }) }
    add(operation)
  }

  /// Finds the first records of a query, and passes them to the handler.
  ///
  /// - Parameter zoneID: Nil means all zones.
  public func perform(
    _ query: CKQuery, inZoneWith zoneID: CKRecordZone.ID?,
    completionHandler: @escaping ([CKRecord]?, (any Error)?) -> Void
  ) {
    fetch(withQuery: query, inZoneWith: zoneID, resultsLimit: 0) { result in
      switch result {
      case .success(let found):
        completionHandler(found.matchResults.compactMap { try? $0.1.get() }, nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
  }

  /// Finds one page of a query's records, and passes it to the handler.
  ///
  /// - Parameters:
  ///   - zoneID: Nil means all zones.
  ///   - resultsLimit: The maximum number of records, at most 50; 0 means 50.
  public func fetch(
    withQuery query: CKQuery, inZoneWith zoneID: CKRecordZone.ID?,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int,
    completionHandler:
      @escaping (
        Result<
          (
            matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)],
            queryCursor: CKQueryOperation.Cursor?
          ), any Error
        >
      ) -> Void
  ) {
    var items: [(CKRecord.ID, Result<CKRecord, any Error>)] = []
    let operation = MockCKQueryOperation(query: query)
    (operation.zoneID, operation.desiredKeys) = (zoneID, desiredKeys)
    operation.resultsLimit = resultsLimit
    operation.recordMatchedBlock = { items.append(($0, $1)) }
    operation.queryResultBlock = { completionHandler($0.map { (items, $0) }) }
    add(operation)
  }
}

extension Result where Success == Void, Failure == any Error {
  /// Passes the result for one item to a handler, which gets the error of the item itself.
  ///
  /// - Parameter item: Nil if the item does not exist.
  fileprivate func only<Value>(
    _ item: Result<Value, any Error>?, _ handler: (Value?, (any Error)?) -> Void
  ) {
    switch (self, item) {
    case (_, .failure(let error)?), (.failure(let error), _): handler(nil, error)
    case (.success, .success(let value)?): handler(value, nil)
    case (.success, nil): handler(nil, CKError(.unknownItem))
    }
  }

  /// Success if only items failed.
  fileprivate func unlessPartial() -> Self {
    guard case .failure(let error) = self, error.createCKError().code == .partialFailure else {
      return self
    }
    return .success(())
  }
}
