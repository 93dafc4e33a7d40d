import Testing

@testable import MockCloudCore

@Suite struct QueryEvaluatorTests {
  struct Row: Sendable, CustomStringConvertible {
    let value: FieldValue
    let comparator: FilterComparator
    let other: FieldValue
    let matches: Bool
    var description: String { "\(value) \(comparator.rawValue) \(other)" }

    init(
      _ value: FieldValue, _ comparator: FilterComparator, _ other: FieldValue, _ matches: Bool
    ) {
      self.value = value
      self.comparator = comparator
      self.other = other
      self.matches = matches
    }
  }

  /// Values below, equal to and above the filter's value, for every ordered type and mix of
  /// numbers.
  static let ordered: [(FieldValue, FieldValue, FieldValue, FieldValue)] = [
    (.int64(1), .int64(2), .int64(3), .int64(2)),
    (.int64(.min), .int64(.max - 1), .int64(.max), .int64(.max - 1)),
    (.double(1.5), .double(2), .double(2.5), .double(2)),
    (.double(-0.5), .double(-0.0), .double(0.5), .double(0)),
    (.int64(1), .int64(2), .int64(3), .double(2)),
    (.double(1.99), .double(2), .double(2.01), .int64(2)),
    (.double(-2.5), .double(-2), .double(-1.5), .int64(-2)),
    // 2^53 + 1 is not a double: converted to one, the integer would be equal to 2^53.
    (.int64(1 << 53 - 1), .int64(1 << 53), .int64(1 << 53 + 1), .double(0x1p53)),
    (.timestamp(1), .timestamp(2), .timestamp(3), .timestamp(2)),
    (.timestamp(-3), .timestamp(-2), .timestamp(-1), .timestamp(-2)),
    (.string("a"), .string("b"), .string("c"), .string("b")),
    (.string(""), .string("a"), .string("aa"), .string("a")),
    (.string("z"), .string("ä"), .string("日"), .string("ä")),
  ]

  @Test(arguments: ordered)
  func order(_ row: (FieldValue, FieldValue, FieldValue, FieldValue)) {
    let expected: [(FilterComparator, below: Bool, equal: Bool, above: Bool)] = [
      (.equals, false, true, false), (.notEquals, true, false, true),
      (.lessThan, true, false, false), (.lessThanOrEquals, true, true, false),
      (.greaterThan, false, false, true), (.greaterThanOrEquals, false, true, true),
    ]
    for (comparator, below, equal, above) in expected {
      #expect(Sample.matches(row.0, comparator, row.3) == below, "\(comparator) below")
      #expect(Sample.matches(row.1, comparator, row.3) == equal, "\(comparator) equal")
      #expect(Sample.matches(row.2, comparator, row.3) == above, "\(comparator) above")
    }
  }

  static let ref = Sample.ref("a")
  static let refs = FieldValue.referenceList([Reference(recordName: "a")])

