/// `mock/explain`: runs a query and says how its records were found.
public struct ExplainQuery: HarnessOperation {
  public static let name = "mock/explain"
  public static let changesCloud = false

  public var query: QueryRecords

  public init(_ query: QueryRecords) { self.query = query }

  /// How a query was understood and run.
  public struct Explanation: Sendable {
    /// The query as it was run: values have the types of their fields, times are fixed, and what the
    /// caller's rights add is part of it.
    public let query: Query
    /// Its condition as predicate text; nil where only filters can say it.
    public let predicate: PredicateText.Format?
    /// One for each zone that was searched.
    public let zones: [ZoneSearch]
    /// Where the order came from; nil where none was asked for.
    public let order: Order?
    /// How many records were tested, in all zones.
    public let examined: Int
    /// How many records the answer has.
    public let found: Int
  }

  public enum Order: String, Sendable {
    /// From an index that is in the order of the first key.
    case index
    /// The first of all matches were picked out.
    case selection
  }

  /// How one zone was searched.
  public struct ZoneSearch: Sendable {
    public let zoneID: ZoneID
    /// How many records of the type the zone has.
    public let records: Int
    public let access: Access
    /// How many records the access offers.
    public let candidates: Int
    /// One for each filter, in the query's order.
    public let filters: [FilterSearch]
  }

  public enum Access: String, Sendable {
    /// Nothing can match.
    case nothing
    /// By the records' own names.
    case recordNames
    /// By the indexes of some filters.
    case index
    /// All records of the type are looked at.
    case type
  }

  /// What an index does for a filter.
  public struct FilterSearch: Sendable {
    public let key: QueryKey
    public let comparator: FilterComparator
    /// The kind of index that can serve the filter; nil where there is none.
    public let index: String?
    /// How many records the index offers.
    public let candidates: Int?
    /// Whether the zone was searched by this filter.
    public let isUsed: Bool
  }

  public func run(
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

  /// How many records an index offers; nil where it was not made.
  private func count(_ use: IndexUse, in zone: borrowing Zone) -> Int? {
    switch use.source {
    case .recordNames(let names): return names.count
    case .index(let name):
      guard let index = zone.indexes.index(name, of: query.recordType) else { return nil }
      return use.alternatives.map { index.count($0, limit: .max) }.min() ?? 0
    }
  }
}
