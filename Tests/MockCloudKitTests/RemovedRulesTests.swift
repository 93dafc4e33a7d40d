import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// Rules with `mustFire` and findings that a cloud no longer has at the end of a test.
@Suite(.mockCloud)
struct RemovedRulesTests {
  private static let late = MockCloud.FaultRule(
    id: "late", when: .calls(.query), then: [.error(.zoneBusy)], mustFire: true)
  private static let busy = MockCloud.FaultRule(
    id: "busy", when: .calls(.modifyRecords), limit: .first(1), then: [.error(.zoneBusy)],
    mustFire: true)

  private static let slow = MockCloud.FaultRule(
    id: "slow", when: .calls(.modifyRecords), limit: .first(1), then: [.latency(seconds: 1)],
    mustFire: true)

  private static func save(in cloud: MockCloud) async throws {
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: "a"))
    try await cloud.container().privateCloudDatabase.save(record)
  }

  /// What removes rules.
  enum Removal: CaseIterable {
    case heal, clear, remove, reset, restore, load, json

    fileprivate func callAsFunction(_ cloud: MockCloud, _ id: String, _ state: SavedWorld) throws {
      switch self {
      case .heal: try cloud.heal()
      case .clear: try cloud.clearFaults()
      case .remove: try cloud.removeFault(id)
      case .reset: try cloud.reset()
      case .restore: try cloud.restore("before")
      case .load: try cloud.load(state)
      case .json: cloud.call("mock/faults/clear")
      }
    }
  }

  private func found(_ rule: MockCloud.FaultRule, _ removal: Removal) async throws -> [String] {
    try await issues {
      let cloud = try MockCloud.current
      try cloud.snapshot("before")
      let state = try cloud.state()
      try cloud.addFaults(rule)
      try? await Self.save(in: cloud)
      try removal(cloud, rule.id, state)
    }
  }

  @Test(arguments: Removal.allCases)
  func rulesThatNeverActedFailTheTest(_ removal: Removal) async throws {
    let found = try await found(Self.late, removal)
    #expect(found.count == 1 && found.first?.contains("late: did not act") == true)
  }

  @Test(arguments: Removal.allCases)
  func rulesThatActedDoNot(_ removal: Removal) async throws {
    #expect(try await found(Self.busy, removal).isEmpty)
  }

  /// A rule that acted does not excuse another of its name, nor itself once it must act again.
  @Test(arguments: [true, false]) func rulesThatMustActAgain(_ isAnother: Bool) async throws {
    let found = try await issues {
      let cloud = try MockCloud.current
      try cloud.addFaults(Self.busy)
      try cloud.snapshot("before")
      try? await Self.save(in: cloud)
      if isAnother {
        try cloud.clearFaults()
        cloud.call(
          "mock/faults/add",
          #"{"rules":[{"id":"busy","mustFire":true,"then":{"error":"zoneBusy"}}]}"#)
      } else {
        try cloud.restore("before")
        cloud.call("mock/faults/arm", #"{"ids":"busy","reset":true}"#)
      }
    }
    #expect(found.count == 1 && found.first?.contains("busy: did not act") == true)
  }

  @Test func rulesOfTheCloudsThatTheTestMakes() async throws {
    let kept = try await issues {
      let (cloud, fork) = (try MockCloud(), try MockCloud.current.fork())
      for each in [cloud, fork] {
        try each.addFaults(Self.late)
        try await Self.save(in: each)
      }
    }
    #expect(kept.count == 2)
    // Released before the test ends.
    let released = try await issues {
      for _ in 0..<2 { try MockCloud.current.fork().addFaults(Self.late) }
      for _ in 0..<2 { _ = try MockCloud.current.fork() }
    }
    #expect(released.count == 2)
    // A rule of the fork's origin may act there alone.
    let inherited = try await issues {
      let cloud = try MockCloud.current
      try cloud.addFaults(Self.busy)
      _ = cloud.fork()
      try? await Self.save(in: cloud)
    }
    #expect(inherited.isEmpty)
  }

  @Test func aRuleOfBeforeAnExplorationIsListedOnce() async throws {
    let found = try await issues {
      let cloud = try MockCloud.current
      try cloud.addFaults(Self.late)
      try await cloud.explore(.init(errors: [.zoneBusy])) { _ in
        try? await Self.save(in: cloud)
        try cloud.heal()
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.components(separatedBy: "late: did not act").count == 2)
  }

  @Test func rulesOfARunOfAnExploration() async throws {
    func found(_ rule: MockCloud.FaultRule) async throws -> [String] {
      try await issues {
        let cloud = try MockCloud.current
        try await cloud.explore(
          .init(errors: [.zoneBusy], allowing: Set(MockCloud.InactiveCase.allCases))
        ) { _ in
          try cloud.addFaults(rule)
          try? await Self.save(in: cloud)
        }
      }
    }
    let never = try await found(Self.late)
    #expect(never.count == 1 && never.first?.contains("late: did not act") == true)
    // It is enough that it acts in one run.
    #expect(try await found(Self.slow).isEmpty)
  }

  @Test func aRuleThatTheScenarioHeals() async throws {
    let found = try await issues {
      let cloud = try MockCloud.current
      let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
      try cloud.seed([CKRecord(recordType: "Note")])
      try await cloud.explore(.init(errors: [.networkFailure])) { _ in
        try cloud.addFaults(Self.late)
        // A failing save keeps the rule of queries from acting.
        if (try? await Self.save(in: cloud)) != nil {
          _ = try? await cloud.container().privateCloudDatabase.records(matching: query)
        }
        try cloud.heal()
      }
    }
    #expect(found.isEmpty)
  }

  @Test func aRuleThatActsInTheRunsOfAnExploration() async throws {
    let found = try await issues {
      let cloud = try MockCloud.current
      try cloud.addFaults(Self.slow)
      try await cloud.explore(.init(errors: [.zoneBusy])) { _ in
        try? await Self.save(in: cloud)
      }
    }
    #expect(found.isEmpty)
  }

  /// Rules that have acted may be removed before they are expected to have acted.
  @Test func expectedRulesMayBeRemoved() async throws {
    for removal in 0..<3 {
      let cloud = try MockCloud()
      #expect(throws: UnmetExpectation.self) { try cloud.expectRulesFired() }
      try cloud.setError(.zoneBusy, for: .modifyRecords, times: 1)
      try? await Self.save(in: cloud)
      switch removal {
      case 0: try cloud.heal()
      case 1: try cloud.setError(nil, for: .modifyRecords)
      default: try cloud.reset()
      }
      try cloud.expectRulesFired()
      try cloud.setError(.zoneBusy, for: .query)
      #expect(throws: UnmetExpectation.self) { try cloud.expectRulesFired() }
    }
  }

  /// What replaces errors that were set.
  enum Replacement: CaseIterable {
    case error, records, sameRecord, json

    fileprivate func callAsFunction(_ cloud: MockCloud) throws -> String {
      let ids = ["a", "b"].map { CKRecord.ID(recordName: $0) }
      switch self {
      case .error:
        try cloud.setError(.zoneBusy, for: .query)
        try cloud.setError(.networkFailure, for: .query)
      case .records:
        try cloud.setRecordErrors([ids[1]], .zoneBusy)
        try cloud.setRecordErrors([ids[0]], .zoneBusy)
      case .sameRecord:
        try cloud.setRecordErrors([ids[0]], .zoneBusy)
        try cloud.setRecordErrors([ids[0]], .networkFailure)
      case .json:
        cloud.call("mock/error/set", #"{"operation": "records/query", "error": "zoneBusy"}"#)
        cloud.call("mock/error/set", #"{"operation": "records/query", "error": "networkFailure"}"#)
      }
      return self == .records || self == .sameRecord ? "mock/recordErrors/set" : "mock/error/set"
    }
  }

  @Test(arguments: Replacement.allCases)
  func errorsThatWereReplacedBeforeTheyActed(_ replace: Replacement) async throws {
    let cloud = try MockCloud()
    let name = try replace(cloud)
    try? await Self.save(in: cloud)
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
    _ = try? await cloud.container().privateCloudDatabase.records(matching: query)
    let text = #expect(throws: UnmetExpectation.self) { try cloud.expectRulesFired() }?.description
    #expect(text?.contains("did not act before another error replaced it") == true)
    #expect(text?.contains(name) == true)
  }

  @Test func errorsThatAreSetAgain() async throws {
    let cloud = try MockCloud()
    // The same error, and one that acted before another replaced it.
    for _ in 0..<2 { try cloud.setError(.zoneBusy, for: .modifyRecords) }
    try? await Self.save(in: cloud)
    try cloud.setError(.networkFailure, for: .modifyRecords)
    #expect(throws: UnmetExpectation.self) { try cloud.expectRulesFired() }
    try? await Self.save(in: cloud)
    try cloud.expectRulesFired()
    // One of the same name that acted does not excuse a later one.
    try cloud.setError(nil, for: .modifyRecords)
    try cloud.expectRulesFired()
    try cloud.setError(.zoneBusy, for: .modifyRecords)
    #expect(throws: UnmetExpectation.self) { try cloud.expectRulesFired() }
    // The error that was replaced is not there again after a restore.
    let restored = try MockCloud()
    try restored.setError(.networkFailure, for: .query)
    try restored.snapshot("first")
    try restored.setError(.zoneBusy, for: .modifyRecords)
    try restored.setError(.quotaExceeded, for: .modifyRecords)
    try? await Self.save(in: restored)
    try restored.setError(nil, for: .query)
    try restored.snapshot("second")
    try restored.restore("second")
    #expect(throws: UnmetExpectation.self) { try restored.expectRulesFired() }
    try restored.restore("first")
    // An error that is cleared need not have acted.
    try cloud.setError(nil, for: .modifyRecords)
    try cloud.expectRulesFired()
    #expect(try await issues { try MockCloud.current.setError(.zoneBusy, for: .query) }.isEmpty)
  }

  // MARK: Findings

  @Test func findingsThatWereDiscarded() async throws {
    @Sendable func retryEarly() async throws {
      let cloud = try MockCloud.current
      try cloud.setError(.zoneBusy, retryAfter: 30, times: 1)
      for _ in 0..<2 { try? await Self.save(in: cloud) }
    }
    let reset = try await issues(.mockCloud(findings: .error)) {
      try await retryEarly()
      try MockCloud.current.reset()
    }
    #expect(reset.count == 1 && reset.first?.contains("earlyRetry") == true)
    let explored = try await issues(.mockCloud(findings: .error)) {
      let cloud = try MockCloud.current
      let limited = ErrorSpecification(.requestRateLimited, retryAfter: 30)
      try await cloud.explore(.init(errors: [limited])) { _ in
        for _ in 0..<2 { try? await Self.save(in: cloud) }
      }
    }
    #expect(explored.count == 1 && explored.first?.contains("earlyRetry") == true)
    #expect(explored.first?.contains("in the run with call 1") == true)
  }
}
