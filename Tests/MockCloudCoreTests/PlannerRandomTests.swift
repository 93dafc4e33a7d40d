import Testing

@testable import MockCloudCore

/// Random queries over a changing zone, run with indexes and by a scan of all records.
@Suite struct PlannerRandomTests {
  typealias Draw = QueryRandomTests.Draw

  /// Values that are rarer than those of the query tests, and ones that indexes might miss: numbers
  /// affected by rounding, text with equal spellings or cases, places at the edges.
  static func value(_ type: FieldType, _ draw: inout Draw) -> FieldValue {
    func integer(_ draw: inout Draw) -> Int64 {
      let odd: [Int64] = [.max, .min, 1 << 53, 1 << 53 | 1, .max - 1, ~(1 << 53)]
      if draw.below(4) == 0 { return draw.pick(odd) }
      return Int64(draw.below(90)) - 45
    }
    func double(_ draw: inout Draw) -> Double {
      let odd: [Double] = [0.0, -0.0, 0x1p53, 0x1p63, -0x1p63, 1e300, -1e-300, 9.5]
      if draw.below(4) == 0 { return draw.pick(odd) }
      return Double(draw.below(90)) / 2 - 20
    }
    func text(_ draw: inout Draw) -> String {
      let odd = [
        "é", "E\u{301}", "É", "caf\u{e9}", "CAFE\u{301}", "\u{212a}elvin", "kelvin", ";", "\u{37e}",
        "`", "\u{1fef}", "a;b", "A\u{37e}B", "İ", "i\u{307}", "ß", "Straße", "日本", "日", "",
        "the fox", "Fox, dog", "\u{10ffff}",
      ]
      if draw.below(2) == 0 { return draw.pick(odd) }
      return draw.pick(["a", "A", "b", "ab", "Ab"]) + String(draw.below(30))
    }
    func reference(_ draw: inout Draw) -> Reference {
      Reference(
        recordName: "n\(draw.below(40))",
        zoneID: draw.pick([nil, nil, Sample.zone, Sample.otherZone]))
    }
    func place(_ draw: inout Draw) -> Location {
      let latitudes: [Double] = [90, -90, 89.99, 0, -45]
      let longitudes: [Double] = [180, -180, 179.99, -179.99, 0]
      if draw.below(4) == 0 { return Sample.place(draw.pick(latitudes), draw.pick(longitudes)) }
      return Sample.place(Double(draw.below(60)) / 10, Double(draw.below(60)) / 10 - 3)
    }
    return draw.value(
      type, integer: integer, double: double, text: text, reference: reference, place: place)
  }

  static func record(_ draw: inout Draw) -> Record {
    var fields: [Field] = []
    for (name, type) in QueryRandomTests.types.sorted(by: { $0.key < $1.key })
    where draw.below(6) > 0 {
      fields.append(Field(name: name, value: value(type, &draw)))
    }
    // A field with two types, which a schema would not allow.
    let mixed: FieldType = draw.pick([.int64, .double, .string, .int64List])
    if draw.below(3) > 0 { fields.append(Field(name: "x", value: value(mixed, &draw))) }
    // Fields with few values, so that several indexes have many records for each.
    fields.append(Field(name: "y", value: .int64(Int64(draw.below(4)))))
    fields.append(Field(name: "z", value: .stringList(few(&draw))))
    func stamp() -> Stamp {
      Stamp(
        timestamp: Int64(draw.below(50)), userRecordName: "_u\(draw.below(12))", deviceID: "d")
    }
    return Record(
      recordName: "n\(draw.below(500))", zoneID: Sample.zone,
      recordType: draw.below(4) == 0 ? "Other" : "Note", recordChangeTag: "1", fields: fields,
      created: stamp(), modified: stamp(),
      parent: draw.below(2) == 0 ? nil : "n\(draw.below(40))")
  }

  static func few(_ draw: inout Draw) -> [String] {
    ["red", "green", "blue", "white"].filter { _ in draw.below(2) == 0 }
  }

  static func filter(_ draw: inout Draw) -> QueryFilter {
    switch draw.below(12) {
    case 0: return QueryFilter(.field("y"), .equals, .int64(Int64(draw.below(4))))
    case 1:
      let numbers = [Int64(draw.below(4)), Int64(draw.below(9))]
      return QueryFilter(.field("y"), .isIn, .int64List(numbers))
    case 2: return QueryFilter(.field("z"), .listContainsAll, .stringList(few(&draw)))
    case 3:
      let words = few(&draw).joined(separator: " ")
      return QueryFilter(.field("z"), .containsAllTokens, .string(words))
    default: break
    }
    if draw.below(5) == 0 { return systemFilter(&draw) }
    let types = QueryRandomTests.types
    let name = draw.pick(types.keys.sorted() + ["x"])
    let type = types[name] ?? draw.pick([.int64, .double, .string, .int64List])
    let comparator = draw.pick(QueryCheckTests.legal[type] ?? [])
    if comparator.isTokenSearch {
      let key = draw.below(2) == 0 ? QueryKey.field(name) : .anyText
      let text = draw.pick(["fox", "the dog", "a fox cafe", "the", "日", "ab7", "fox b3"])
      return QueryFilter(key, comparator, .string(text))
    }
    var single = type.element ?? type
    if single == .int64 || single == .double { single = draw.pick([.int64, .double]) }
    let distances: [Double] = [0, 1, 30_000, 250_000, 1_000_000, 20_100_000]
    return QueryFilter(
      .field(name), comparator, value(comparator.takesList ? single.list : single, &draw),
      distance: comparator == .near ? draw.pick(distances) : nil)
  }

