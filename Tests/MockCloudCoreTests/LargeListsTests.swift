import Testing

@testable import MockCloudCore

/// Long lists of a request are processed once, not once for each item that is compared with them:
/// these tests count steps.
@Suite struct LargeListsTests {
  /// A lookup of a name takes one step for each doubling of the list.
  @Test func bisectionTakesFewSteps() {
    var steps = 0
    for place in [0, 1, 40_000, 79_999, 80_000] {
      steps = 0
      let found = Bisection.first(in: 0..<80_000) { middle in
        steps += 1
        return middle >= place
      }
      #expect(found == place)
      #expect(steps <= 17)
    }
  }

  /// A client in Swift sets field after field, before the service counts them.
  @Test func draftsOfManyFields() {
    var draft = RecordDraft("T")
    let names = (0..<20_000).map { "f\($0)" }
    for (place, name) in names.enumerated() { draft[name] = .int64(Int64(place)) }
    draft["f7"] = .double(.nan)
    draft["f7"] = .int64(70)
    #expect(draft.fields.map(\.name) == names.sorted())
    #expect(draft["f7"] == .int64(70))
    #expect(draft.defects.isEmpty)
  }

  @Test func nameListsTellNamesApartByTheirBytes() {
    let list: NameList = ["b", "a", "\u{e9}", "b"]
    #expect(list.names == ["b", "a", "\u{e9}", "b"])
    for name in ["a", "b", "\u{e9}"] { #expect(list.contains(name)) }
    for name in ["", "aa", "c", "e\u{301}", "B"] { #expect(!list.contains(name)) }
    #expect(!NameList([]).contains(""))
    #expect(NameList(["\u{e9}"]) != NameList(["e\u{301}"]))
  }

  /// A sieve for a long list of wanted values decides alone, without comparisons with the list.
  @Test func sievesDecide() {
    let record = Record(
      recordName: "r", zoneID: "z", recordType: "T", recordChangeTag: "1", fields: [],
      created: Stamp(timestamp: 0, userRecordName: "", deviceID: ""),
      modified: Stamp(timestamp: 0, userRecordName: "", deviceID: ""))
    let numbers = (0..<100).map { Int64($0) }
    let rows: [(ValueSieve, hit: FieldValue, miss: FieldValue)] = [
      (ValueSieve(numbers.map { .int64(.equal, $0) }), .int64(7), .int64(700)),
      (ValueSieve(numbers.map { .double(.equal, Double($0)) }), .double(-0.0), .double(0.5)),
      (ValueSieve(numbers.map { .timestamp(.equal, $0) }), .timestamp(7), .timestamp(700)),
      (
        ValueSieve(numbers.map { .text(.equalIgnoringCase("Name\($0)")) }), .string("NAME7"),
        .string("name700")
      ),
      (ValueSieve(numbers.map { .text(TextTest(.equal, "n\($0)")) }), .string("n7"), .string("N7")),
      (
        ValueSieve(numbers.map { .reference(name: "n\($0)", zoneID: "z") }),
        .reference(Reference(recordName: "n7")),
        .reference(Reference(recordName: "n7", zoneID: "y"))
      ),
    ]
    for row in rows {
      #expect(row.0.holds(row.hit, of: record) == true, "\(row.hit)")
      #expect(row.0.holds(row.miss, of: record) == false, "\(row.miss)")
    }
    let sieve = ValueSieve(numbers.map { .int64(.equal, $0) })
    #expect(sieve.holdsAny(of: .int64List([700, 7]), of: record) == true)
    #expect(sieve.holdsAny(of: .int64List([700, 701]), of: record) == false)
    #expect(sieve.isHeld(by: .int64List(Array(numbers.reversed())), of: record) == true)
    #expect(sieve.isHeld(by: .int64List(Array(numbers.dropLast())), of: record) == false)
    // Values of another kind must be compared.
    #expect(sieve.holds(.double(7), of: record) == nil)
    #expect(sieve.holdsAny(of: .doubleList([7]), of: record) == nil)
    #expect(sieve.isHeld(by: .doubleList([7]), of: record) == nil)
  }

  /// The matcher has the same results with long and with short lists.
  @Test func longListsMatchAsShortOnesDo() {
    var random = JSONTestRandom(state: 5)
    let texts = ["a", "A", "b", "\u{e9}", "e\u{301}", "\u{c9}", "", "aa", "\u{3a3}", "\u{3c2}"]
    for _ in 0..<300 {
      let wanted = (0..<Int.random(in: 8...12, using: &random)).map { _ in
        texts[Int.random(in: 0..<texts.count, using: &random)]
      }
      let held = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        texts[Int.random(in: 0..<texts.count, using: &random)]
      }
      let record = Record(
        recordName: "r", zoneID: "z", recordType: "T", recordChangeTag: "1",
        fields: [Field(name: "f", value: .stringList(held))],
        created: Stamp(timestamp: 0, userRecordName: "", deviceID: ""),
        modified: Stamp(timestamp: 0, userRecordName: "", deviceID: ""))
      for isExact in [false, true] {
        let context = QueryContext(comparesStringsExactly: isExact)
        func matches(_ comparator: FilterComparator, _ texts: [String]) -> Bool {
          let filter = QueryFilter(.field("f"), comparator, .stringList(texts))
          var matcher = RecordMatcher(.all([filter]), context)
          return matcher.matches(record)
        }
        let each = wanted.map { matches(.listContainsAll, [$0]) }
        #expect(matches(.listContainsAll, wanted) == each.allSatisfy { $0 })
        #expect(matches(.listContainsAny, wanted) == each.contains(true))
      }
    }
  }

  /// A descending scan of an index begins exactly after the last text of the range.
  @Test func prefixesHaveSuccessors() throws {
    let scalars: [Unicode.Scalar] = [
      "\0", "a", "b", "\u{7f}", "\u{80}", "\u{d7ff}", "\u{e000}", "\u{ffff}", "\u{10000}",
      "\u{10fffe}", "\u{10ffff}",
    ]
    var random = JSONTestRandom(state: 3)
    func text(_ most: Int) -> String {
      var view = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...most, using: &random) {
        view.append(scalars[Int.random(in: 0..<scalars.count, using: &random)])
      }
      return String(view)
    }
    for _ in 0..<20_000 {
      let (prefix, other) = (text(2), text(4))
      let end = IndexRange.TextEnd.prefix(prefix)
      let isBefore = end.successor.map { String.compare(other, $0) < 0 } ?? true
      let isFrom = String.compare(other, prefix) >= 0
      #expect(end.holds(other) == (isFrom && isBefore), "\(prefix) \(other)")
    }
    #expect(IndexRange.TextEnd.prefix("a").successor == "b")
    #expect(IndexRange.TextEnd.prefix("").successor == nil)
    #expect(IndexRange.TextEnd.prefix("\u{10ffff}").successor == nil)
  }

  @Test func manyKnownNamesAreNotAllCompared() {
    #expect(
      Spelling.nearest(to: "recordNmae", among: ["x", "recordName", "recordType"]) == "recordName")
    #expect(Spelling.nearest(to: "zz", among: ["recordName", "a"]) == nil)
    #expect(Spelling.nearest(to: "a", among: ["b"]) == nil)
  }
}
