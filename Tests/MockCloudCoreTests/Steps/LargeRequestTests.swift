import Testing

@testable import MockCloudCore

/// Every call takes time linear in its size and in the data that it touches. The rows are those of
/// `benchmarks/large.c`; here steps are counted.
@Suite(.enabled(if: Steps.areCounted)) struct LargeRequestTests {
  private typealias World = LargeWorld

  @Test(arguments: lists) func longLists(_ growth: Growth) throws { try growth.check() }

  @Test(arguments: histories) func longHistoriesAndIndexes(_ growth: Growth) throws {
    try growth.check()
  }

  @Test(arguments: sharing) func hierarchiesAndShares(_ growth: Growth) throws {
    try growth.check()
  }

  @Test(arguments: people) func manyUsers(_ growth: Growth) throws { try growth.check() }

  @Test(arguments: subscriptions) func manySubscriptions(_ growth: Growth) throws {
    try growth.check()
  }

  @Test(arguments: failures) func manyFailures(_ growth: Growth) throws { try growth.check() }

  /// A conflict takes fewer steps than the save that it refuses: it looks up the record and stores
  /// nothing.
  @Test(arguments: [10, 200]) func aConflictTakesFewerStepsThanASave(fields: Int) throws {
    let cloud = try World.cloud()
    let list = (0..<fields).map { #""f\#($0)":{"value":1}"# }.joined(separator: ",")
    let record = World.record("r0", #","fields":{\#(list)}"#)
    World.seed(cloud, "[\(record)]")
    func call(_ kind: String, _ error: CKErrorCode? = nil) -> LargeCall {
      LargeCall(
        cloud: cloud, operation: "records/modify", request: World.saves([record], kind: kind),
        status: error?.rawValue ?? 0)
    }
    let save = call("forceUpdate").steps(#_sourceLocation)
    let conflict = call("create", .partialFailure).steps(#_sourceLocation)
    #expect(conflict > 0)
    #expect(conflict < save)
  }

  // MARK: Lists

  private static let lists = [
    Growth("lookup of 20 of 25 fields, desiredKeys", .flat, size: 1000, least: 9 * 20 * 25) {
      size in
      let cloud = try World.cloud()
      let fields = (0..<25).map { #""f\#($0)":{"value":1}"# }.joined(separator: ",")
      World.seed(cloud, World.numbered(20) { World.record("r\($0)", #","fields":{\#(fields)}"#) })
      return LargeCall(
        cloud: cloud, operation: "records/lookup",
        request: World.lookups(20, #","desiredKeys":\#(World.names(size))"#))
    },
    Growth("changes/zone, desiredRecordTypes", .flat, size: 1000, least: 10 * 150) { size in
      let cloud = try World.cloud()
      World.seed(cloud, World.numbered(150, World.plain))
      return LargeCall(
        cloud: cloud, operation: "changes/zone",
        request: #"{"zones":[{\#(World.zone)}],"desiredRecordTypes":\#(World.names(size))}"#)
    },
    Growth("record errors set", .linear, size: 1000, least: 1000) { size in
      LargeCall(
        cloud: try World.cloud(), operation: "mock/recordErrors/set", request: recordErrors(size))
    },
    Growth("lookup beside record errors", .flat, size: 1000, least: 3 * 40) { size in
      let cloud = try World.cloud()
      World.seed(cloud, World.numbered(40, World.plain))
      World.ask(cloud, "mock/recordErrors/set", recordErrors(size))
      return LargeCall(cloud: cloud, operation: "records/lookup", request: World.lookups(40))
    },
  ]

  /// Sets errors of records that no request names.
  private static func recordErrors(_ count: Int) -> String {
    #"{"error":"zoneBusy","recordNames":\#(World.names(count))}"#
  }

  // MARK: Histories and indexes

  private static let histories = [
    Growth("saves and deletions in a chain of owners", .linear, size: 400, least: 400) { size in
      let cloud = try World.cloud()
      World.seed(cloud, World.numbered(size, owned))
      let items = (0..<40).map { $0 * (size / 40) }
      let saves = items.map { World.operation("forceUpdate", World.record("r\($0 + 1)")) }
      let deletions = items.map { World.operation("forceDelete", #"{"recordName":"r\#($0)"}"#) }
      return LargeCall(
        cloud: cloud, operation: "records/modify",
        request: World.modify(saves + deletions, atomic: false))
    },
    Growth("first page behind tombstones", .flat, size: 1000, least: 100) { size in
      let (cloud, _) = try buried(size)
      return LargeCall(
        cloud: cloud, operation: "changes/zone", request: #"{"zones":[{\#(World.zone)}]}"#)
    },
    Growth("page of tombstones", .flat, size: 1000, least: 200) { size in
      let (cloud, token) = try buried(size)
      return LargeCall(
        cloud: cloud, operation: "changes/zone",
        request: #"{"zones":[{\#(World.zone),"syncToken":"\#(token)"}]}"#)
    },
    Growth("prefix walked from its end", .flat, size: 1000, least: 10) { size in
      try walk(size, #"{"fieldName":"word","comparator":"BEGINS_WITH","fieldValue":{"value":"a"}}"#)
    },
    Growth("texts walked from a bound", .flat, size: 1000, least: 10) { size in
      try walk(
        size,
        #"{"fieldName":"word","comparator":"LESS_THAN_OR_EQUALS","fieldValue":{"value":"a000050"}}"#
      )
    },
    Growth("numbers walked from a bound", .flat, size: 1000, least: 10) { size in
      try walk(
        size, #"{"fieldName":"n","comparator":"LESS_THAN","fieldValue":{"value":100}}"#, by: "n")
    },
  ]

  /// Returns a record that is deleted with the one before it.
  private static func owned(_ number: Int) -> String {
    guard number > 0 else { return World.plain(number) }
    return World.record(
      "r\(number)",
      #","fields":{"o":{"value":{"recordName":"r\#(number - 1)","action":"DELETE_SELF"}}}"#)
  }

  /// Creates a zone in which most records were deleted and the others were saved afterwards, and
  /// the token of a reader from before that.
  private static func buried(_ tombstones: Int) throws -> (cloud: Cloud, token: String) {
    let cloud = try World.cloud()
    let alive = 100
    World.seed(cloud, World.numbered(alive + tombstones, World.plain))
    var token = ""
    while true {
      let page = World.ask(
        cloud, "changes/zone", #"{"zones":[{\#(World.zone),"syncToken":"\#(token)"}]}"#)
      token = World.value(of: "syncToken", in: page)
      guard page.contains(#""moreComing":true"#) else { break }
    }
    let deletions = (alive..<alive + tombstones).map {
      World.operation("forceDelete", #"{"recordName":"r\#($0)"}"#)
    }
    World.ask(cloud, "records/modify", World.modify(deletions))
    World.ask(cloud, "records/modify", World.saves((0..<alive).map(World.plain)))
    return (cloud, token)
  }

  /// Queries the last records below a bound, far from the end of the index.
  private static func walk(
    _ size: Int, _ filter: String, by field: String = "word"
  ) throws -> LargeCall {
    let cloud = try World.cloud()
    let records = World.numbered(size) { number in
      let digits = String(repeating: "0", count: 6 - String(number).utf8.count) + "\(number)"
      let word = (number < 200 ? "a" : "b") + digits
      return World.record(
        "r\(number)", #","fields":{"word":{"value":"\#(word)"},"n":{"value":\#(number)}}"#)
    }
    World.seed(cloud, records)
    let request =
      #"{\#(World.zone),"resultsLimit":10,"query":{"recordType":"Note","filterBy":[\#(filter)],"#
      + #""sortBy":[{"fieldName":"\#(field)","ascending":false}]}}"#
    // The first query builds the index.
    World.ask(cloud, "records/query", request)
    return LargeCall(cloud: cloud, operation: "records/query", request: request)
  }
}
