import Testing

@testable import MockCloudCore

/// Mistakes of clients, from Swift; the scenarios test each kind through JSON.
@Suite struct CloudFindingsTests {
  private let cloud: Cloud
  private let database: CloudDatabase

  init() throws {
    cloud = try Cloud()
    database = cloud.privateDatabase
    try cloud.seed([RecordDraft("Note", recordName: "n1", fields: ["title": "Milk"])])
  }

  @Test func aClientThatHeedsItsAnswersIsNotFound() throws {
    try cloud.setError(.zoneBusy(retryAfter: 3), for: ["records/modify"], times: 1)
    _ = #expect(throws: CloudError.self) { try database.save(RecordDraft("Note")) }
    try cloud.advanceClock(seconds: 3)
    try database.save(RecordDraft("Note"))
    let stale = try database.record(named: "n1")
    try database.save(RecordDraft(stale))
    let error = try #require(throws: CloudError.self) { try database.save(RecordDraft(stale)) }
    try database.save(RecordDraft(try #require(error.conflict?.serverRecord)))
    #expect(try cloud.findings() == [])
  }

  @Test func whatIsFoundNamesItsCall() throws {
    try cloud.setError(.zoneBusy(retryAfter: 3), for: ["records/modify"], times: 1)
    for _ in 0..<2 { _ = try? database.save(RecordDraft("Note")) }
    let findings = try cloud.findings()
    #expect(findings.map(\.kind) == [.earlyRetry])
    #expect(findings.map(\.call) == [2])
    #expect(findings.first?.message.contains("3.0 s before") == true)
    #expect(try cloud.fork().findings() == findings)
  }

  /// A query with a limit need not be continued; one without a limit must be.
  @Test(arguments: [nil, 3]) func aQueryIsContinuedOrLimited(_ limit: Int?) throws {
    #expect(cloud.call("mock/limits/set", #"{"limits": {"pageSize": 3}}"#).status == 0)
    try cloud.seed((0..<5).map { RecordDraft("Note", recordName: "m\($0)") })
    let query = Query(recordType: "Note")
    let page = try database.page(of: query, limit: limit)
    #expect(try cloud.findings() == [])
    _ = try database.record(named: "n1")
    #expect(try cloud.findings().map(\.kind) == (limit == nil ? [.continuationMarkerIgnored] : []))
    _ = try database.page(of: query, limit: limit, after: page.continuationMarker)
    #expect(try cloud.findings() == [])
  }

  /// The clients of the copied cloud continue there.
  @Test func aCopyDoesNotAwaitTheNextPage() throws {
    #expect(cloud.call("mock/limits/set", #"{"limits": {"pageSize": 3}}"#).status == 0)
    try cloud.seed((0..<5).map { RecordDraft("Note", recordName: "m\($0)") })
    let page = try database.page(of: Query(recordType: "Note"))
    _ = try database.record(named: "n1")
    #expect(try cloud.findings().map(\.kind) == [.continuationMarkerIgnored])
    let copy = cloud.fork()
    #expect(try copy.findings() == [])
    #expect(try cloud.findings().map(\.kind) == [.continuationMarkerIgnored])
    // Its own clients may ignore one.
    _ = try copy.privateDatabase.page(of: Query(recordType: "Note"))
    _ = try copy.privateDatabase.record(named: "n1")
    #expect(try copy.findings().map(\.kind) == [.continuationMarkerIgnored])
    _ = try database.page(of: Query(recordType: "Note"), after: page.continuationMarker)
    #expect(try cloud.findings() == [])
  }

  @Test func aWaitIsAtMostAYear() throws {
    let year = 365.0 * 24 * 60 * 60
    for seconds in [year + 1, 1e300, .infinity] {
      let error = #expect(throws: Misuse.self) {
        try cloud.setError(.zoneBusy(retryAfter: seconds), for: ["records/modify"], times: 1)
      }
      #expect(error?.key == "error.retryAfter")
    }
    try cloud.setError(.zoneBusy(retryAfter: year), for: ["records/modify"], times: 1)
    for _ in 0..<2 { _ = try? database.save(RecordDraft("Note")) }
    #expect(try cloud.findings().map(\.kind) == [.earlyRetry])
  }

  // MARK: Completion handlers

  private let save = ModifyRecords([.init(.save, RecordDraft("Note"))])

  private func held(after responses: [UInt64] = []) -> HeldResponses {
    let handled = HandledResponses.adding(responses, to: nil)
    return HeldResponses(knowing: KnownResponses(task: nil, handled: handled))
  }

  private func attempt(for taker: ResponseTaker) {
    _ = try? cloud.perform(save, as: Caller(), for: taker)
  }

  /// A client in Swift has a response from when its completion handler is called, and in what that
  /// handler calls.
  @Test func aHeldResponseIsKnownInItsHandler() throws {
    try cloud.setError(.zoneBusy(retryAfter: 30), for: ["records/modify"], times: 1)
    let (first, other) = (held(), held())
    attempt(for: .held(first))
    try cloud.setError(.notAuthenticated, for: ["records/modify"], times: 1)
    attempt(for: .held(other))
    try cloud.advanceClock(seconds: 10)
    let before = held(after: [1])
    let responses = cloud.receive(first)
    let others = cloud.receive(other)
    #expect(responses.count == 1 && others.count == 1)
    attempt(for: .held(before))
    attempt(for: .held(held()))
    attempt(for: .held(held(after: others)))
    attempt(for: .code(KnownResponses(task: 1, handled: nil)))
    attempt(for: .program)
    #expect(try cloud.findings() == [])
    attempt(for: .held(held(after: responses + others)))
    let findings = try cloud.findings()
    #expect(findings.map(\.kind) == [.earlyRetry])
    #expect(findings.first?.message.contains(" 20.0 s before") == true)
  }

  @Test(arguments: ["mock/reset", "mock/restore", "mock/devices/restart"])
  func aHeldResponseIsForgottenWithItsClientOrWorld(_ call: String) throws {
    #expect(cloud.call("mock/snapshot", #"{"name": "start"}"#).status == 0)
    try cloud.setError(.zoneBusy(retryAfter: 30), for: ["records/modify"], times: 1)
    let first = held()
    attempt(for: .held(first))
    let request = call == "mock/restore" ? #"{"name": "start"}"# : "{}"
    #expect(cloud.call(call, request).status == 0)
    attempt(for: .held(held(after: cloud.receive(first))))
    #expect(try cloud.findings() == [])
  }

  // MARK: Tasks

  /// A task has the responses to its own calls.
  @Test func aResponseIsKnownInItsTask() throws {
    func task(_ number: Int) -> ResponseTaker {
      .code(KnownResponses(task: number, handled: nil))
    }
    try cloud.setError(.zoneBusy(retryAfter: 30), for: ["records/modify"], times: 1)
    let before = task(1)
    attempt(for: task(1))
    for taker in [before, task(2), .program, .held(held())] { attempt(for: taker) }
    #expect(try cloud.findings() == [])
    attempt(for: task(1))
    #expect(try cloud.findings().map(\.kind) == [.earlyRetry])
  }

  /// Only who got the page could continue its query.
  @Test func aPageOfATaskIsLeftByIt() throws {
    let query = QueryRecords(Query(recordType: "Note"))
    let look = LookupRecords([LookupRecords.Item("n1")])
    func code(_ task: Int?, _ responses: [UInt64] = []) -> KnownResponses {
      KnownResponses(task: task, handled: HandledResponses.adding(responses, to: nil))
    }
    for isHandled in [false, true] {
      try cloud.reset()
      #expect(cloud.call("mock/limits/set", #"{"limits": {"pageSize": 3}}"#).status == 0)
      try cloud.seed((0..<5).map { RecordDraft("Note", recordName: "m\($0)") })
      let held = HeldResponses(knowing: code(1))
      _ = try cloud.perform(query, as: Caller(), for: isHandled ? .held(held) : .code(code(1)))
      let responses = cloud.receive(held)
      _ = try cloud.perform(look, as: Caller(), for: .code(code(2)))
      _ = try cloud.perform(look, as: Caller(), for: .program)
      #expect(try cloud.findings() == [])
      _ = try cloud.perform(look, as: Caller(), for: .code(code(isHandled ? nil : 1, responses)))
      #expect(try cloud.findings().map(\.kind) == [.continuationMarkerIgnored])
    }
  }

  @Test func onlySoMuchIsRemembered() {
    var watch = ClientWatch()
    let most = ClientWatch.limit
    func key(_ number: Int) -> WatchKey {
      WatchKey(caller: UInt64(number), zone: 0, subject: 0)
    }
    for number in 0..<(most + 5) {
      let order = UInt64(number)
      watch.note(
        [
          ClientWatch.Batch(
            count: 1, bytes: 1, items: [],
            response: ClientWatch.Response(
              call: order, order: order, reader: .program, asked: order))
        ],
        for: key(number))
      watch.find(.oversizedRetry, call: order, "")
    }
    #expect(watch.batches(for: key(most)).isEmpty)
    #expect(watch.batches(for: key(most - 1)).count == 1)
    #expect(watch.found.count == most)
    #expect(!watch.isIdle)
    watch.forgetAnswers()
    #expect(watch.isIdle && watch.found.count == most)
  }
}