  static let rows: [Row] = [
    Row(.string("Ab"), .equals, .string("aB"), true),
    Row(.string("ab"), .notEquals, .string("AB"), false),
    Row(.string("ÄPFEL"), .equals, .string("äpfel"), true),
    Row(.string("e\u{301}"), .equals, .string("\u{e9}"), true),
    Row(.string("\u{212a}elvin"), .equals, .string("kelvin"), true),
    Row(.string("ab\u{212a}"), .equals, .string("abk"), true),
    Row(.string("abc"), .equals, .string("ab"), false),
    Row(.string("ab"), .equals, .string("abc"), false),
    Row(.string("[b"), .equals, .string("{b"), false),
    Row(.string("@"), .equals, .string("`"), false),
    Row(.string("abé"), .equals, .string("ab"), false),
    Row(.string("B"), .lessThan, .string("a"), true),
    Row(.string("b"), .isIn, .stringList(["A", "B"]), true),
    Row(.string("c"), .isIn, .stringList(["A", "B"]), false),
    Row(.string("c"), .notIn, .stringList(["A", "B"]), true),
    Row(.string("c"), .isIn, .stringList([]), false),
    Row(.string("c"), .notIn, .stringList([]), true),
    Row(.int64(2), .isIn, .int64List([1, 2]), true),
    Row(.int64(2), .isIn, .doubleList([1.5, 2.0]), true),
    Row(.int64(2), .notIn, .int64List([1, 2]), false),
    Row(.double(2.5), .isIn, .doubleList([2.5]), true),
    Row(.double(2.5), .isIn, .int64List([2]), false),
    Row(.timestamp(5), .isIn, .timestampList([4, 5]), true),
    Row(.timestamp(5), .isIn, .int64List([4, 5]), false),
    Row(.timestamp(5), .equals, .int64(5), false),
    Row(ref, .isIn, refs, true),
    Row(Sample.ref("b"), .isIn, refs, false),
    Row(Sample.ref("b"), .notIn, refs, true),
    Row(.string("Abc"), .beginsWith, .string("Ab"), true),
    Row(.string("Abc"), .beginsWith, .string("ab"), false),
    Row(.string("Abc"), .beginsWith, .string("Abcd"), false),
    Row(.string("Abc"), .beginsWith, .string(""), true),
    Row(.string("Abc"), .notBeginsWith, .string("ab"), true),
    Row(.string("Abc"), .notBeginsWith, .string("A"), false),
    Row(.stringList(["x", "Yes"]), .listMemberBeginsWith, .string("Ye"), true),
    Row(.stringList(["x", "Yes"]), .listMemberBeginsWith, .string("ye"), false),
    Row(.stringList([]), .listMemberBeginsWith, .string(""), false),
    Row(.stringList(["x"]), .notListMemberBeginsWith, .string("y"), true),
    Row(.stringList(["x"]), .notListMemberBeginsWith, .string("x"), false),
    Row(.stringList(["x", "y"]), .listContains, .string("y"), true),
    Row(.stringList(["x", "y"]), .listContains, .string("Y"), true),
    Row(.stringList([]), .listContains, .string("y"), false),
    Row(.stringList(["x"]), .notListContains, .string("y"), true),
    Row(.stringList(["x"]), .notListContains, .string("x"), false),
    Row(.int64List([1, 2]), .listContains, .int64(2), true),
    Row(.int64List([1, 2]), .listContains, .double(2), true),
    Row(.doubleList([1.5]), .listContains, .double(1.5), true),
    Row(.timestampList([7]), .listContains, .timestamp(7), true),
    Row(.timestampList([7]), .listContains, .timestamp(8), false),
    Row(refs, .listContains, ref, true),
    Row(refs, .listContains, Sample.ref("b"), false),
    Row(.string("y"), .listContains, .string("y"), false),
    Row(.int64List([1, 2]), .listContainsAny, .int64List([2, 3]), true),
    Row(.int64List([1, 2]), .listContainsAny, .int64List([3]), false),
    Row(.int64List([1, 2]), .listContainsAny, .int64List([]), false),
    Row(.int64List([1, 2]), .notListContainsAny, .int64List([3]), true),
    Row(.int64List([1, 2]), .notListContainsAny, .int64List([1, 3]), false),
    Row(.int64List([1, 2]), .listContainsAll, .int64List([2, 1]), true),
    Row(.int64List([1, 2]), .listContainsAll, .int64List([2, 3]), false),
    Row(.int64List([1, 2]), .listContainsAll, .int64List([]), true),
    Row(.int64List([1, 2]), .notListContainsAll, .int64List([2, 3]), true),
    Row(.int64List([1, 2]), .notListContainsAll, .int64List([2]), false),
    Row(.stringList(["The quick", "brown FÓX"]), .containsAllTokens, .string("fox quick"), true),
    Row(.string("The quick fox"), .containsAllTokens, .string("fox dog"), false),
    Row(.string("The quick fox"), .containsAnyTokens, .string("fox dog"), true),
    Row(.string("The quick fox"), .containsAnyTokens, .string("the"), false),
    Row(.string("The quick fox"), .containsAllTokens, .string(""), false),
    Row(.string("The quick fox"), .containsAnyTokens, .string("qui"), false),
  ]

  @Test(arguments: rows)
  func comparator(_ row: Row) {
    #expect(Sample.matches(row.value, row.comparator, row.other) == row.matches)
  }

  @Test func longListsMatchWhatShortOnesDo() {
    let texts = (0..<100).map { "Text \($0)" }
    let numbers = (0..<100).map { Int64($0 * 3) }
    for (value, expected) in [
      (FieldValue.string("TEXT 99"), true), (.string("text 100"), false), (.string(""), false),
      (.string("te\u{fb06} 1"), false), (.int64(3), false),
    ] {
      #expect(Sample.matches(value, .isIn, .stringList(texts)) == expected)
      #expect(Sample.matches(value, .notIn, .stringList(texts)) == !expected)
    }
    #expect(Sample.matches(.string("\u{212a}1"), .isIn, .stringList(texts + ["k1"])))
    #expect(Sample.matches(.string("k1"), .isIn, .stringList(texts + ["\u{212a}1"])))
    #expect(Sample.matches(.string("ÄH"), .isIn, .stringList(texts + ["äh"])))
    for (value, expected) in [
      (FieldValue.int64(297), true), (.int64(298), false), (.double(297), true),
      (.double(296.5), false), (.string("3"), false),
    ] {
      #expect(Sample.matches(value, .isIn, .int64List(numbers)) == expected)
    }
    #expect(Sample.matches(.int64(3), .isIn, .doubleList(numbers.map(Double.init))))
  }

