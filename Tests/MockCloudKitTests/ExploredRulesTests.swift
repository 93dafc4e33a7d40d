import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// What is expected of rules and errors before, in and after explorations.
@Suite(.mockCloud)
struct ExploredRulesTests {
  private static func rule(_ kind: OperationKind) -> MockCloud.FaultRule {
    MockCloud.FaultRule(
      id: "busy", when: .calls(kind), limit: .first(1), then: [.latency(seconds: 1)],
      mustFire: true)
  }

  private static func save(in cloud: MockCloud) async throws {
    try await cloud.container().privateCloudDatabase.save(CKRecord(recordType: "Note"))
  }

  private static func query(in cloud: MockCloud) async throws {
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
    _ = try await cloud.container().privateCloudDatabase.records(matching: query)
  }

  private static func explore(
    _ cloud: MockCloud, _ scenario: @Sendable () throws -> Void = {}
  ) async throws {
    try await cloud.explore(.init(errors: [.networkFailure])) { _ in
      try scenario()
      try? await save(in: cloud)
      try? await query(in: cloud)
    }
  }

  private let cloud: MockCloud

  init() throws {
    cloud = try MockCloud.current
    try cloud.seed([CKRecord(recordType: "Note")])
  }

  @Test func anErrorThatEachRunReplacesBeforeItActed() async throws {
    let cloud = cloud
    try await Self.explore(cloud) {
      try cloud.setError(.zoneBusy, for: .fetchRecords)
      try cloud.setError(.quotaExceeded, for: .fetchRecords)
      try cloud.setError(nil, for: .fetchRecords)
    }
    let text = #expect(throws: UnmetExpectation.self) { try cloud.expectRulesFired() }?.description
    #expect(text?.components(separatedBy: "before another error replaced it").count == 2)
  }

  @Test func anErrorThatEachRunReplacesByOneThatActs() async throws {
    let cloud = cloud
    try await cloud.explore(.init(errors: [.networkFailure])) { _ in
      try cloud.setError(.zoneBusy, for: .query, times: 1)
      try cloud.setError(.quotaExceeded, for: .query, times: 1)
      try? await Self.save(in: cloud)
      try? await Self.query(in: cloud)
      try cloud.heal()
    }
    #expect(throws: UnmetExpectation.self) { try cloud.expectRulesFired() }
  }

  @Test func aRuleThatAnotherOneOfItsNameReplaces() async throws {
    let found = try await issues {
      let cloud = try MockCloud.current
      try await Self.explore(cloud) {
        try cloud.addFaults(Self.rule(.fetchRecords))
        try cloud.removeFault("busy")
        try cloud.addFaults(Self.rule(.query))
      }
    }
    #expect(found.count == 1 && found.first?.contains("busy: did not act") == true)
  }

  /// What was not done before the exploration is not done in it.
  @Test func rulesThatWereRemovedBefore() async throws {
    let found = try await issues {
      let cloud = try MockCloud.current
      try cloud.addFaults(Self.rule(.fetchRecords))
      try cloud.heal()
      try await Self.explore(cloud) { try cloud.addFaults(Self.rule(.query)) }
    }
    #expect(found.count == 1 && found.first?.contains("busy: did not act") == true)
    let same = try await issues {
      let cloud = try MockCloud.current
      try cloud.addFaults(Self.rule(.query))
      try cloud.heal()
      try await Self.explore(cloud) { try cloud.addFaults(Self.rule(.query)) }
    }
    #expect(same.count == 1)
    try cloud.setError(.zoneBusy, for: .query)
    try cloud.setError(.quotaExceeded, for: .query, times: 1)
    try await Self.explore(cloud)
    #expect(throws: UnmetExpectation.self) { try cloud.expectRulesFired() }
  }

  @Test func rulesThatActInTheRunsNeedNotBeLeft() async throws {
    let cloud = cloud
    try await Self.explore(cloud) { try cloud.addFaults(Self.rule(.query)) }
    try cloud.expectRulesFired()
    let other = try MockCloud()
    try other.seed([CKRecord(recordType: "Note")])
    try await Self.explore(other)
    #expect(throws: UnmetExpectation.self) { try other.expectRulesFired() }
  }
}
