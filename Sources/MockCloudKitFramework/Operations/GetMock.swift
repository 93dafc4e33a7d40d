public import CloudKit

// Apple's operations as operations for a `MockCKDatabase`. A subclass of a client is converted as what
// it inherits from.

extension CKModifyRecordsOperation {
  /// The same operation for a `MockCKDatabase`.
  public func getMock<T: MockCKModifyRecordsOperation>(database: MockCKDatabase) -> T {
    let mock = T()
    copy(to: mock, database)
    mock.recordsToSave = recordsToSave
    mock.recordIDsToDelete = recordIDsToDelete
    mock.savePolicy = savePolicy
    mock.perRecordProgressBlock = perRecordProgressBlock
    mock.perRecordSaveBlock = perRecordSaveBlock
    mock.perRecordDeleteBlock = perRecordDeleteBlock
    mock.modifyRecordsResultBlock = modifyRecordsResultBlock
    return mock
  }
}

extension CKFetchRecordsOperation {
  /// The same operation for a `MockCKDatabase`.
  public func getMock<T: MockCKFetchRecordsOperation>(database: MockCKDatabase) -> T {
    let mock = T()
    copy(to: mock, database)
    mock.recordIDs = recordIDs
    mock.desiredKeys = desiredKeys
    mock.perRecordProgressBlock = perRecordProgressBlock
    mock.perRecordResultBlock = perRecordResultBlock
    mock.fetchRecordsResultBlock = fetchRecordsResultBlock
    return mock
  }
}

extension CKQueryOperation {
  /// The same operation for a `MockCKDatabase`.
  public func getMock<T: MockCKQueryOperation>(database: MockCKDatabase) -> T {
    let mock = T()
    copy(to: mock, database)
    mock.query = query
    mock.cursor = cursor
    mock.zoneID = zoneID
    mock.resultsLimit = resultsLimit
    mock.desiredKeys = desiredKeys
    mock.recordMatchedBlock = recordMatchedBlock
    mock.queryResultBlock = queryResultBlock
    return mock
  }
}

extension CKDatabaseOperation {
  fileprivate func copy(to mock: MockCKDatabaseOperation, _ database: MockCKDatabase) {
    mock.database = database
    mock.configuration = configuration
    mock.name = name
    mock.group = group
    mock.qualityOfService = qualityOfService
    mock.queuePriority = queuePriority
    mock.completionBlock = completionBlock
  }
}
