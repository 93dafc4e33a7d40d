/// `mock/explain`: runs a query and returns how its records were found.
public struct ExplainQuery: HarnessOperation {
  public static let name = "mock/explain"
  static let changesCloud = false

  public var query: QueryRecords

  public init(_ query: QueryRecords) { self.query = query }

  /// The interpretation and the execution of a query.
  public struct Explanation: Sendable {
    /// The query that was run: values have the types of their fields, times are fixed, and the
    /// conditions that follow from the caller's permissions are included.
    public let query: Query
    /// The condition as predicate text; nil if only filters can express it.
    public let predicate: PredicateText.Format?
    /// The searched zones.
    public let zones: [ZoneSearch]
    /// The source of the order; nil if none was requested.
    public let order: Order?
    /// The number of tested records in all zones.
    public let examined: Int
    /// The number of records in the answer.
    public let found: Int
  }

  public enum Order: String, Sendable {
    /// An index for the first sort key.
    case index
    /// A selection of the first records among all matches.
    case selection
  }

  /// The search of one zone.
  public struct ZoneSearch: Sendable {
    public let zoneID: ZoneID
    /// The number of records of the type in the zone.
    public let records: Int
    public let access: Access
    /// The number of records that the access yields.
    public let candidates: Int
    /// One entry for each filter, in the query's order.
    public let filters: [FilterSearch]
  }

  public enum Access: String, Sendable {
    /// No record can match.
    case nothing
    /// By record name.
    case recordNames
    /// By the indexes of some filters.
    case index
    /// By a scan of all records of the type.
    case type
  }

  /// The use of an index for a filter.
  public struct FilterSearch: Sendable {
    public let key: QueryKey
    public let comparator: FilterComparator
    /// The kind of index for the filter; nil if there is none.
    public let index: String?
    /// The number of records that the index yields.
    public let candidates: Int?
    /// Whether the search of the zone used this filter's index.
    public let isUsed: Bool
  }

  func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> Explanation {
    let prepared: QueryRecords.Prepared
    do throws(CloudError) {
      try context.checkAccess(QueryRecords.access, in: state.world)
      prepared = try query.prepare(in: &state.world, as: context)
    } catch {
      throw Misuse.badMockRequest(
        "records/query would return \(error.code.name): \(error.reason)", key: "query")
    }
    let page = prepared.page
    let order: Order? =
      prepared.query.sort.isEmpty ? nil : page.isSortedByIndex ? .index : .selection
    return Explanation(
      query: prepared.query, predicate: PredicateText.write(prepared.query.predicate),
      zones: prepared.zones.map { prepared.search($0) }, order: order, examined: page.examined,
      found: page.records.count)
  }
}

extension QueryRecords.Prepared {
  fileprivate func search(_ candidates: Candidates) -> ExplainQuery.ZoneSearch {
    let plan = candidates.plan
    let access: ExplainQuery.Access =
      switch plan.access {
      case .nothing: .nothing
      case .type: .type
      case .names: .recordNames
      case .indexes: .index
      }
    let zone = candidates.zone
    let filters = query.predicate.filters.enumerated().map { place, filter in
      let use = planner.uses[place]
      let count = use.flatMap { self.count($0, in: zone) }
      return ExplainQuery.FilterSearch(
        key: filter.key, comparator: filter.comparator,
        index: count == nil ? nil : use?.indexName?.kind ?? "recordNames", candidates: count,
        isUsed: plan.filters.contains(place))
    }
    return ExplainQuery.ZoneSearch(
      zoneID: zone.zoneID, records: zone.indexes.names(of: query.recordType).count,
      access: access, candidates: plan.candidates, filters: filters)
  }

  /// Returns the number of records that an index yields; nil if it was not built.
  private func count(_ use: IndexUse, in zone: borrowing Zone) -> Int? {
    switch use.source {
    case .recordNames(let names): return names.count
    case .index(let name):
      guard let index = zone.indexes.index(name, of: query.recordType) else { return nil }
      return use.alternatives.map { index.count($0, limit: .max) }.min() ?? 0
    }
  }
}
