internal import Foundation

extension CKDatabase {
  /// Finds the first page of a query's records.
  ///
  /// - Parameters:
  ///   - zoneID: Nil means all zones of the database.
  ///   - desiredKeys: The fields of the records; nil means all.
  ///   - resultsLimit: The maximum number of records.
  public func records(
    matching query: CKQuery, inZoneWith zoneID: CKRecordZoneID? = nil,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int = CKQueryOperation.maximumResults
  ) async throws -> (
    matchResults: [(CKRecordID, Result<CKRecord, any Error>)], queryCursor: CKQueryCursor?
  ) {
    try connection.query(
      query, in: zoneID, after: nil, desiredKeys: desiredKeys, limit: resultsLimit
    ).answer()
  }

  public func fetch(
    withQuery query: CKQuery, inZoneWith zoneID: CKRecordZoneID? = nil,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int = CKQueryOperation.maximumResults,
    completionHandler:
      @escaping @Sendable (
        Result<
          (
            matchResults: [(CKRecordID, Result<CKRecord, any Error>)], queryCursor: CKQueryCursor?
          ), any Error
        >
      ) -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.query(
        query, in: zoneID, after: nil, desiredKeys: desiredKeys, limit: resultsLimit
      ).answer()
    }
  }

  /// Finds the next page of a query's records.
  public func records(
    continuingMatchFrom queryCursor: CKQueryCursor, desiredKeys: [CKRecord.FieldKey]? = nil,
    resultsLimit: Int = CKQueryOperation.maximumResults
  ) async throws -> (
    matchResults: [(CKRecordID, Result<CKRecord, any Error>)], queryCursor: CKQueryCursor?
  ) {
    try connection.query(at: queryCursor, desiredKeys: desiredKeys, limit: resultsLimit).answer()
  }

  public func fetch(
    withCursor queryCursor: CKQueryCursor, desiredKeys: [CKRecord.FieldKey]? = nil,
    resultsLimit: Int = CKQueryOperation.maximumResults,
    completionHandler:
      @escaping @Sendable (
        Result<
          (
            matchResults: [(CKRecordID, Result<CKRecord, any Error>)], queryCursor: CKQueryCursor?
          ), any Error
        >
      ) -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.query(at: queryCursor, desiredKeys: desiredKeys, limit: resultsLimit).answer()
    }
  }

  // MARK: The older form, which returns the records of the first page

  /// Finds the first page of a query's records.
  @_disfavoredOverload
  public func records(
    matching query: CKQuery, inZoneWith zoneID: CKRecordZoneID?
  ) async throws -> [CKRecord] {
    try connection.firstPage(query, zoneID).records()
  }

  public func perform(
    _ query: CKQuery, inZoneWith zoneID: CKRecordZoneID?,
    completionHandler: @escaping @Sendable ([CKRecord]?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.firstPage(query, zoneID).records()
    }
  }
}

extension QueryCall {
  fileprivate func answer() throws(CKError) -> (
    matchResults: [(CKRecordID, Result<CKRecord, any Error>)], queryCursor: CKQueryCursor?
  ) {
    let (found, cursor) = try whole()
    return (found.map { ($0.id, $0.result.mapError { $0 as any Error }) }, cursor)
  }

  fileprivate func records() throws(CKError) -> [CKRecord] {
    try whole().parts.compactMap(\.result.value)
  }
}

extension CloudConnection {
  fileprivate func firstPage(
    _ query: CKQuery, _ zoneID: CKRecordZoneID?
  ) throws(CKError) -> QueryCall {
    try self.query(query, in: zoneID, after: nil, desiredKeys: nil, limit: 0)
  }
}