  static func systemFilter(_ draw: inout Draw) -> QueryFilter {
    let field = draw.pick(SystemField.allCases)
    if field.type == .timestamp {
      return QueryFilter(
        .system(field),
        draw.pick([.equals, .lessThan, .greaterThanOrEquals, .lessThanOrEquals, .notEquals]),
        .timestamp(Int64(draw.below(50))))
    }
    func name(_ draw: inout Draw) -> String {
      draw.pick([
        "n\(draw.below(500))", "n\(draw.below(40))", "_u\(draw.below(12))", "_defaultOwner",
      ])
    }
    switch draw.below(4) {
    case 0: return QueryFilter(.system(field), .isIn, .stringList((0..<9).map { _ in name(&draw) }))
    case 1: return QueryFilter(.system(field), .notEquals, .string(name(&draw)))
    case 2:
      let zone = draw.pick([nil, Sample.zone, Sample.otherZone])
      return QueryFilter(
        .system(field), .equals,
        .reference(Reference(recordName: RecordName(name(&draw)), zoneID: zone)))
    default: return QueryFilter(.system(field), .equals, .string(name(&draw)))
    }
  }

  static func sort(_ draw: inout Draw) -> [SortKey] {
    (0..<draw.below(3)).map { _ in
      switch draw.below(8) {
      case 0: SortKey(.field("l"), ascending: true, relativeLocation: Sample.place(1, 1))
      case 1: SortKey(.system(draw.pick(SystemField.allCases)), ascending: draw.below(2) == 0)
      default:
        SortKey(
          .field(draw.pick(["i", "d", "t", "s", "r", "x"])), ascending: draw.below(2) == 0)
      }
    }
  }

  /// A zone whose indexes are built by the queries themselves.
  struct Changing {
    var zone = Zone(zoneID: Sample.zone, incarnation: 1)
    var number: UInt64 = 0

    mutating func change(_ draw: inout Draw) {
      number += 1
      if draw.below(4) == 0 {
        zone.remove("n\(draw.below(500))")
      } else {
        zone.store(PlannerRandomTests.record(&draw), sequence: number, keeping: nil)
      }
    }

    mutating func plan(_ planner: Planner) -> Planner.Plan {
      while true {
        switch planner.step(zone) {
        case .build(let names): zone.build(names, of: planner.recordType)
        case .ready(let plan): return plan
        }
      }
    }
  }

  static func description(_ page: QueryPage) -> [String] {
    page.records.map(\.recordName.text) + [page.hasMore ? "more" : "all"]
  }

  @Test(arguments: [false, true])
  func indexesFindWhatLookingAtEverythingFinds(_ exactly: Bool) {
    var draw = Draw(state: exactly ? 1 << 40 : 1 << 41)
    var changing = Changing()
    for _ in 0..<600 { changing.change(&draw) }
    let context = QueryContext(comparesStringsExactly: exactly)
    var found = 0
    var helped = 0
    var shared = 0
    var ordered = 0
    for round in 0..<2500 {
      changing.change(&draw)
      let snapshot = round % 100 == 0 ? changing.zone : nil
      let filters = (0..<draw.below(4)).map { _ in Self.filter(&draw) }
      let query = Query(recordType: "Note", predicate: .all(filters), sort: Self.sort(&draw))
        .resolvingCurrentUser("_u3")
      let offset = draw.below(3) == 0 ? draw.below(20) : 0
      let limit = draw.pick([1, 5, 40, 500])
      let planner = Planner(query, context, need: offset + limit + 1)
      let plan = changing.plan(planner)
      let visible = VisibleZone(zone: changing.zone, access: .owner)
      let page = QueryRunner.page(
        of: [Candidates(visible, plan, planner)], matching: query.predicate, sort: query.sort,
        context: context, offset: offset, limit: limit)
      let all = changing.zone.records.map(\.value.record).filter { $0.recordType == "Note" }
      let expected = QueryRunner.page(
        of: all, matching: query.predicate, sort: query.sort, context: context, offset: offset,
        limit: limit)
      #expect(Self.description(page) == Self.description(expected), "\(query) \(plan)")
      found += expected.records.count
      helped += plan.filters.isEmpty ? 0 : 1
      shared += plan.filters.count > 1 ? 1 : 0
      ordered += page.isSortedByIndex ? 1 : 0
      if let snapshot { changing.zone = snapshot }
    }
    #expect(found > 5000)
    #expect(helped > 1000)
    #expect(shared > 100)
    #expect(ordered > 100)
  }

  @Test func anEmptyPredicateFindsNothing() {
    var draw = Draw(state: 5)
    var changing = Changing()
    for _ in 0..<100 { changing.change(&draw) }
    let planner = Planner(
      Query(recordType: "Note", predicate: .nothing), QueryContext(), need: 10)
    let plan = changing.plan(planner)
    #expect(plan.candidates == 0)
  }

  @Test func aCopyKeepsItsIndexes() {
    var draw = Draw(state: 6)
    var changing = Changing()
    for _ in 0..<400 { changing.change(&draw) }
    let name = IndexName.values(.field("i"))
    changing.zone.build([name], of: "Note")
    let copy = changing.zone
    let before = copy.indexes.index(name, of: "Note")?.names(in: [.numbers(.min ... .max)])
    for _ in 0..<400 { changing.change(&draw) }
    let after = copy.indexes.index(name, of: "Note")?.names(in: [.numbers(.min ... .max)])
    let changed = changing.zone.indexes.index(name, of: "Note")?.names(in: [.numbers(.min ... .max)]
    )
    #expect(before == after)
    #expect(before != changed)
    let held = changing.zone.records.filter {
      if case .int64? = $0.value.record["i"] { $0.value.record.recordType == "Note" } else { false }
    }
    #expect(changed == held.map(\.key))
  }
}
