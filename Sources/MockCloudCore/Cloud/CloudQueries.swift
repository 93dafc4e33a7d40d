extension CloudDatabase {
  /// Finds the records of a type, all pages of them.
  ///
  /// - Parameters:
  ///   - filters: What a record must pass, every one of them.
  ///   - zone: Nil means the default zone.
  ///   - acrossZones: Whether every zone of the database is searched.
  public func query(
    _ recordType: String, where filters: [QueryFilter] = [], sortedBy keys: [SortKey] = [],
    in zone: ZoneID? = nil, acrossZones: Bool = false
  ) throws(CloudError) -> [ItemResult<Record>] {
    let query = Query(recordType: recordType, predicate: .all(filters), sort: keys)
    return try self.query(query, in: zone, acrossZones: acrossZones)
  }

  /// Finds the records of a type that a predicate matches, all pages of them:
  ///
  ///     try database.query("Note", matching: "title BEGINSWITH 'Buy' AND due < now()")
  ///     try database.query("Note", matching: PredicateText.Format("title == %@", title))
  ///
  /// A text that is not a predicate, and what CloudKit cannot answer, throw `invalidArguments`.
  public func query(
    _ recordType: String, matching predicate: PredicateText.Format, sortedBy keys: [SortKey] = [],
    in zone: ZoneID? = nil, acrossZones: Bool = false
  ) throws(CloudError) -> [ItemResult<Record>] {
    var operation = QueryRecords(Query(recordType: recordType, sort: keys), zoneID: zone)
    operation.predicate = predicate
    operation.zoneWide = acrossZones
    return try allPages(operation)
  }

  /// Finds what a query asks for, all pages of it.
  public func query(
    _ query: Query, in zone: ZoneID? = nil, acrossZones: Bool = false
  ) throws(CloudError) -> [ItemResult<Record>] {
    var operation = QueryRecords(query, zoneID: zone)
    operation.zoneWide = acrossZones
    return try allPages(operation)
  }

  private func allPages(_ query: QueryRecords) throws(CloudError) -> [ItemResult<Record>] {
    var query = query
    var results: [ItemResult<Record>] = []
    repeat {
      let page = try cloud.perform(query, as: caller)
      results += page.records
      query.continuationMarker = page.continuationMarker
    } while query.continuationMarker != nil
    return results
  }

  /// Runs a query and says how it was understood and how its records were found (`mock/explain`).
  /// What the query would throw is a `Misuse` with its words.
  public func explain(_ query: QueryRecords) throws(Misuse) -> ExplainQuery.Explanation {
    try cloud.perform(ExplainQuery(query), as: caller)
  }

  /// Finds one page of what a query asks for.
  ///
  /// - Parameters:
  ///   - limit: At most this many records; the server's page size caps it.
  ///   - marker: The `continuationMarker` of the page before; nil asks for the first.
  public func page(
    of query: Query, in zone: ZoneID? = nil, acrossZones: Bool = false, limit: Int? = nil,
    after marker: String? = nil
  ) throws(CloudError) -> QueryRecords.Page {
    var operation = QueryRecords(query, zoneID: zone, resultsLimit: limit)
    operation.zoneWide = acrossZones
    operation.continuationMarker = marker
    return try cloud.perform(operation, as: caller)
  }
}
