/// Some of the records that a query matches.
public struct QueryPage: Sendable {
  public let records: [Record]
  /// Whether the query matches more records after these.
  public let hasMore: Bool
  /// How many candidates were looked at.
  public internal(set) var examined: Int
  /// Whether the matches came in order, and did not have to be sorted.
  public var isSortedByIndex = false
}

/// Runs a query over candidates that somebody else chose: the records of the type, or those that
/// an index offers.
public enum QueryRunner {
  /// The matches from `offset` on, at most `limit` of them. Without sort keys matches come in the
  /// candidates' order and no more candidates are looked at than needed.
  public static func page(
    of candidates: some Sequence<Record>, matching predicate: QueryPredicate, sort: [SortKey] = [],
    context: QueryContext = QueryContext(), offset: Int = 0, limit: Int
  ) -> QueryPage {
    var matcher = RecordMatcher(predicate, context)
    return page(
      Slice(offset: max(0, offset), limit: max(0, limit)), &matcher, sort, context
    ) { body in
      for record in candidates where !body(record) { return }
    }
  }

  /// The same over what a planner chose in each of some zones.
  static func page(
    of zones: [Candidates], matching predicate: QueryPredicate, sort: [SortKey] = [],
    context: QueryContext = QueryContext(), offset: Int, limit: Int
  ) -> QueryPage {
    let slice = Slice(offset: max(0, offset), limit: max(0, limit))
    var matcher = RecordMatcher(predicate, context)
    var examined = 0
    var zones = zones
    if zones.count == 1, let walk = zones[0].plan.order {
      let outcome = walk.run(RecordOrder(sort, context), hasMoreKeys: sort.count > 1) { name in
        zones[0].record(name).flatMap { matcher.matches($0) ? $0 : nil }
      }
      if let records = outcome.records {
        return slice.page(of: records, examined: outcome.examined, isSortedByIndex: true)
      }
      examined = outcome.examined
      zones[0] = zones[0].unordered()
    }
    var page = page(slice, &matcher, sort, context) { body in
      for zone in zones where !zone.walk(body) { return }
    }
    page.examined += examined
    return page
  }

  /// Which of the matches are asked for.
  private struct Slice {
    let offset: Int
    let limit: Int

    var end: Int {
      let (sum, overflow) = offset.addingReportingOverflow(limit)
      return overflow ? .max : sum
    }

    func page(of records: [Record], examined: Int, isSortedByIndex: Bool = false) -> QueryPage {
      QueryPage(
        records: Array(records.dropFirst(offset).prefix(limit)), hasMore: records.count > end,
        examined: examined, isSortedByIndex: isSortedByIndex)
    }
  }

  /// Hands over candidates until it is answered false.
  private typealias Walk = ((Record) -> Bool) -> Void

  private static func page(
    _ slice: Slice, _ matcher: inout RecordMatcher, _ sort: [SortKey], _ context: QueryContext,
    _ walk: Walk
  ) -> QueryPage {
    sort.isEmpty
      ? unsortedPage(slice, &matcher, walk)
      : sortedPage(slice, &matcher, RecordOrder(sort, context), walk)
  }

  private static func unsortedPage(
    _ slice: Slice, _ matcher: inout RecordMatcher, _ walk: Walk
  ) -> QueryPage {
    var records: [Record] = []
    var toSkip = slice.offset
    var examined = 0
    var hasMore = false
    walk { record in
      examined += 1
      guard matcher.matches(record) else { return true }
      if toSkip > 0 {
        toSkip -= 1
      } else if records.count < slice.limit {
        records.append(record)
      } else {
        hasMore = true
      }
      return !hasMore
    }
    return QueryPage(records: records, hasMore: hasMore, examined: examined)
  }

  private static func sortedPage(
    _ slice: Slice, _ matcher: inout RecordMatcher, _ order: RecordOrder, _ walk: Walk
  ) -> QueryPage {
    let end = slice.end
    // One more than the page's end tells whether there is more.
    var first = FirstInOrder(order, capacity: end == .max ? .max : end + 1)
    var examined = 0
    walk { record in
      examined += 1
      if matcher.matches(record) { first.add(record) }
      return true
    }
    return slice.page(of: first.sorted(), examined: examined)
  }
}