  @Test func exactStringsAreASwitch() {
    let exact = QueryContext(comparesStringsExactly: true)
    #expect(!Sample.matches(.string("A"), .equals, .string("a"), context: exact))
    #expect(Sample.matches(.string("a"), .equals, .string("a"), context: exact))
    #expect(Sample.matches(.string("A"), .notEquals, .string("a"), context: exact))
    #expect(!Sample.matches(.string("A"), .isIn, .stringList(["a"]), context: exact))
    #expect(!Sample.matches(.string("e\u{301}"), .equals, .string("\u{e9}"), context: exact))
  }

  @Test(arguments: FilterComparator.allCases)
  func absentFieldsMatchOnlyNegatives(_ comparator: FilterComparator) {
    let single = comparator == .near ? FieldValue.location(Sample.place(0, 0)) : .string("a")
    let value = comparator.takesList ? FieldValue.stringList(["a"]) : single
    #expect(
      Sample.matches(nil, comparator, value, distance: comparator == .near ? 1e9 : nil)
        == comparator.rawValue.hasPrefix("NOT_"))
  }

  @Test func referencesCompareTargetsAndIgnoreActions() {
    let inZone = Sample.ref("a", Sample.zone, .deleteSelf)
    #expect(Sample.matches(inZone, .equals, Sample.ref("a")))
    #expect(Sample.matches(Sample.ref("a", nil, .validate), .equals, inZone))
    #expect(!Sample.matches(inZone, .equals, Sample.ref("a", Sample.otherZone)))
    #expect(!Sample.matches(Sample.ref("a"), .equals, Sample.ref("a", Sample.otherZone)))
    #expect(Sample.matches(Sample.ref("a"), .notEquals, Sample.ref("A")))
  }

  @Test func namesAreComparedByTheirBytes() {
    #expect(!Sample.matches(Sample.ref("K"), .equals, Sample.ref("\u{212a}")))
    #expect(Sample.matches(Sample.ref("K"), .notEquals, Sample.ref("\u{212a}")))
  }

  @Test func referencesOfAQueryMeanTheCallersZones() {
    let short = ZoneID(zoneName: "Work", ownerName: "")
    let query = Query(
      recordType: "Note",
      predicate: .all([
        QueryFilter(.field("f"), .equals, Sample.ref("a", short)),
        QueryFilter(
          .field("f"), .isIn, .referenceList([Reference(recordName: "a", zoneID: short)])),
        QueryFilter(.field("f"), .notEquals, Sample.ref("b")),
      ]))
    let resolved = query.resolvingZones { ZoneID(zoneName: $0.zoneName, ownerName: "_me") }
    let record = Sample.record("r", ["f": Sample.ref("a", Sample.zone)])
    #expect(!Sample.matches(record, query.predicate))
    #expect(Sample.matches(record, resolved.predicate))
    #expect(resolved.predicate.filters[2] == query.predicate.filters[2])
    var nothing = query
    nothing.predicate = .nothing
    #expect(nothing.resolvingZones { $0 } == nothing)
  }

  static let system: [(SystemField, FilterComparator, FieldValue, Bool)] = [
    (.recordName, .equals, Sample.ref("r"), true),
    (.recordName, .equals, Sample.ref("r", Sample.zone), true),
    (.recordName, .equals, Sample.ref("r", Sample.otherZone), false),
    (.recordName, .equals, .string("r"), true),
    (.recordName, .notEquals, .string("r"), false),
    (.recordName, .isIn, .stringList(["q", "r"]), true),
    (.recordName, .notIn, .stringList(["q", "s"]), true),
    (.parent, .equals, Sample.ref("p"), true),
    (.parent, .notEquals, Sample.ref("p"), false),
    (.share, .equals, Sample.ref("s"), true),
    (.createdUserRecordName, .equals, Sample.ref("_me"), true),
    (.createdUserRecordName, .equals, Sample.ref("__defaultOwner__"), true),
    (.createdUserRecordName, .equals, Sample.ref("_defaultOwner"), true),
    (.createdUserRecordName, .equals, Sample.ref("_me", Sample.otherZone), true),
    (.modifiedUserRecordName, .equals, Sample.ref("__defaultOwner__"), false),
    (.modifiedUserRecordName, .isIn, .stringList(["_alice"]), true),
    (.createdTimestamp, .lessThan, .timestamp(1001), true),
    (.createdTimestamp, .equals, .timestamp(1001), false),
    (.modifiedTimestamp, .greaterThanOrEquals, .timestamp(2000), true),
    (.modifiedTimestamp, .isIn, .timestampList([1, 2000]), true),
  ]

  @Test(arguments: system)
  func systemFields(_ row: (SystemField, FilterComparator, FieldValue, Bool)) {
    let query = Query(
      recordType: "Note", predicate: .all([QueryFilter(.system(row.0), row.1, row.2)])
    ).resolvingCurrentUser("_me")
    #expect(
      Sample.matches(Sample.record(parent: "p", share: "s"), query.predicate) == row.3)
  }

  /// The name is one of a user's record, which is in a default zone.
  @Test func referencesToTheCurrentUser() {
    let zone = ZoneID(zoneName: ZoneID.defaultZoneName, ownerName: "_me")
    let rows: [(QueryKey, FieldValue, FieldValue)] = [
      (.field("author"), Sample.ref("__defaultOwner__"), Sample.ref("_me")),
      (.field("author"), Sample.ref("__defaultOwner__", zone), Sample.ref("_me", zone)),
      (
        .field("author"), Sample.ref("__defaultOwner__", Sample.otherZone),
        Sample.ref("__defaultOwner__", Sample.otherZone)
      ),
      (.field("author"), Sample.ref("_defaultOwner"), Sample.ref("_defaultOwner")),
      (.field("title"), .string("__defaultOwner__"), .string("__defaultOwner__")),
      (.system(.recordName), .string("__defaultOwner__"), .string("_me")),
      (.system(.recordName), .stringList(["a", "__defaultOwner__"]), .stringList(["a", "_me"])),
      (.system(.createdUserRecordName), .string("_defaultOwner"), .string("_me")),
    ]
    for (key, value, expected) in rows {
      func query(_ value: FieldValue) -> Query {
        Query(recordType: "Note", predicate: .all([QueryFilter(key, .equals, value)]))
      }
      #expect(query(value).resolvingCurrentUser("_me") == query(expected))
      #expect(query(value).resolvingCurrentUser(nil) == query(value))
    }
  }

  @Test func recordsWithoutParentOrShareMatchOnlyNegatives() {
    for field in [SystemField.parent, .share] {
      for (comparator, expected) in [(FilterComparator.equals, false), (.notEquals, true)] {
        let predicate = QueryPredicate.all([
          QueryFilter(.system(field), comparator, Sample.ref("x"))
        ])
        #expect(Sample.matches(Sample.record(), predicate) == expected)
      }
    }
  }

  @Test func distanceIsTheGreatCircles() {
    let berlin = Sample.place(52.52, 13.405)
    let paris = Sample.place(48.8566, 2.3522)
    let distance = GreatCircle(from: berlin).distance(to: paris)
    #expect(abs(distance - 877_464) < 100)
    let value = FieldValue.location(paris)
    #expect(Sample.matches(value, .near, .location(berlin), distance: distance + 0.001))
    #expect(!Sample.matches(value, .near, .location(berlin), distance: distance))
    // Half the equator, and routes across the antimeridian and the pole.
    let half = GreatCircle(from: Sample.place(0, 0)).distance(to: Sample.place(0, 180))
    #expect(abs(half - .pi * GreatCircle.earthRadius) < 1e-3)
    let dateLine = GreatCircle(from: Sample.place(0, 179.5)).distance(to: Sample.place(0, -179.5))
    #expect(abs(dateLine - 111_195.08) < 0.1)
    let pole = GreatCircle(from: Sample.place(89.5, 0)).distance(to: Sample.place(89.5, 180))
    #expect(abs(pole - 111_195.08) < 0.1)
  }

  @Test func allFiltersMustHold() {
    let record = Sample.record("r", ["a": .int64(1), "b": .string("x"), "c": .int64(3)])
    let yes = QueryFilter(.field("c"), .equals, .int64(3))
    let no = QueryFilter(.field("a"), .equals, .int64(2))
    #expect(Sample.matches(record, .everything))
    #expect(!Sample.matches(record, .nothing))
    #expect(!Sample.matches(record, .all([yes, no])))
    #expect(Sample.matches(record, .all([yes])))
    #expect(QueryPredicate.all([yes]).and(.nothing) == .nothing)
    #expect(QueryPredicate.all([yes]).and(.all([no])) == .all([yes, no]))
  }

  @Test func aMatcherFindsFieldsWhereverTheyAre() {
    var matcher = RecordMatcher(.all([QueryFilter(.field("m"), .equals, .int64(1))]))
    for extra in [[], ["a"], ["z"], ["a", "b", "n"], ["a", "b", "c", "d", "e", "f", "g"], []] {
      var fields: [String: FieldValue] = ["m": .int64(1)]
      for name in extra { fields[name] = .int64(2) }
      let found = matcher.matches(Sample.record("r", fields))
      fields["m"] = nil
      let foundWithout = matcher.matches(Sample.record("r", fields))
      #expect(found && !foundWithout)
    }
  }
}
