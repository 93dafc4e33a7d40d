import Testing

@testable import MockCloudCore

/// Valid queries that are as expensive as possible.
@Suite struct QueryHostileTests {
  private static func zone(_ values: [FieldValue]) -> Zone {
    var zone = Zone(zoneID: Sample.zone, incarnation: 1)
    for (number, value) in values.enumerated() {
      zone.store(
        Record(
          recordName: "n\(100 + number)", zoneID: Sample.zone, recordType: "Note",
          recordChangeTag: "1", fields: [Field(name: "k", value: value)],
          created: Stamp(timestamp: 0, userRecordName: "_u", deviceID: "d"),
          modified: Stamp(timestamp: 0, userRecordName: "_u", deviceID: "d")),
        sequence: UInt64(number + 1), keeping: nil)
    }
    return zone
  }

  private static func page(
    _ zone: Zone, _ filters: [QueryFilter], sort: [SortKey] = [], offset: Int = 0, limit: Int = 500
  ) -> QueryPage {
    var zone = zone
    let query = Query(recordType: "Note", predicate: .all(filters), sort: sort)
    let (end, overflow) = offset.addingReportingOverflow(limit)
    let planner = Planner(query, QueryContext(), need: overflow ? .max : end)
    while true {
      switch planner.step(zone) {
      case .build(let names): zone.build(names, of: planner.recordType)
      case .ready(let plan):
        return QueryRunner.page(
          of: [Candidates(VisibleZone(zone: zone, access: .owner), plan, planner)],
          matching: query.predicate, sort: sort, offset: offset, limit: limit)
      }
    }
  }

  /// Returns the duration in seconds; in a debug build, linear work takes some tenths.
  private static func seconds(_ body: () -> Void) -> Double {
    let time = ContinuousClock().measure(body)
    return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
  }

  @Test func manyConditionsOnOneFieldTakeLinearTime() {
    let zone = Self.zone((0..<40).map { .int64($0) })
    let bounds = (0..<20_000).flatMap { number in
      [
        QueryFilter(.field("k"), .greaterThanOrEquals, .int64(Int64(number % 7))),
        QueryFilter(.field("k"), .lessThanOrEquals, .int64(Int64(30 + number % 5))),
      ]
    }
    let equal = (0..<20_000).map { QueryFilter(.field("k"), .equals, .int64($0)) }
    let time = Self.seconds {
      #expect(Self.page(zone, bounds).records.count == 25)
      #expect(Self.page(zone, equal).records.isEmpty)
    }
    #expect(time < 20, "it took \(time) s")
  }

  @Test(arguments: [Int.max, Int.max - 1, 1 << 61, 1 << 62, 0])
  func pagesOfAnySizeAreAnswered(_ size: Int) {
    let zone = Self.zone((0..<40).map { .int64($0) })
    let filters = [QueryFilter(.field("k"), .greaterThan, .int64(34))]
    let sort = [SortKey(.field("k"), ascending: false)]
    #expect(Self.page(zone, filters, sort: sort, limit: size).records.count == min(5, size))
    #expect(Self.page(zone, filters, sort: sort, offset: size).records.count == (size == 0 ? 5 : 0))
  }

  @Test func runsOfCombiningMarksTakeLinearTime() {
    let marks = String(repeating: "\u{301}\u{323}", count: 20_000)
    let zone = Self.zone((0..<40).map { .string("a\($0)" + marks) })
    let other = "a7" + String(repeating: "\u{323}\u{301}", count: 20_000)
    let time = Self.seconds {
      for comparator in [FilterComparator.equals, .notEquals] {
        let filters = [QueryFilter(.field("k"), comparator, .string(other))]
        #expect(Self.page(zone, filters).records.count == (comparator == .equals ? 0 : 40))
      }
      let same = QueryFilter(.field("k"), .equals, .string("A7" + marks))
      #expect(Self.page(zone, [same]).records.map(\.recordName) == ["n107"])
    }
    #expect(time < 20, "it took \(time) s")
  }

  @Test func longListsOfTextBeyondASCIIAreLookedUp() {
    let zone = Self.zone((0..<2000).map { .string("é\($0 % 50)") })
    let wanted = (10..<260).map { "É\($0)" }
    let time = Self.seconds {
      let filters = [QueryFilter(.field("k"), .notIn, .stringList(wanted))]
      #expect(Self.page(zone, filters).records.count == 400)
    }
    #expect(time < 5, "it took \(time) s")
  }
}
