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

  private func held(inHandler: Bool = false) -> HeldResponses {
    HeldResponses(knowing: KnownResponses(isInHandler: inHandler))
  }

  /// A client in Swift has a response from when its completion handler is called, and in handlers.
  @Test func aHeldResponseIsKnownInHandlers() throws {
    try cloud.setError(.zoneBusy(retryAfter: 30), for: ["records/modify"], times: 1)
    let first = held()
    _ = try? cloud.perform(save, as: Caller(), holding: first)
    _ = try? cloud.perform(save, as: Caller(), holding: held(inHandler: true))
    let before = held(inHandler: true)
    try cloud.advanceClock(seconds: 10)
    cloud.receive(first)
    _ = try? cloud.perform(save, as: Caller(), holding: before)
    _ = try? cloud.perform(save, as: Caller(), holding: held())
    _ = try? cloud.perform(save, as: Caller(), holding: nil)
    #expect(try cloud.findings() == [])
    _ = try? cloud.perform(save, as: Caller(), holding: held(inHandler: true))
    let findings = try cloud.findings()
    #expect(findings.map(\.kind) == [.earlyRetry])
    #expect(findings.first?.message.contains(" 20.0 s before") == true)
  }

  @Test(arguments: ["mock/reset", "mock/restore", "mock/devices/restart"])
  func aHeldResponseIsForgottenWithItsClientOrWorld(_ call: String) throws {
    #expect(cloud.call("mock/snapshot", #"{"name": "start"}"#).status == 0)
    try cloud.setError(.zoneBusy(retryAfter: 30), for: ["records/modify"], times: 1)
    let first = held()
    _ = try? cloud.perform(save, as: Caller(), holding: first)
    let request = call == "mock/restore" ? #"{"name": "start"}"# : "{}"
    #expect(cloud.call(call, request).status == 0)
    cloud.receive(first)
    _ = try? cloud.perform(save, as: Caller(), holding: held(inHandler: true))
    #expect(try cloud.findings() == [])
  }

  @Test func onlySoMuchIsRemembered() {
    var watch = ClientWatch()
    let most = ClientWatch.limit
    for key in 0..<UInt64(most + 5) {
      watch.note(
        ClientWatch.Batch(
          count: 1, bytes: 1, items: [], response: ClientWatch.Response(call: key, order: key)),
        for: key)
      watch.find(.oversizedRetry, call: key, "")
    }
    #expect(watch.batch(for: UInt64(most)) == nil)
    #expect(watch.batch(for: UInt64(most - 1)) != nil)
    #expect(watch.found.count == most)
    #expect(!watch.isIdle)
    watch.forgetAnswers()
    #expect(watch.isIdle && watch.found.count == most)
  }
}
