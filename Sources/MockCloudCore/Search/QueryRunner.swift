/// A page of the records that a query matches.
struct QueryPage: Sendable {
  var records: [Record]
  /// Whether the query matches further records.
  var hasMore: Bool
  /// The number of tested candidates.
  var examined: Int
  /// Whether the matches were found in order, without sorting.
  var isSortedByIndex = false
}

/// Runs a query over candidates: the records of the type, or those that an index yields.
enum QueryRunner {
  /// Returns at most `limit` matches from `offset` on. Without sort keys, matches are in the order
  /// of the candidates, and no more candidates than needed are tested.
  static func page(
    of candidates: some Sequence<Record>, matching predicate: QueryPredicate, sort: [SortKey] = [],
    context: QueryContext = QueryContext(), offset: Int = 0, limit: Int
  ) -> QueryPage {
    let slice = Slice(offset: max(0, offset), limit: max(0, limit))
    let matcher = RecordMatcher(predicate, context)
    if sort.isEmpty {
      var matches = FirstMatches(slice, matcher)
      for record in candidates where !matches.visit(record) { break }
      return matches.page
    }
    var matches = SortedMatches(slice, matcher, RecordOrder(sort, context))
    for record in candidates where !matches.visit(record) { break }
    return matches.page
  }

  /// Returns a page of the candidates that a planner chose in several zones.
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
    var page: QueryPage
    if sort.isEmpty {
      var matches = FirstMatches(slice, matcher)
      for zone in zones where !zone.walk(&matches) { break }
      page = matches.page
    } else {
      var matches = SortedMatches(slice, matcher, RecordOrder(sort, context))
      for zone in zones where !zone.walk(&matches) { break }
      page = matches.page
    }
    page.examined += examined
    return page
  }

  /// One more match than the page has shows that there is another page.
  static func need(_ offset: Int, _ limit: Int) -> Int {
    let (end, overflow) = offset.addingReportingOverflow(limit)
    return overflow || end == .max ? .max : end + 1
  }

  /// The requested range of the matches.
  private struct Slice {
    let offset: Int
    let limit: Int

    var need: Int { QueryRunner.need(offset, limit) }

    func page(of records: [Record], examined: Int, isSortedByIndex: Bool = false) -> QueryPage {
      QueryPage(
        records: Array(records.dropFirst(offset).prefix(limit)), hasMore: records.count >= need,
        examined: examined, isSortedByIndex: isSortedByIndex)
    }
  }

  /// Collects the matches in the order of the candidates, and stops after the requested ones.
  private struct FirstMatches: RecordVisitor {
    private var matcher: RecordMatcher
    private var toSkip: Int
    private let limit: Int
    private(set) var page = QueryPage(records: [], hasMore: false, examined: 0)

    init(_ slice: Slice, _ matcher: RecordMatcher) {
      self.matcher = matcher
      toSkip = slice.offset
      limit = slice.limit
    }

    mutating func expect(_ entries: [Zone.Entry]) { matcher.expect(entries) }

    mutating func visit(_ record: Record) -> Bool {
      page.examined += 1
      guard matcher.matches(record) else { return true }
      if toSkip > 0 {
        toSkip -= 1
      } else if page.records.count < limit {
        page.records.append(record)
      } else {
        page.hasMore = true
      }
      return !page.hasMore
    }
  }

  /// Tests all candidates to find the first matches in sort order.
  private struct SortedMatches: RecordVisitor {
    private let slice: Slice
    private var matcher: RecordMatcher
    private var first: FirstInOrder
    private var examined = 0

    init(_ slice: Slice, _ matcher: RecordMatcher, _ order: RecordOrder) {
      self.slice = slice
      self.matcher = matcher
      first = FirstInOrder(order, capacity: slice.need)
    }

    mutating func expect(_ entries: [Zone.Entry]) { matcher.expect(entries) }

    mutating func visit(_ record: Record) -> Bool {
      examined += 1
      if matcher.matches(record) { first.add(record) }
      return true
    }

    var page: QueryPage {
      mutating get { slice.page(of: first.sorted(), examined: examined) }
    }
  }
}

extension RecordMatcher {
  /// Reads the data that the first tests of some records will read. These reads are parallel,
  /// whereas with tests in between they would wait for each other; a long search spends most of its
  /// time waiting for memory.
  fileprivate mutating func expect(_ entries: [Zone.Entry]) {
    let places = firstPlaces
    for entry in entries {
      for place in places where place < entry.record.fields.count {
        let field = entry.record.fields[place]
        // A field may extend over two cache lines.
        ahead &+= field.name.utf8.count &+ (field.isEncrypted ? 1 : 0)
      }
    }
  }
}

/// Visits the candidates of a query one after another.
protocol RecordVisitor {
  /// Announces records, some of which are visited next.
  mutating func expect(_ entries: [Zone.Entry])
  /// Visits a record. Returns whether to continue.
  mutating func visit(_ record: Record) -> Bool
}
