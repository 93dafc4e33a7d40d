public import CloudKit

// Apple's classes behind the protocols. The members with an underscore implement requirements whose
// blocks are `@Sendable` in Apple's classes; clients use these.

extension CKContainer: CloudContainable {
  @_disfavoredOverload
  @_implements(CloudContainable,accountStatus(completionHandler:))
  public func _accountStatus(
    completionHandler: @escaping (CKAccountStatus, (any Error)?) -> Void
  ) {
    let handler = Unchecked(completionHandler)
    accountStatus { handler.value($0, $1) }
  }

  @_disfavoredOverload
  @_implements(CloudContainable,fetchUserRecordID(completionHandler:))
  public func _fetchUserRecordID(
    completionHandler: @escaping (CKRecord.ID?, (any Error)?) -> Void
  ) {
    let handler = Unchecked(completionHandler)
    fetchUserRecordID { handler.value($0, $1) }
  }
}

extension CKDatabase: CloudStorable {
  /// Always nil; setting it has no effect.
  public var lastExecuted: MockCKDatabaseOperation? {
    get { nil }
    set {}
  }
}

extension CKDatabase: ForeignOperations {
  /// Operations for mocks fail.
  func addForeign(_ operation: Any) {
    guard let operation = operation as? MockCKDatabaseOperation else { return }
    operation.refuse()
    operation.completionBlock?()
  }
}

extension CKDatabaseOperation: DatabaseOperational {
  @_disfavoredOverload
  @_implements(DatabaseOperational,completionBlock)
  public var _completionBlock: (() -> Void)? {
    get { completionBlock }
    set { completionBlock = Unchecked.sendable(newValue) }
  }
}

extension CKFetchRecordsOperation: CKFetchRecordsOperational {}
extension CKQueryOperation: CKQueryOperational {}
extension CKModifyRecordsOperation: CKModifyRecordsOperational {}

extension CKFetchRecordsOperation: Reflectable, ReflectedProperties {
  var reflectedProperties: [Reflection.Property] {
    [
      ("recordIDs", recordIDs), ("desiredKeys", desiredKeys),
      ("perRecordProgressBlock", perRecordProgressBlock),
      ("perRecordResultBlock", perRecordResultBlock),
      ("fetchRecordsResultBlock", fetchRecordsResultBlock),
    ] + Reflection.common(self, database: database)
  }
}

extension CKQueryOperation: Reflectable, ReflectedProperties {
  var reflectedProperties: [Reflection.Property] {
    [
      ("query", query), ("cursor", cursor), ("zoneID", zoneID), ("resultsLimit", resultsLimit),
      ("desiredKeys", desiredKeys), ("recordMatchedBlock", recordMatchedBlock),
      ("queryResultBlock", queryResultBlock),
    ] + Reflection.common(self, database: database)
  }
}

extension CKModifyRecordsOperation: Reflectable, ReflectedProperties {
  var reflectedProperties: [Reflection.Property] {
    [
      ("recordsToSave", recordsToSave), ("recordIDsToDelete", recordIDsToDelete),
      ("savePolicy", savePolicy), ("perRecordProgressBlock", perRecordProgressBlock),
      ("perRecordSaveBlock", perRecordSaveBlock), ("perRecordDeleteBlock", perRecordDeleteBlock),
      ("modifyRecordsResultBlock", modifyRecordsResultBlock),
    ] + Reflection.common(self, database: database)
  }
}

/// A block of a client that is not marked `@Sendable`, for Apple's classes that require that.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func sendable(_ block: (() -> Void)?) -> (@Sendable () -> Void)?
  where Value == () -> Void {
    block.map { block in
      let block = Unchecked(block)
      return { block.value() }
    }
  }
}
