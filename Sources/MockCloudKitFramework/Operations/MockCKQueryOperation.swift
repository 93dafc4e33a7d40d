public import CloudKit

/// Finds one page of a query's records.
public final class MockCKQueryOperation: MockCKDatabaseOperation, CKQueryOperational,
  @unchecked Sendable
{
  /// The largest page.
  static let largestPage = 50

  public var query: CKQuery?
  /// The end of the previous page, which counts before the query.
  public var cursor: CKQueryOperation.Cursor!
  /// The zone; nil means all zones of the database. A cursor has its own.
  public var zoneID: CKRecordZone.ID?
  /// The maximum number of records, at most 50; 0 means 50.
  public var resultsLimit = MockCKQueryOperation.largestPage
  /// The fields of the records; nil means all.
  public var desiredKeys: [CKRecord.FieldKey]?

  /// Called with the position after the page, nil if it is the last one.
  public var queryResultBlock: ((Result<CKQueryOperation.Cursor?, any Error>) -> Void)?
  /// Called once for each record.
  public var recordMatchedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?

  public required init() { super.init() }

  public init(query: CKQuery) {
    self.query = query
    super.init()
  }

  override func report(_ error: any Error) { queryResultBlock?(.failure(error)) }

  override func perform(in database: MockCKDatabase) -> Bool {
    let failures = failures(in: database, sharesRecords: false)
    do throws(CKError) {
      let page = try page(in: database)
      for (recordID, result) in page.found {
        recordMatchedBlock?(recordID, outcome(of: recordID, result, failures))
      }
      queryResultBlock?(failures.wholeError.map { .failure($0) } ?? .success(page.next))
    } catch {
      queryResultBlock?(.failure(failures.wholeError ?? error))
    }
    return true
  }

  private func outcome(
    of recordID: CKRecord.ID, _ result: Result<CKRecord, CKError>, _ failures: SetFailures
  ) -> Result<CKRecord, any Error> {
    if let error = failures.wholeError { return .failure(error) }
    if let failure = failures.failure(of: recordID) { return .failure(failure.error) }
    return result.mapError { $0 as any Error }
  }

  private typealias Page = (
    found: [(id: CKRecord.ID, result: Result<CKRecord, CKError>)], next: CKQueryOperation.Cursor?
  )

  private func page(in database: MockCKDatabase) throws(CKError) -> Page {
    let position: CKDatabase.QueryPosition
    if let cursor {
      position = .after(cursor)
    } else if let query {
      position = .start(query, in: zoneID)
    } else {
      return ([], nil)
    }
    let limit = resultsLimit == 0 ? Self.largestPage : min(resultsLimit, Self.largestPage)
    var page: Page
    do throws(CKError) {
      page = try database.cloudDatabase.page(position, desiredKeys: desiredKeys, limit: limit)
    } catch {
      if error.isOfUnknownType { return ([], nil) }
      throw error
    }
    if desiredKeys != nil { return page }
    var objects = database.current(page.found.compactMap { try? $0.result.get() }).makeIterator()
    page.found = page.found.map { id, result in
      (id, result.map { objects.next() ?? $0 })
    }
    return page
  }

  override var ownProperties: [Reflection.Property] {
    [
      ("query", query), ("cursor", cursor), ("zoneID", zoneID), ("resultsLimit", resultsLimit),
      ("desiredKeys", desiredKeys), ("recordMatchedBlock", recordMatchedBlock),
      ("queryResultBlock", queryResultBlock),
    ]
  }
}
