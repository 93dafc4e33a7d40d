internal import Foundation

/// Fetches zones (Apple: `CKFetchRecordZonesOperation`).
open class CKFetchRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The IDs; nil means all zones of the database, in an operation of `fetchAllRecordZonesOperation()`.
  @_Guarded open var recordZoneIDs: [CKRecordZoneID]?

  @_Guarded open var perRecordZoneResultBlock:
    ((CKRecordZoneID, Result<CKRecordZone, any Error>) -> Void)?
  @_Guarded open var fetchRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `fetchRecordZonesResultBlock`.
  @_Guarded open var fetchRecordZonesCompletionBlock:
    (([CKRecordZoneID: CKRecordZone]?, (any Error)?) -> Void)?

  private var fetchesAll = false

  public override init() { super.init() }

  public init(recordZoneIDs: [CKRecordZoneID]) {
    self.recordZoneIDs = recordZoneIDs
    super.init()
  }

  /// Creates an operation that fetches all zones of the database.
  ///
  /// Apple's is of the class on which it is called. Here, subclasses would have to have an initializer
  /// without parameters.
  open class func fetchAllRecordZonesOperation() -> CKFetchRecordZonesOperation {
    let operation = CKFetchRecordZonesOperation()
    operation.fetchesAll = true
    return operation
  }

  override func makeFirstCall() {
    let (result, completion) = (fetchRecordZonesResultBlock, fetchRecordZonesCompletionBlock)
    let item = perRecordZoneResultBlock
    let ids = fetchesAll && recordZoneIDs == nil ? nil : recordZoneIDs ?? []
    makeForFound(
      orPartialFailure: "Failed to fetch some record zones", isReading: true
    ) { () throws(CKError) in
      let connection = try connected()
      guard let ids else { return connection.listZones() }
      return connection.lookUpZones(ids)
    } item: {
      item?($0, $1)
    } end: { found, end in
      result?(end.result)
      completion?(end.values(found), end.error)
    }
  }

  override func again() -> CKOperation {
    let copy = CKFetchRecordZonesOperation()
    copy.recordZoneIDs = recordZoneIDs
    copy.fetchesAll = fetchesAll
    return copy
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    _perRecordZoneResultBlock.reset()
    _fetchRecordZonesResultBlock.reset()
    _fetchRecordZonesCompletionBlock.reset()
  }
}
