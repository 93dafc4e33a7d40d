internal import Foundation

/// Finds one page of a query's records (Apple: `CKQueryOperation`).
open class CKQueryOperation: CKDatabaseOperation, @unchecked Sendable {
  public typealias Cursor = CKQueryCursor

  /// Lets the service decide how many records a page has.
  public static let maximumResults = 0

  /// The query; ignored if there is a cursor.
  @_Guarded open var query: CKQuery?
  /// The end of the previous page.
  @_Guarded open var cursor: Cursor?
  /// The zone; nil means all zones of the database. A cursor has its own.
  @_Guarded open var zoneID: CKRecordZoneID?
  @_Guarded open var resultsLimit = CKQueryOperation.maximumResults
  /// The fields of the records; nil means all.
  @_Guarded open var desiredKeys: [CKRecord.FieldKey]?

  @_Guarded open var recordMatchedBlock: ((CKRecordID, Result<CKRecord, any Error>) -> Void)?
  @_Guarded open var queryResultBlock: ((Result<Cursor?, any Error>) -> Void)?
  /// The older form of `recordMatchedBlock`, for records without an error.
  @_Guarded open var recordFetchedBlock: ((CKRecord) -> Void)?
  /// The older form of `queryResultBlock`.
  @_Guarded open var queryCompletionBlock: ((Cursor?, (any Error)?) -> Void)?

  public override init() { super.init() }

  public init(query: CKQuery) {
    self.query = query
    super.init()
  }

  public init(cursor: Cursor) {
    self.cursor = cursor
    super.init()
  }

  override func makeFirstCall() {
    let (result, completion) = (queryResultBlock, queryCompletionBlock)
    let (matched, fetched) = (recordMatchedBlock, recordFetchedBlock)
    make(isReading: cursor != nil) { () throws(CKError) in
      try page(connected())
    } _: { report in
      switch report {
      case .part(let found):
        matched?(found.id, found.result.mapError { $0 as any Error })
        if case .success(let record) = found.result { fetched?(record) }
      case .progress, .persisted: break
      case .end(let end):
        result?(end.mapError { $0 as any Error })
        completion?((try? end.get()) ?? nil, end.failure)
      }
    }
  }

  private func page(_ connection: CloudConnection) throws(CKError) -> QueryCall {
    if let cursor {
      return try connection.query(at: cursor, desiredKeys: desiredKeys, limit: resultsLimit)
    }
    guard let query else {
      throw connection.refusedQuery("the operation needs a query or a cursor")
    }
    return try connection.query(
      query, in: zoneID, after: nil, desiredKeys: desiredKeys, limit: resultsLimit)
  }

  override func again() -> CKOperation {
    let copy = CKQueryOperation()
    copy.query = query
    copy.cursor = cursor
    copy.zoneID = zoneID
    copy.resultsLimit = resultsLimit
    copy.desiredKeys = desiredKeys
    return copy
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    _recordMatchedBlock.reset()
    _queryResultBlock.reset()
    _recordFetchedBlock.reset()
    _queryCompletionBlock.reset()
  }
}
