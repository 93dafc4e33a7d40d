/// Chooses how a query finds its records in a zone: by the index that yields the fewest records, or
/// by a scan of all records of the type.
struct Planner {
  let recordType: RecordTypeName
  let sort: [SortKey]
  /// The number of matches that the answer needs, counted from the first.
  let need: Int
  private let isEmpty: Bool
  let uses: [IndexUse?]

  /// The minimum number of records of a type for which indexes are faster than a scan.
  static let fewestRecords = 32
  /// The minimum number of candidates for which other indexes are used to exclude some.
  private static let fewestShared = 16
  /// The maximum ratio between the records of another index and those of the best: a larger index
  /// excludes few of them.
  private static let mostShared = 8

  /// The plan for a zone.
  struct Plan: Sendable {
    enum Access: Sendable {
      case nothing
      /// A scan of all records of the type.
      case type
      /// The records with these names, in order.
      case names([RecordName])
      /// The records that all of these yield; the first yields the fewest.
      case indexes([IndexSearch])
    }

    var access: Access
    /// An upper bound for the number of records.
    var candidates: Int
    /// The filters whose indexes are used.
    var filters: Set<Int> = []
    /// The index for the first sort key.
    var order: SortedWalk?
  }

  /// Indirect: the undefined bytes of the smaller payload would cause reports of memory checkers.
  indirect enum Step {
    /// The plan depends on indexes that must be built first.
    case build([IndexName])
    case ready(Plan)
  }

  init(_ query: Query, _ context: QueryContext, need: Int) {
    recordType = query.recordType
    sort = query.sort
    self.need = need
    isEmpty = query.predicate == .nothing
    uses = query.predicate.filters.map { IndexUse($0, context) }
  }

  /// Returns the next step in a zone.
  ///
  /// - Parameter usesOrder: Whether an index may be used for the first sort key.
  func step(_ zone: borrowing Zone, usesOrder: Bool = true) -> Step {
    let total = zone.indexes.names(of: recordType).count
    if isEmpty || total == 0 { return .ready(Plan(access: .nothing, candidates: 0)) }
    if let plan = planByNames() { return .ready(plan) }
    var plan = Plan(access: .type, candidates: total)
    guard total >= Self.fewestRecords else { return .ready(plan) }
    let missing = indexNames.filter { zone.indexes.index($0, of: recordType) == nil }
    if !missing.isEmpty { return .build(missing) }
    let options = options(zone)
    // If a filter bounds the sort key, counting all records within the bounds would be slower than
    // reading the few that are needed.
    let bounds = usesOrder ? bounds(options) : []
    let most =
      bounds.isEmpty ? total / 3 : min(total / 3, max(64, min(need, total) / 2) * 8)
    if let best = best(of: options, most, total) { plan = best }
    guard usesOrder, let first = sort.first, first.relativeLocation == nil,
      need <= plan.candidates / 4
    else { return .ready(plan) }
    let name = IndexName.values(first.key)
    guard let index = zone.indexes.index(name, of: recordType) else { return .build([name]) }
    plan.order = walk(index, first, bounds, plan)
    return .ready(plan)
  }

  /// Returns the ranges of the first sort key that filters require.
  private func bounds(_ options: [Option]) -> [IndexRange] {
    guard let first = sort.first else { return [] }
    return options.filter { $0.name == .values(first.key) && $0.ranges.count == 1 }
      .map { $0.ranges[0] }
  }

  /// The indexes that the filters can use, without duplicates.
  private var indexNames: [IndexName] {
    var names: [IndexName] = []
    for use in uses {
      if let name = use?.indexName, !names.contains(name) { names.append(name) }
    }
    return names
  }

  private func planByNames() -> Plan? {
    for (place, use) in uses.enumerated() {
      guard case .recordNames(let names)? = use?.source else { continue }
      return Plan(access: .names(names), candidates: names.count, filters: [place])
    }
    return nil
  }

  /// Ranges of an index that yield all matches of some filters.
  private struct Option {
    var filters: [Int]
    let name: IndexName
    var search: IndexSearch

    var ranges: [IndexRange] { search.ranges }

    func count(limit: Int) -> Int { search.index.count(ranges, limit: limit) }

    /// If both are single ranges, such as a lower and an upper bound, replaces this one by their
    /// intersection. Returns whether it did.
    mutating func narrow(by other: Option) -> Bool {
      guard case .values = name, ranges.count == 1, other.ranges.count == 1,
        let common = ranges[0].intersection(other.ranges[0])
      else { return false }
      search.ranges = [common]
      filters += other.filters
      return true
    }
  }

  private func options(_ zone: borrowing Zone) -> [Option] {
    var options: [Option] = []
    // Only the last option of an index is narrowed, since many filters would otherwise take
    // quadratic time.
    var last: [IndexName: Int] = [:]
    for (place, use) in uses.enumerated() {
      guard let use, let name = use.indexName,
        let index = zone.indexes.index(name, of: recordType)
      else { continue }
      for ranges in use.alternatives {
        let search = IndexSearch(index: index, ranges: index.occupied(ranges))
        let option = Option(filters: [place], name: name, search: search)
        if let last = last[name], options[last].narrow(by: option) { continue }
        last[name] = options.count
        options.append(option)
      }
    }
    return options
  }

  /// Returns a plan by the option with the fewest records. An option is only counted until another
  /// is known to have fewer.
  private func best(of options: [Option], _ most: Int, _ total: Int) -> Plan? {
    var limit = min(64, most)
    while true {
      var best: (place: Int, count: Int)?
      for (place, option) in options.enumerated() {
        let count = option.count(limit: limit)
        if count < best?.count ?? limit { best = (place, count) }
      }
      if let best { return plan(options, best.place, best.count) }
      if limit == most { break }
      limit = min(limit * 8, most)
    }
    // Records with the same value need not be sorted: reading the first few of many is as fast.
    let point = options.first { $0.search.onlyPoint != nil }
    return point.map {
      Plan(access: .indexes([$0.search]), candidates: total, filters: Set($0.filters))
    }
  }

  /// Returns a plan by the best option, and by others that exclude some of its records at low cost.
  private func plan(_ options: [Option], _ best: Int, _ count: Int) -> Plan {
    var used = [options[best]]
    if count >= Self.fewestShared {
      let limit = min(count, .max / Self.mostShared) * Self.mostShared
      let others = options.enumerated()
        .filter { $0.offset != best && $0.element.search.canProbe }
        .map { (option: $0.element, count: $0.element.count(limit: limit)) }
        .filter { $0.count < limit }
      used += others.genericSorted { $0.count < $1.count }.map(\.option)
    }
    return Plan(
      access: .indexes(used.map(\.search)), candidates: count,
      filters: Set(used.flatMap(\.filters)))
  }

  /// Returns a walk through an index in the order of the sort key.
  private func walk(
    _ index: FieldIndex, _ key: SortKey, _ bounds: [IndexRange], _ plan: Plan
  ) -> SortedWalk? {
    guard let whole = index.wholeRange else { return nil }
    // If a filter bounds the sort key, the walk has its bounds, and absent values do not match.
    return SortedWalk(
      index: index, range: bounds.last ?? whole, ascending: key.ascending,
      includesAbsent: bounds.isEmpty, need: need, budget: max(256, plan.candidates / 2))
  }
}
