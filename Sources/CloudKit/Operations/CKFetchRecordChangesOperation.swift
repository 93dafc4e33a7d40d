public import Foundation

/// Fetches one page of the changes of one zone (Apple: `CKFetchRecordChangesOperation`, the former
/// operation before `CKFetchRecordZoneChangesOperation`).
open class CKFetchRecordChangesOperation: CKDatabaseOperation, @unchecked Sendable {
  @_Guarded open var recordZoneID: CKRecordZoneID?
  /// The token of the last page; nil means from the beginning.
  @_Guarded open var previousServerChangeToken: CKServerChangeToken?
  /// The maximum number of changes; 0 lets the service decide.
  @_Guarded open var resultsLimit = 0
  /// The fields of the records; nil means all.
  @_Guarded open var desiredKeys: [CKRecord.FieldKey]?
  /// Whether there are more changes, set before the completion block is called.
  @_Guarded open var moreComing = false

  @_Guarded open var recordChangedBlock: ((CKRecord) -> Void)?
  @_Guarded open var recordWithIDWasDeletedBlock: ((CKRecordID) -> Void)?
  @_Guarded open var fetchRecordChangesCompletionBlock:
    ((CKServerChangeToken?, Data?, (any Error)?) -> Void)?

  public override init() { super.init() }

  public init(recordZoneID: CKRecordZoneID, previousServerChangeToken: CKServerChangeToken?) {
    self.recordZoneID = recordZoneID
    self.previousServerChangeToken = previousServerChangeToken
    super.init()
  }

  override func makeFirstCall() {
    let completion = fetchRecordChangesCompletionBlock
    let (changed, deleted) = (recordChangedBlock, recordWithIDWasDeletedBlock)
    let reading = ZoneReading(
      zoneID: recordZoneID ?? .default, token: previousServerChangeToken, limit: resultsLimit,
      desiredKeys: desiredKeys)
    var errors: [AnyHashable: any Error] = [:]
    make(isReading: true) { () throws(CKError) in
      try connected().recordChangeCall(reading)
    } _: { [self] report in
      switch report {
      case .part(.saved(_, .success(let record))): changed?(record)
      case .part(.deleted(let recordID, _)): deleted?(recordID)
      // The operation has no block for a record's error.
      case .part(.saved(let recordID, .failure(let error))): errors[recordID] = error
      case .progress, .persisted: break
      case .end(let page):
        moreComing = page.value?.moreComing ?? false
        completion?(
          page.value?.token, page.value?.clientChangeTokenData,
          page.failure ?? CKError(partialErrors: errors, "Failed to fetch some records"))
      }
    }
  }

  override func again() -> CKOperation {
    let copy = CKFetchRecordChangesOperation()
    copy.recordZoneID = recordZoneID
    copy.previousServerChangeToken = previousServerChangeToken
    copy.resultsLimit = resultsLimit
    copy.desiredKeys = desiredKeys
    return copy
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    _recordChangedBlock.reset()
    _recordWithIDWasDeletedBlock.reset()
    _fetchRecordChangesCompletionBlock.reset()
  }
}
