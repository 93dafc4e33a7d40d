/// Some of the records that a query matches.
public struct QueryPage: Sendable {
  public let records: [Record]
  /// Whether the query matches more records after these.
  public let hasMore: Bool
  /// How many candidates were looked at.
  public let examined: Int
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
    let offset = max(0, offset)
    let limit = max(0, limit)
    var matcher = RecordMatcher(predicate, context)
    return sort.isEmpty
      ? unsortedPage(of: candidates, &matcher, offset, limit)
      : sortedPage(of: candidates, &matcher, RecordOrder(sort, context), offset, limit)
  }

  private static func unsortedPage(
    of candidates: some Sequence<Record>, _ matcher: inout RecordMatcher, _ offset: Int,
    _ limit: Int
  ) -> QueryPage {
    var records: [Record] = []
    var toSkip = offset
    var examined = 0
    for record in candidates {
      examined += 1
      guard matcher.matches(record) else { continue }
      if toSkip > 0 {
        toSkip -= 1
      } else if records.count < limit {
        records.append(record)
      } else {
        return QueryPage(records: records, hasMore: true, examined: examined)
      }
    }
    return QueryPage(records: records, hasMore: false, examined: examined)
  }

  private static func sortedPage(
    of candidates: some Sequence<Record>, _ matcher: inout RecordMatcher, _ order: RecordOrder,
    _ offset: Int, _ limit: Int
  ) -> QueryPage {
    let (sum, overflow) = offset.addingReportingOverflow(limit)
    let end = overflow ? .max : sum
    // One more than the page's end tells whether there is more.
    var first = FirstInOrder(order, capacity: end == .max ? .max : end + 1)
    var examined = 0
    for record in candidates {
      examined += 1
      if matcher.matches(record) { first.add(record) }
    }
    let kept = first.sorted()
    return QueryPage(
      records: Array(kept.dropFirst(offset).prefix(limit)), hasMore: kept.count > end,
      examined: examined)
  }
}
