import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// Which rule has acted, if others had its name, or it was removed and is there again.
@Suite(.mockCloud)
struct RuleIdentityTests {
  private static func rule(_ id: String, _ kind: OperationKind) -> MockCloud.FaultRule {
    MockCloud.FaultRule(
      id: id, when: .calls(kind), limit: .first(1), then: [.error(.zoneBusy)], mustFire: true)
  }

  private static func save(_ cloud: MockCloud) async {
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: "a"))
    _ = try? await cloud.container().privateCloudDatabase.save(record)
  }

  private static func query(_ cloud: MockCloud) async {
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
    _ = try? await cloud.container().privateCloudDatabase.records(matching: query)
  }

  private func isNamed(_ id: String, _ found: [String]) -> Bool {
    found.count == 1 && found.first?.components(separatedBy: "\(id): did not act").count == 2
  }

  // MARK: Restored rules

  /// What removes a rule that is there again.
  enum Removal: CaseIterable {
    case heal, reset, remove, runs

    fileprivate func callAsFunction(_ cloud: MockCloud) async throws {
      switch self {
      case .heal: try cloud.heal()
      case .reset: try cloud.reset()
      case .remove: try cloud.removeFault("r")
      case .runs:
        try await cloud.explore(
          .init(errors: [.networkFailure], allowing: Set(MockCloud.InactiveCase.allCases))
        ) { _ in for _ in 0..<2 { await save(cloud) } }
        try cloud.heal()
      }
    }
  }

  @Test(arguments: Removal.allCases)
  func aRuleThatActedAndIsThereAgainMayBeRemoved(_ remove: Removal) async throws {
    let found = try await issues {
      let cloud = try MockCloud.current
      try cloud.addFaults(Self.rule("r", .modifyRecords))
      if remove != .runs {
        try cloud.snapshot("start")
        await Self.save(cloud)
        try cloud.restore("start")
      }
      try await remove(cloud)
    }
    #expect(found == [])
  }

  /// A name that no rule had is given again, too.
  @Test(arguments: ["r", ""]) func aRuleOfASnapshotWhoseNameAnotherHad(_ id: String) async throws {
    let found = try await issues {
      let cloud = try MockCloud.current
      try cloud.addFaults(Self.rule(id, .query))
      try cloud.snapshot("start")
      try cloud.clearFaults()
      try cloud.addFaults(Self.rule(id, .modifyRecords))
      await Self.save(cloud)
      try cloud.restore("start")
      await Self.save(cloud)
      #expect(throws: UnmetExpectation.self) { try cloud.expectRulesFired() }
    }
    #expect(isNamed(id.isEmpty ? "rule-1" : id, found))
  }

  @Test func aLoadedRuleWhoseNameAnotherHad() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let rule =
      #"{"id": "r", "when": {"op": "records/query"}, "mustFire": true, "then": {"error": "zoneBusy"}}"#
    try #"{"rules": [\#(rule)]}"#.write(to: file, atomically: true, encoding: .utf8)
    let found = try await issues {
      let cloud = try MockCloud.current
      try cloud.addFaults(Self.rule("r", .modifyRecords))
      await Self.save(cloud)
      try cloud.clearFaults()
      let loaded = cloud.call("mock/faults/load", #"{"path": "\#(file.path)"}"#)
      #expect(loaded.status == 0, "\(loaded.json)")
      await Self.save(cloud)
      #expect(throws: UnmetExpectation.self) { try cloud.expectRulesFired() }
    }
    #expect(isNamed("r", found))
  }

  /// A state document has no records of rules: one with the content of a rule is that rule.
  @Test(arguments: [false, true]) func aRuleOfAStateDocument(_ acts: Bool) async throws {
    let found = try await issues {
      let cloud = try MockCloud.current
      try cloud.addFaults(Self.rule("r", .modifyRecords))
      let state = cloud.call("mock/state/save").json
      if acts { await Self.save(cloud) }
      let loaded = cloud.call("mock/state/load", #"{"state": \#(state)}"#)
      #expect(loaded.status == 0, "\(loaded.json)")
      try cloud.heal()
    }
    #expect(acts ? found == [] : isNamed("r", found))
  }

  /// One that was added again is not the one of the document, if only that one has acted.
  @Test(arguments: [false, true])
  func aRuleThatWasAddedAgainBeforeAStateDocument(_ acts: Bool) async throws {
    let found = try await issues {
      let cloud = try MockCloud.current
      try cloud.addFaults(Self.rule("r", .modifyRecords))
      await Self.save(cloud)
      let state = try cloud.state()
      try cloud.clearFaults()
      try cloud.addFaults(Self.rule("r", .modifyRecords))
      if acts { await Self.save(cloud) }
      try cloud.load(state)
    }
    #expect(acts ? found == [] : isNamed("r", found))
  }

  /// That of the configuration is the same rule, whose counts started anew.
  @Test func aRuleThatWasResetBeforeAStateDocument() async throws {
    let found = try await issues {
      var configuration = MockCloud.Configuration()
      configuration.faults = [Self.rule("r", .modifyRecords)]
      let cloud = try MockCloud(configuration)
      await Self.save(cloud)
      let state = try cloud.state()
      try cloud.reset()
      try cloud.load(state)
    }
    #expect(found == [])
  }

  /// The rule acts after the checks have looked, and before it is removed.
  @Test func aRuleThatActsBesideItsRemoval() async throws {
    for _ in 0..<100 {
      let log = Log()
      let found = try await issues {
        let cloud = try MockCloud.current
        try cloud.addFaults(Self.rule("r", .modifyRecords))
        let operation = CKModifyRecordsOperation(recordsToSave: [CKRecord(recordType: "Note")])
        operation.modifyRecordsResultBlock = { log.add($0.text) }
        cloud.container().privateCloudDatabase.add(operation)
        try cloud.heal()
        await operation.end()
      }
      #expect(log.lines == (found.isEmpty ? ["23"] : ["ok"]))
    }
  }

  /// A refused removal leaves the rule.
  @Test func aRuleThatIsRemovedInJSON() async throws {
    for (request, status) in [(#"{"id": "r"}"#, 0), (#"{"id": "r", "x": 1}"#, -5)] {
      let found = try await issues {
        let cloud = try MockCloud.current
        try cloud.addFaults(Self.rule("r", .modifyRecords))
        #expect(cloud.call("mock/faults/remove", request).status == status)
        await Self.save(cloud)
      }
      #expect(status == 0 ? isNamed("r", found) : found == [])
    }
  }

  // MARK: Errors

  @Test func anErrorThatIsReplacedMayActForAnotherOperation() async throws {
    let cloud = try MockCloud()
    try cloud.setError(.zoneBusy, for: .any(.query, .modifyRecords), times: 1)
    try cloud.setError(.networkFailure, for: .query, times: 1)
    await Self.query(cloud)
    #expect(throws: UnmetExpectation.self) { try cloud.expectRulesFired() }
    await Self.save(cloud)
    try cloud.expectRulesFired()
  }

  /// Also one for a kind with two operations.
  @Test(arguments: [OperationKind.modifyRecords, .fetchRecordZones])
  func anErrorThatIsSetAgainHasToActAgain(_ kind: OperationKind) async throws {
    let cloud = try MockCloud()
    for _ in 0..<2 {
      try cloud.setError(.zoneBusy, for: kind, times: 1)
      #expect(throws: UnmetExpectation.self) { try cloud.expectRulesFired() }
      await Self.save(cloud)
      _ = try? await cloud.container().privateCloudDatabase.allRecordZones()
      try cloud.expectRulesFired()
    }
  }

  // MARK: Findings

  /// Whether a missing call would have been made is not known.
  @Test func theFindingsThatARestoreDiscards() async throws {
    let found = try await issues(.mockCloud(findings: .error)) {
      let cloud = try MockCloud.current
      let zoneID = CKRecordZone.ID(zoneName: "Notes")
      try cloud.seed(
        (0..<5).map {
          CKRecord(recordType: "Note", recordID: .init(recordName: "\($0)", zoneID: zoneID))
        })
      try cloud.snapshot("start")
      _ = try await cloud.container().privateCloudDatabase.recordZoneChanges(
        inZoneWith: zoneID, since: nil, resultsLimit: 2)
      try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 1)
      for _ in 0..<2 { await Self.save(cloud) }
      try cloud.restore("start")
    }
    #expect(found.count == 1)
    for (kind, parts) in [("moreComingIgnored", 1), ("earlyRetry", 2)] {
      #expect(found.first?.components(separatedBy: kind).count == parts)
    }
  }
}
