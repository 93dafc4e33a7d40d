import Testing

@testable import MockCloudCore

/// Random queries over random records, compared with the simplest possible implementation.
@Suite struct QueryRandomTests {
  /// Draws small numbers from a seed, so that equal values are frequent.
  struct Draw {
    var state: UInt64
    mutating func below(_ bound: Int) -> Int {
      state += 1
      return Int(SeededRandom.hash(seed: 3, "query test", state) % UInt64(bound))
    }
    mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }
    mutating func list<Item>(_ item: (inout Draw) -> Item) -> [Item] {
      (0..<below(4)).map { _ in item(&self) }
    }
    /// Returns a random value of a type.
    mutating func value(
      _ type: FieldType, integer: (inout Draw) -> Int64, double: (inout Draw) -> Double,
      text: (inout Draw) -> String, reference: (inout Draw) -> Reference,
      place: (inout Draw) -> Location
    ) -> FieldValue {
      switch type {
      case .int64: .int64(integer(&self))
      case .double: .double(double(&self))
      case .timestamp: .timestamp(integer(&self))
      case .string: .string(text(&self))
      case .reference: .reference(reference(&self))
      case .location: .location(place(&self))
      case .int64List: .int64List(list(integer))
      case .doubleList: .doubleList(list(double))
      case .timestampList: .timestampList(list(integer))
      case .stringList: .stringList(list(text))
      default: .referenceList(list(reference))
      }
    }
  }

  static let types: [String: FieldType] = [
    "i": .int64, "d": .double, "t": .timestamp, "s": .string, "r": .reference, "l": .location,
    "is": .int64List, "ss": .stringList, "rs": .referenceList, "ds": .doubleList,
  ]

  static func value(_ type: FieldType, _ draw: inout Draw) -> FieldValue {
    func text(_ draw: inout Draw) -> String {
      draw.pick(["", "a", "A", "ab", "Ab", "b", "é", "É", "the fox", "Fox dog", "日"])
    }
    func integer(_ draw: inout Draw) -> Int64 { draw.pick([-2, -1, 0, 1, 2, .max, .min]) }
    func double(_ draw: inout Draw) -> Double { draw.pick([-1.5, -1, 0, 0.5, 1, 2, 1e19]) }
    func reference(_ draw: inout Draw) -> Reference {
      Reference(recordName: draw.pick(["x", "y", "X"]), action: draw.pick([.none, .deleteSelf]))
    }
    func place(_ draw: inout Draw) -> Location {
      Sample.place(Double(draw.below(3)), Double(draw.below(3)))
    }
    return draw.value(
      type, integer: integer, double: double, text: text, reference: reference, place: place)
  }

  static func record(_ number: Int, _ draw: inout Draw) -> Record {
    var fields: [String: FieldValue] = [:]
    for (name, type) in types.sorted(by: { $0.key < $1.key }) where draw.below(5) > 0 {
      fields[name] = value(type, &draw)
    }
    return Sample.record("n\(number)", fields)
  }

  static func filter(_ draw: inout Draw) -> QueryFilter {
    let name = draw.pick(types.keys.sorted())
    let type = types[name] ?? .string
    let comparator = draw.pick(QueryCheckTests.legal[type] ?? [])
    if comparator.isTokenSearch {
      let key = draw.below(2) == 0 ? QueryKey.field(name) : .anyText
      return QueryFilter(key, comparator, .string(draw.pick(["fox", "the dog", "a fox", "the"])))
    }
    var single = type.element ?? type
    if single == .int64 || single == .double { single = draw.pick([.int64, .double]) }
    return QueryFilter(
      .field(name), comparator, value(comparator.takesList ? single.list : single, &draw),
      distance: comparator == .near ? Double(draw.below(300_000)) : nil)
  }

  // MARK: - The simplest implementation

  static func equal(_ left: FieldValue, _ right: FieldValue, ignoringCase: Bool) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)):
      ignoringCase ? left.lowercased() == right.lowercased() : Array(left.utf8) == Array(right.utf8)
    case (.reference(let left), .reference(let right)): left.recordName == right.recordName
    default: order(left, right) == 0
    }
  }

  /// Converting integers to doubles is exact enough here: drawn integers are small, or so large
  /// that no drawn double is near.
  static func order(_ left: FieldValue, _ right: FieldValue) -> Int? {
    func sign<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
      left < right ? -1 : left > right ? 1 : 0
    }
    switch (left, right) {
    case (.int64(let left), .int64(let right)): return sign(left, right)
    case (.timestamp(let left), .timestamp(let right)): return sign(left, right)
    case (.double(let left), .double(let right)): return sign(left, right)
    case (.int64(let left), .double(let right)): return sign(Double(left), right)
    case (.double(let left), .int64(let right)): return sign(left, Double(right))
    case (.string(let left), .string(let right)):
      let (left, right) = (Array(left.utf8), Array(right.utf8))
      return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    default: return nil
    }
  }

  static func words(_ record: Record, _ key: QueryKey) -> Set<String> {
    var words: Set<String> = []
    for field in record.fields where key == .anyText || key == .field(field.name) {
      let texts: [FieldValue] = field.value.members ?? [field.value]
      for case .string(let text) in texts {
        words.formUnion(text.lowercased().split(separator: " ").map(String.init))
      }
    }
    return words
  }

  static func matches(_ filter: QueryFilter, _ record: Record) -> Bool {
    let other = filter.value
    if filter.comparator.isTokenSearch, case .string(let text) = other {
      let wanted = Set(text.split(separator: " ").map(String.init)).subtracting(["the", "a"])
      let found = wanted.intersection(words(record, filter.key))
      return filter.comparator == .containsAllTokens
        ? !wanted.isEmpty && found == wanted : !found.isEmpty
    }
    guard case .field(let name) = filter.key, let value = record[name] else {
      return filter.comparator.rawValue.hasPrefix("NOT_")
    }
    func prefixed(_ value: FieldValue) -> Bool {
      guard case .string(let text) = value, case .string(let start) = other else { return false }
      return text.utf8.starts(with: start.utf8)
    }
    func contains(_ members: [FieldValue], _ value: FieldValue, ignoringCase: Bool) -> Bool {
      members.contains { equal($0, value, ignoringCase: ignoringCase) }
    }
    let members = value.members ?? []
    let others = other.members ?? []
    switch filter.comparator {
    case .equals: return equal(value, other, ignoringCase: true)
    case .notEquals: return !equal(value, other, ignoringCase: true)
    case .isIn: return contains(others, value, ignoringCase: true)
    case .notIn: return !contains(others, value, ignoringCase: true)
    case .lessThan: return (order(value, other) ?? 0) < 0
    case .lessThanOrEquals: return (order(value, other) ?? 1) <= 0
    case .greaterThan: return (order(value, other) ?? 0) > 0
    case .greaterThanOrEquals: return (order(value, other) ?? -1) >= 0
    case .beginsWith: return prefixed(value)
    case .notBeginsWith: return !prefixed(value)
    case .listMemberBeginsWith: return members.contains(where: prefixed)
    case .notListMemberBeginsWith: return !members.contains(where: prefixed)
    case .listContains: return contains(members, other, ignoringCase: true)
    case .notListContains: return !contains(members, other, ignoringCase: true)
    case .listContainsAny, .notListContainsAny:
      let meets = others.contains { contains(members, $0, ignoringCase: true) }
      return meets == (filter.comparator == .listContainsAny)
    case .listContainsAll, .notListContainsAll:
      let holds = others.allSatisfy { contains(members, $0, ignoringCase: true) }
      return holds == (filter.comparator == .listContainsAll)
    case .near:
      guard case .location(let here) = value, case .location(let there) = other else {
        return false
      }
      return GreatCircle(from: there).distance(to: here) < filter.distance ?? 0
    case .containsAllTokens, .containsAnyTokens: return false
    }
  }

  // MARK: - Tests

  @Test func queriesFindWhatPlainCodeFinds() {
    var draw = Draw(state: 0)
    let records = (0..<60).map { Self.record($0, &draw) }
    var found = 0
    for _ in 0..<1500 {
      let filters = (0...draw.below(3)).map { _ in Self.filter(&draw) }
      let expected = records.filter { record in filters.allSatisfy { Self.matches($0, record) } }
      let page = QueryRunner.page(of: records, matching: .all(filters), limit: .max)
      #expect(page.records.map(\.recordName) == expected.map(\.recordName), "\(filters)")
      found += expected.count
    }
    #expect(found > 5000)
  }

  @Test func sortedPagesAreSlicesOfTheSortedWhole() {
    var draw = Draw(state: 1 << 32)
    let records = (0..<80).map { Self.record($0, &draw) }
    for _ in 0..<400 {
      let names = (0...draw.below(2)).map { _ in draw.pick(["i", "d", "t", "s"]) }
      let sort = names.map { SortKey(.field($0), ascending: draw.below(2) == 0) }
      let whole = records.sorted { left, right in
        for key in sort {
          guard case .field(let name) = key.key else { continue }
          let order =
            switch (left[name], right[name]) {
            case (nil, nil): 0
            case (nil, _): -1
            case (_, nil): 1
            case (let left?, let right?): Self.order(left, right) ?? 0
            }
          if order != 0 { return (order < 0) == key.ascending }
        }
        return left.recordName < right.recordName
      }.map(\.recordName)
      let offset = draw.below(90)
      let limit = draw.below(30)
      let page = QueryRunner.page(
        of: records, matching: .everything, sort: sort, offset: offset, limit: limit)
      #expect(page.records.map(\.recordName) == Array(whole.dropFirst(offset).prefix(limit)))
      #expect(page.hasMore == (offset + limit < whole.count))
    }
  }

  @Test func predicatesComeBackFromTheirText() throws {
    var draw = Draw(state: 1 << 33)
    var written = 0
    for _ in 0..<1500 {
      let filters = (0..<draw.below(4)).map { _ in Self.filter(&draw) }
      let predicate = QueryPredicate.all(filters)
      let unsayable = filters.contains { filter in
        filter.comparator == .listContainsAll || filter.comparator == .notListContainsAll
          || (filter.comparator.isTokenSearch && filter.key != .anyText)
      }
      let format = PredicateText.write(predicate)
      #expect((format == nil) == unsayable)
      guard let format else { continue }
      written += 1
      let again = try PredicateText.read(format.text, arguments: format.arguments, now: 0)
      #expect(again == predicate, "\(format.text)")
    }
    #expect(written > 500)
  }

  @Test(arguments: ["recordID", "creationDate", "parent", "a.b", "", "___recordID"])
  func keysThatPredicatesCannotNameAreNotWritten(_ name: String) {
    let filter = QueryFilter(.field(name), .equals, .int64(1))
    #expect(PredicateText.write(.all([filter])) == nil)
  }

  @Test(arguments: ["in", "SELF", "a b", "é", "1a", "a-b", "allTokens", "now", "'", "%@"])
  func anyOtherKeyComesBack(_ name: String) throws {
    let predicate = QueryPredicate.all([QueryFilter(.field(name), .equals, .int64(1))])
    let format = try #require(PredicateText.write(predicate))
    #expect(
      try PredicateText.read(format.text, arguments: format.arguments, now: 0) == predicate)
  }
}
