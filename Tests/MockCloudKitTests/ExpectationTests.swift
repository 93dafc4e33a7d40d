import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// What a test expects of its cloud at the end.
@Suite(.mockCloud)
struct ExpectationTests {
  private let cloud: MockCloud

  init() throws { cloud = try MockCloud.current }

  private func save() async throws {
    try await cloud.container().privateCloudDatabase.save(CKRecord(recordType: "Note"))
  }

  private func text(_ body: () throws -> Void) -> String {
    #expect(throws: UnmetExpectation.self, performing: body)?.description ?? ""
  }

  @Test func rulesThatDidNotActAreNamed() async throws {
    #expect(text { try cloud.expectRulesFired() }.contains("got no rules"))
    try cloud.addFaults([
      MockCloud.FaultRule(
        id: "busy", when: .calls(.modifyRecords), limit: .first(1), then: [.error(.zoneBusy)]),
      MockCloud.FaultRule(id: "never", when: .calls(.query), then: [.error(.zoneBusy)]),
      MockCloud.FaultRule(
        id: "chance", when: .calls(.query), limit: .chance(0.5), then: [.error(.zoneBusy)]),
      MockCloud.FaultRule(
        id: "free", when: .calls(.query), then: [.error(.zoneBusy)], mustFire: false),
    ])
    _ = try? await save()
    let unmet = text { try cloud.expectRulesFired() }
    #expect(unmet.contains("never: did not act; no call met its conditions"))
    #expect(unmet.contains("records/query"))
    #expect(!unmet.contains("busy: did") && !unmet.contains("chance") && !unmet.contains("free"))
    #expect(unmet.contains("1: records/modify by device-1: zoneBusy"))
    #expect(unmet.contains("ExpectationTests.swift:"))
    try cloud.removeFault("never")
    try cloud.expectRulesFired()
    try cloud.addFaultProfile(.flakyWifi, intensity: 0.001)
    try cloud.expectRulesFired()
  }

  /// Also by chance, and whatever its name is.
  @Test func rulesThatMustActHaveTo() async throws {
    let found = try await issues {
      let cloud = try MockCloud.current
      try cloud.addFaults([
        MockCloud.FaultRule(
          id: "must", when: .calls(.query), limit: .chance(0.5), then: [.error(.zoneBusy)],
          mustFire: true),
        MockCloud.FaultRule(id: "profile/own", when: .calls(.query), then: [.error(.zoneBusy)]),
      ])
      let unmet = text { try cloud.expectRulesFired() }
      #expect(unmet.contains("must: did not act") && unmet.contains("profile/own: did not act"))
    }
    #expect(found.count == 1 && found.first?.contains("profile/own") == false)
  }

  /// An error for a kind with two operations is one error for the test.
  @Test func oneOfTheOperationsOfAKindIsEnough() async throws {
    func zone() async throws {
      let name = CKRecordZone.ID(zoneName: "Zone")
      _ = try await cloud.container().privateCloudDatabase.recordZone(for: name)
    }
    try cloud.setError(.zoneBusy, for: .fetchRecordZones, times: 1)
    #expect(text { try cloud.expectRulesFired() }.contains("did not act"))
    let before = cloud.fork()
    try? await zone()
    try cloud.expectRulesFired()
    try cloud.fork().expectRulesFired()
    #expect(text { try before.expectRulesFired() }.contains("did not act"))
    // Also if another error replaces it, which has to act itself.
    try cloud.setError(.networkFailure, for: .fetchRecordZones, times: 1)
    #expect(text { try cloud.expectRulesFired() }.contains("did not act"))
    try? await zone()
    try cloud.expectRulesFired()
    try cloud.clearFaults()
    try cloud.expectRulesFired()
    // Errors of several requests have to act each.
    try cloud.setError(.zoneBusy, for: .query)
    try cloud.setError(.zoneBusy, for: .fetchRecordZones)
    try? await zone()
    let unmet = text { try cloud.expectRulesFired() }
    #expect(unmet.contains("records/query") && !unmet.contains("operation=zones/"))
  }

  @Test func rulesThatActedBeforeTheirCountsStartedAnew() async throws {
    let found = try await issues {
      let cloud = try MockCloud.current
      cloud.call("mock/faults/add", Self.resetting)
      let database = cloud.container().privateCloudDatabase
      try await database.save(CKRecord(recordType: "Note"))
      let unmet = text { try cloud.expectRulesFired() }
      #expect(unmet.contains("own: did not act") && !unmet.contains("slow: did"))
      _ = try await database.allRecordZones()
      cloud.call("mock/faults/arm", #"{"ids":"slow","reset":true}"#)
      try cloud.expectRulesFired()
      try cloud.clearFaults()
      try cloud.expectRulesFired()
    }
    #expect(found.isEmpty)
  }

  private static let resetting = """
    {"rules":[
      {"id":"slow","when":{"op":"records/modify"},"then":{"latency":1}},
      {"id":"own","when":{"op":"zones/list"},"then":{"latency":1},"mustFire":true,
        "next":{"arm":["own"],"reset":true}}
    ]}
    """

  @Test func aForkHasToUseItsRulesItself() async throws {
    let origin = try MockCloud()
    try origin.setError(.zoneBusy, for: .query)
    let fork = origin.fork()
    try await fork.container().privateCloudDatabase.save(CKRecord(recordType: "Note"))
    for cloud in [origin, fork] {
      #expect(text { try cloud.expectRulesFired() }.contains("did not act"))
    }
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
    _ = try? await fork.container().privateCloudDatabase.records(matching: query)
    try fork.expectRulesFired()
    #expect(text { try origin.expectRulesFired() }.contains("did not act"))
  }

  @Test func findingsAreListed() async throws {
    try cloud.expectNoFindings()
    try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 1)
    _ = try? await save()
    try await save()
    let unmet = text { try cloud.expectNoFindings() }
    #expect(unmet.contains("got 1:") && unmet.contains("call 2: earlyRetry: "))
    let finding = try #require(try cloud.findings().first)
    #expect("\(finding)".hasPrefix("call 2: earlyRetry: "))
  }

