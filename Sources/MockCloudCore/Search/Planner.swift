/// Decides how a query finds its records in a zone: by the index that offers the fewest of them, or
/// by looking at all records of the type.
struct Planner {
  let recordType: String
  let sort: [SortKey]
  /// How many matches, from the first, the answer needs to know.
  let need: Int
  private let isEmpty: Bool
  let uses: [IndexUse?]

  /// Types of fewer records are looked through as fast as they are looked up.
  static let fewestRecords = 32
  /// So many candidates are tested before another index is asked which of them to leave out.
  private static let fewestShared = 16
  /// An index that offers so many times more than the best leaves out few of what that one offers.
  private static let mostShared = 8

  /// How a zone is searched.
  struct Plan: Sendable {
    enum Access: Sendable {
      case nothing
      /// All records of the type.
      case type
      /// The records of these names, in their order.
      case names([String])
      /// What every one of these offers; the first offers the fewest.
      case indexes([IndexSearch])
    }

    var access: Access
    /// How many records that is, at most.
    var candidates: Int
    /// The filters whose indexes are used.
    var filters: Set<Int> = []
    /// What serves the first sort key.
    var order: SortedWalk?
  }

  /// Behind a pointer: the bytes that one of two payloads leaves undefined trouble memory checkers.
  indirect enum Step {
    /// The plan depends on indexes that have to be made first.
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

  /// What to do in a zone.
  ///
  /// - Parameter usesOrder: Whether an index may serve the first sort key.
  func step(_ zone: borrowing Zone, usesOrder: Bool = true) -> Step {
    let total = zone.indexes.names(of: recordType).count
    if isEmpty || total == 0 { return .ready(Plan(access: .nothing, candidates: 0)) }
    if let plan = planByNames() { return .ready(plan) }
    var plan = Plan(access: .type, candidates: total)
    guard total >= Self.fewestRecords else { return .ready(plan) }
    let missing = indexNames.filter { zone.indexes.index($0, of: recordType) == nil }
    if !missing.isEmpty { return .build(missing) }
    let options = options(zone)
    // Where a filter bounds the sort key, counting all within the bounds would cost more than the
    // few records that are needed.
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

  /// The ranges of the first sort key that filters ask for.
  private func bounds(_ options: [Option]) -> [IndexRange] {
    guard let first = sort.first else { return [] }
    return options.filter { $0.name == .values(first.key) && $0.ranges.count == 1 }
      .map { $0.ranges[0] }
  }

  /// The indexes that the filters can use, each once.
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

  /// Ranges of an index which hold all that some filters match.
  private struct Option {
    var filters: [Int]
    let name: IndexName
    var search: IndexSearch

    var ranges: [IndexRange] { search.ranges }

    func count(limit: Int) -> Int { search.index.count(ranges, limit: limit) }

    /// Whether this is a range like the other's, a lower and an upper bound, and now the common part.
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
    // Only the last option of an index is narrowed, or many filters would take quadratic time.
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

  /// The option with the fewest records. No option is counted further than it takes to find that
  /// another has fewer.
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
    // Records of one value need no sorting: looking at the first few of many costs no more.
    let point = options.first { $0.search.onlyPoint != nil }
    return point.map {
      Plan(access: .indexes([$0.search]), candidates: total, filters: Set($0.filters))
    }
  }

  /// A plan by the best option, and by others that cheaply exclude some of its records.
  private func plan(_ options: [Option], _ best: Int, _ count: Int) -> Plan {
    var used = [options[best]]
    if count >= Self.fewestShared {
      let limit = min(count, .max / Self.mostShared) * Self.mostShared
      let others = options.enumerated()
        .filter { $0.offset != best && $0.element.search.canProbe }
        .map { (option: $0.element, count: $0.element.count(limit: limit)) }
        .filter { $0.count < limit }
      used += others.sorted { $0.count < $1.count }.map(\.option)
    }
    return Plan(
      access: .indexes(used.map(\.search)), candidates: count,
      filters: Set(used.flatMap(\.filters)))
  }

  /// The order of an index, where it is that of the sort key.
  private func walk(
    _ index: FieldIndex, _ key: SortKey, _ bounds: [IndexRange], _ plan: Plan
  ) -> SortedWalk? {
    guard let whole = index.wholeRange else { return nil }
    // What a filter asks of the sort key bounds the walk, and then nothing absent matches.
    return SortedWalk(
      index: index, range: bounds.last ?? whole, ascending: key.ascending,
      includesAbsent: bounds.isEmpty, need: need, budget: max(256, plan.candidates / 2))
  }
}
