internal import Foundation

/// Fetches records (Apple: `CKFetchRecordsOperation`).
open class CKFetchRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
  open var recordIDs: [CKRecordID]?
  /// The fields of the records; nil means all, none only system fields.
  open var desiredKeys: [CKRecord.FieldKey]?

  open var perRecordProgressBlock: ((CKRecordID, Double) -> Void)?
  open var perRecordResultBlock: ((CKRecordID, Result<CKRecord, any Error>) -> Void)?
  open var fetchRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `perRecordResultBlock`.
  open var perRecordCompletionBlock: ((CKRecord?, CKRecordID?, (any Error)?) -> Void)?
  /// The older form of `fetchRecordsResultBlock`.
  open var fetchRecordsCompletionBlock: (([CKRecordID: CKRecord]?, (any Error)?) -> Void)?

  public required override init() {
    super.init()
  }

  public init(recordIDs: [CKRecordID]) {
    self.recordIDs = recordIDs
    super.init()
  }

  /// Creates an operation that fetches the record of the current user.
  open class func fetchCurrentUserRecordOperation() -> Self {
    let operation = Self()
    operation.recordIDs = [CKRecordID(recordName: CKCurrentUserDefaultName)]
    return operation
  }

  open override func main() {
    let result = fetchRecordsResultBlock
    let completion = fetchRecordsCompletionBlock
    let (progress, item, older) = (
      perRecordProgressBlock, perRecordResultBlock, perRecordCompletionBlock
    )
    do throws(CKError) {
      var records: [CKRecordID: CKRecord] = [:]
      var errors: [AnyHashable: any Error] = [:]
      for (recordID, fetched) in try connected().records(recordIDs ?? [], desiredKeys: desiredKeys)
      {
        switch fetched {
        case .success(let record):
          progress?(recordID, 0)
          progress?(recordID, 1)
          records[recordID] = record
          item?(recordID, .success(record))
          older?(record, recordID, nil)
        case .failure(let error):
          errors[recordID] = error
          item?(recordID, .failure(error))
          older?(nil, recordID, error)
        }
      }
      let error = CKError(partialErrors: errors, "Failed to fetch some records")
      result?(error.map { .failure($0) } ?? .success(()))
      completion?(records, error)
    } catch {
      result?(.failure(error))
      completion?(nil, error)
    }
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    perRecordProgressBlock = nil
    perRecordResultBlock = nil
    fetchRecordsResultBlock = nil
    perRecordCompletionBlock = nil
    fetchRecordsCompletionBlock = nil
  }
}