  // MARK: The end of a test

  private func overdue() -> MockCloud.FaultRule {
    MockCloud.FaultRule(
      id: "late", when: .calls(.query), then: [.error(.zoneBusy)], mustFire: true)
  }

  @Test func overdueRulesFailTheTest() async throws {
    let rule = overdue()
    let found = try await issues { try MockCloud.current.addFaults(rule) }
    #expect(found.count == 1)
    #expect(found.first?.contains("late: did not act; no call met its conditions") == true)
    #expect(try await issues {}.isEmpty)
    // A test that failed has its own issue alone.
    let failed = try await issues {
      try MockCloud.current.addFaults(rule)
      Issue.record("failed")
    }
    #expect(failed == ["failed"])
  }

  @Test func findingsFailTheTestIfItSaysSo() async throws {
    @Sendable func retryEarly() async throws {
      try MockCloud.current.setError(.zoneBusy, retryAfter: 30, times: 1)
      let database = CKContainer.default().privateCloudDatabase
      for _ in 0..<2 { _ = try? await database.save(CKRecord(recordType: "Note")) }
    }
    #expect(try await issues { try await retryEarly() }.isEmpty)
    let found = try await issues(.mockCloud(findings: .error)) { try await retryEarly() }
    #expect(found.count == 1 && found.first?.contains("earlyRetry") == true)
  }

  /// The traits of a suite and of its test.
  @Test func theStricterCheckOfFindingsCounts() async throws {
    let found = try await issues(.mockCloud(findings: .error)) {
      let inner = try await issues(.mockCloud) {
        try MockCloud.current.setError(.zoneBusy, retryAfter: 30, times: 1)
        let database = CKContainer.default().privateCloudDatabase
        for _ in 0..<2 { _ = try? await database.save(CKRecord(recordType: "Note")) }
      }
      #expect(inner.count == 1 && inner.first?.contains("earlyRetry") == true)
    }
    #expect(found.isEmpty)
  }

  /// The rules of the suite's cloud cannot act if the test has another cloud.
  @Test func rulesOfAHiddenCloudNeedNotAct() async throws {
    var configuration = MockCloud.Configuration()
    configuration.faults = [overdue()]
    let found = try await issues(.mockCloud(configuration)) {
      let inner = try await issues(.mockCloud) {}
      #expect(inner.isEmpty)
    }
    #expect(found.isEmpty)
    let used = try await issues(.mockCloud(configuration)) {
      let outer = try MockCloud.current
      // The call in a container of another cloud is a warning.
      _ = try await issues(.mockCloud) {
        try await outer.container().privateCloudDatabase.save(CKRecord(recordType: "Note"))
      }
    }
    #expect(used.count == 1 && used.first?.contains("late: did not act") == true)
  }

  @Test func aCloudThatAHandlerMakesIsOneOfTheTest() async throws {
    let rule = overdue()
    let found = try await issues {
      let database = CKContainer.default().privateCloudDatabase
      try await withCheckedThrowingContinuation { (made: CheckedContinuation<Void, any Error>) in
        database.save(CKRecord(recordType: "Note")) { _, _ in
          made.resume(with: Result { _ = try MockCloud().addFaults(rule) })
        }
      }
    }
    #expect(found.count == 1 && found.first?.contains("late: did not act") == true)
  }

  // MARK: What has no effect

  @Test func effectsThatNeedAVirtualClockAreRefused() throws {
    var configuration = MockCloud.Configuration()
    configuration.clock = nil
    let onSystemClock = try MockCloud(configuration)
    let slow = MockCloud.FaultRule(then: [.latency(seconds: 5)])
    func refusal(_ body: () throws -> Void) -> String {
      let error = #expect(throws: MockCloud.Misuse.self, performing: body)
      return error.map { "\($0)" } ?? ""
    }
    #expect(refusal { try onSystemClock.addFaults(slow) }.contains("@Test(.mockCloud)"))
    #expect(refusal { try onSystemClock.addFaultProfile(.flakyWifi) }.contains("@Test(.mockCloud)"))
    #expect(try onSystemClock.perform(ReportFaults()).rules.isEmpty)
    try onSystemClock.addFaults(MockCloud.FaultRule(then: [.hang]))
    configuration.faults = [slow]
    #expect(refusal { _ = try MockCloud(configuration) }.contains("@Test(.mockCloud)"))
    #expect(refusal { try onSystemClock.advance(by: 1) }.contains("@Test(.mockCloud)"))
    #expect(
      refusal { try onSystemClock.setNetwork(.online, bytesPerSecond: 10) }
        .contains("bytesPerSecond does nothing"))
    #expect(refusal { try cloud.seed([]) }.contains("no records and no zones"))
  }

  @Test func limitsAreTyped() async throws {
    try cloud.setLimits(.number(.itemsPerRequest, 1), .toggle(.strictIndexes, true))
    let records = (0..<2).map { _ in CKRecord(recordType: "Note") }
    let error = await #expect(throws: CKError.self) {
      try await cloud.container().privateCloudDatabase.modifyRecords(saving: records, deleting: [])
    }
    #expect(error?.code == .limitExceeded)
    var configuration = MockCloud.Configuration()
    configuration.limits = [.number(.pageSize, 0)]
    #expect(throws: MockCloud.Misuse.self) { try MockCloud(configuration) }
  }
}
