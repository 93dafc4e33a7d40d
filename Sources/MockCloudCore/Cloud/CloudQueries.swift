extension CloudDatabase {
  /// Finds the records of a type, on all pages.
  ///
  /// - Parameters:
  ///   - filters: The filters, all of which a record must pass.
  ///   - zone: Nil means the default zone.
  ///   - acrossZones: Whether all zones of the database are searched.
  public func query(
    _ recordType: RecordTypeName, where filters: [QueryFilter] = [], sortedBy keys: [SortKey] = [],
    in zone: ZoneID? = nil, acrossZones: Bool = false
  ) throws(CloudError) -> [ItemResult<Record>] {
    let query = Query(recordType: recordType, predicate: .all(filters), sort: keys)
    return try self.query(query, in: zone, acrossZones: acrossZones)
  }

  /// Finds the records of a type that match a predicate, on all pages:
  ///
  ///     try database.query("Note", matching: "title BEGINSWITH 'Buy' AND due < now()")
  ///     try database.query("Note", matching: PredicateText.Format("title == %@", title))
  ///
  /// Throws `invalidArguments` for a text that is not a predicate, or that CloudKit does not
  /// support.
  public func query(
    _ recordType: RecordTypeName, matching predicate: PredicateText.Format,
    sortedBy keys: [SortKey] = [],
    in zone: ZoneID? = nil, acrossZones: Bool = false
  ) throws(CloudError) -> [ItemResult<Record>] {
    var operation = QueryRecords(Query(recordType: recordType, sort: keys), zoneID: zone)
    operation.predicate = predicate
    operation.zoneWide = acrossZones
    return try allPages(operation)
  }

  /// Finds all records of a query, on all pages.
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

  /// Runs a query and returns how it was interpreted and how its records were found
  /// (`mock/explain`). An error that the query would throw becomes a `Misuse` with the same text.
  public func explain(_ query: QueryRecords) throws(Misuse) -> ExplainQuery.Explanation {
    try cloud.perform(ExplainQuery(query), as: caller)
  }

  /// Finds one page of a query's records.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of records; the server's page size is an upper bound.
  ///   - marker: The `continuationMarker` of the previous page; nil means the first page.
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
