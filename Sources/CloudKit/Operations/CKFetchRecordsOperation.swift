internal import Foundation

/// Fetches records (Apple: `CKFetchRecordsOperation`).
open class CKFetchRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
  @_Guarded open var recordIDs: [CKRecordID]?
  /// The fields of the records; nil means all, none only system fields.
  @_Guarded open var desiredKeys: [CKRecord.FieldKey]?

  @_Guarded open var perRecordProgressBlock: ((CKRecordID, Double) -> Void)?
  @_Guarded open var perRecordResultBlock: ((CKRecordID, Result<CKRecord, any Error>) -> Void)?
  @_Guarded open var fetchRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `perRecordResultBlock`.
  @_Guarded open var perRecordCompletionBlock: ((CKRecord?, CKRecordID?, (any Error)?) -> Void)?
  /// The older form of `fetchRecordsResultBlock`.
  @_Guarded open var fetchRecordsCompletionBlock: (([CKRecordID: CKRecord]?, (any Error)?) -> Void)?

  public override init() { super.init() }

  public init(recordIDs: [CKRecordID]) {
    self.recordIDs = recordIDs
    super.init()
  }

  /// Creates an operation that fetches the record of the current user.
  ///
  /// Apple's is of the class on which it is called. Here, subclasses would have to have an initializer
  /// without parameters.
  open class func fetchCurrentUserRecordOperation() -> CKFetchRecordsOperation {
    let operation = CKFetchRecordsOperation()
    operation.recordIDs = [CKRecordID(recordName: CKCurrentUserDefaultName)]
    return operation
  }

  override func makeFirstCall() {
    let (result, completion) = (fetchRecordsResultBlock, fetchRecordsCompletionBlock)
    let (progress, item, older) = (
      perRecordProgressBlock, perRecordResultBlock, perRecordCompletionBlock
    )
    let (recordIDs, desiredKeys) = (recordIDs ?? [], desiredKeys)
    let request = { () throws(CKError) in
      try self.connected().lookUp(recordIDs, desiredKeys: desiredKeys)
    }
    makeForFound(
      orPartialFailure: "Failed to fetch some records", collects: completion != nil, request,
      progress: progress
    ) { recordID, found in
      item?(recordID, found)
      older?(found.value, recordID, found.error)
    } end: { records, end in
      result?(end.result)
      completion?(end.values(records), end.error)
    }
  }

  override func again() -> CKOperation {
    let copy = CKFetchRecordsOperation()
    copy.recordIDs = recordIDs
    copy.desiredKeys = desiredKeys
    return copy
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    _perRecordProgressBlock.reset()
    _perRecordResultBlock.reset()
    _fetchRecordsResultBlock.reset()
    _perRecordCompletionBlock.reset()
    _fetchRecordsCompletionBlock.reset()
  }
}
