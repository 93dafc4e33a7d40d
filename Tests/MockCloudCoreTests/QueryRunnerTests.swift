import Testing

@testable import MockCloudCore

@Suite struct QueryRunnerTests {
  static func names(
    _ fields: [(String, FieldValue?)], _ sort: [SortKey], offset: Int = 0, limit: Int = 100
  ) -> [String] {
    let records = fields.map { name, value in
      Sample.record(RecordName(name), value.map { ["f": $0] } ?? [:])
    }
    return QueryRunner.page(
      of: records, matching: .everything, sort: sort, offset: offset, limit: limit
    ).records.map(\.recordName.text)
  }

  /// Each row in ascending order; nil represents a record without the field.
  static let ascending: [[FieldValue?]] = [
    [nil, .int64(.min), .int64(-1), .int64(0), .int64(.max)],
    [nil, .double(-1e300), .double(-0.5), .double(2), .double(1e300)],
    [nil, .timestamp(-5), .timestamp(0), .timestamp(5)],
    [nil, .string(""), .string("B"), .string("a"), .string("aa"), .string("ä"), .string("日")],
    [nil, Sample.ref("A"), Sample.ref("a"), Sample.ref("b")],
    [nil, .int64(1), .double(1.5), .int64(2), .double(2.5)],
  ]

  @Test(arguments: ascending)
  func everySortableTypeBothWays(_ values: [FieldValue?]) {
    // The order of the names is the reverse, so that it cannot be the cause of the result.
    let records = values.enumerated().map { index, value in ("n\(99 - index)", value) }
    let expected = records.map(\.0)
    let key = SortKey(.field("f"))
    #expect(Self.names(records.reversed(), [key]) == expected)
    #expect(Self.names(records, [key]) == expected)
    let descending = SortKey(.field("f"), ascending: false)
    #expect(Self.names(records, [descending]) == expected.reversed())
  }

  @Test func locationsSortByDistance() {
    let here = Sample.place(52, 13)
    let records: [(String, FieldValue?)] = [
      ("far", .location(Sample.place(-33, 151))), ("near", .location(Sample.place(52.1, 13))),
      ("nowhere", nil), ("here", .location(here)), ("mid", .location(Sample.place(48, 2))),
    ]
    #expect(
      Self.names(records, [SortKey(.field("f"), relativeLocation: here)])
        == ["nowhere", "here", "near", "mid", "far"])
  }

  @Test func laterKeysThenNamesThenZonesBreakTies() {
    let records = [
      Sample.record("b", ["x": .int64(1), "y": .int64(1)]),
      Sample.record("a", ["x": .int64(1), "y": .int64(1)]),
      Sample.record("a", ["x": .int64(1), "y": .int64(1)], zone: Sample.otherZone),
      Sample.record("c", ["x": .int64(1), "y": .int64(2)]),
      Sample.record("d", ["x": .int64(0), "y": .int64(0)]),
    ]
    let sort = [SortKey(.field("x")), SortKey(.field("y"), ascending: false)]
    for start in records.indices {
      let rotated = Array(records[start...] + records[..<start])
      let page = QueryRunner.page(of: rotated, matching: .everything, sort: sort, limit: 9)
      #expect(page.records.map(\.recordName.text) == ["d", "c", "a", "a", "b"])
      #expect(page.records[2].zoneID == Sample.otherZone)
    }
  }

  @Test func systemFieldsSort() {
    let records = [
      Sample.record("b", created: 3, createdBy: "_x", modified: 1, parent: "q"),
      Sample.record("a", created: 2, createdBy: "_y", modified: 5),
      Sample.record("c", created: 1, createdBy: "_x", modified: 9, parent: "p"),
    ]
    let expected: [(SystemField, String)] = [
      (.createdTimestamp, "cab"), (.modifiedTimestamp, "bac"), (.recordName, "abc"),
      (.createdUserRecordName, "bca"), (.parent, "acb"), (.share, "abc"),
    ]
    for (field, names) in expected {
      let page = QueryRunner.page(
        of: records, matching: .everything, sort: [SortKey(.system(field))], limit: 9)
      #expect(page.records.map(\.recordName.text).joined() == names, "\(field)")
    }
  }

  @Test func pagesTileTheResults() {
    let records = (0..<97).map { index in
      Sample.record("r\(index)", ["f": .int64(Int64(index * 37 % 11)), "g": .int64(Int64(index))])
    }
    let predicate = QueryPredicate.all([QueryFilter(.field("g"), .lessThan, .int64(90))])
    for sort in [[], [SortKey(.field("f"), ascending: false)]] {
      let whole = QueryRunner.page(of: records, matching: predicate, sort: sort, limit: .max)
      #expect(whole.records.count == 90 && !whole.hasMore)
      for limit in [1, 7, 30, 89, 90, 91] {
        var tiled: [String] = []
        var more = true
        while more {
          let page = QueryRunner.page(
            of: records, matching: predicate, sort: sort, offset: tiled.count, limit: limit)
          #expect(page.records.count == min(limit, 90 - tiled.count))
          tiled += page.records.map(\.recordName.text)
          more = page.hasMore
        }
        #expect(tiled == whole.records.map(\.recordName.text))
      }
    }
  }

  @Test func extremeOffsetsAndLimitsAreHarmless() {
    let records = [Sample.record("a"), Sample.record("b")]
    let sort = [SortKey(.system(.recordName))]
    for sort in [[], sort] {
      func page(_ offset: Int, _ limit: Int) -> QueryPage {
        QueryRunner.page(
          of: records, matching: .everything, sort: sort, offset: offset, limit: limit)
      }
      #expect(page(.max, .max).records.isEmpty)
      #expect(page(0, .max).records.count == 2)
      #expect(page(.min, .min).records.isEmpty)
      #expect(page(0, 0).hasMore)
      #expect(page(1, 1).records.map(\.recordName.text) == ["b"] && !page(1, 1).hasMore)
      #expect(page(.max, 1).records.isEmpty && !page(.max, 1).hasMore)
    }
  }

  @Test func anUnsortedPageStopsEarly() {
    let records = (0..<1000).map { Sample.record("r\($0)") }
    let page = QueryRunner.page(of: records, matching: .everything, limit: 10)
    #expect(page.examined == 11 && page.hasMore)
  }
}
