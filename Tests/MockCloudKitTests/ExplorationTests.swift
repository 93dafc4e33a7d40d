import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// Every single fault at every call, and apps that a fault ends.
@Suite(.mockCloud)
struct ExplorationTests {
  private let cloud: MockCloud

  init() throws { cloud = try MockCloud.current }

  private func save(_ name: String) async throws {
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: name))
    try await cloud.container().privateCloudDatabase.save(record)
  }

  @Test func everyFaultOfEveryCallIsTried() async throws {
    var runs = 0
    let cases = try await cloud.explore(.init(crashes: true)) { tried in
      runs += 1
      // Each run begins with the same cloud.
      #expect(try cloud.core.privateDatabase.storedRecords().isEmpty)
      do {
        try await save("a")
        try await save("b")
      } catch is CKError {
        #expect(tried != nil)
      }
      if try cloud.hasEnded() { try cloud.restart() }
      try cloud.heal()
    }
    #expect(cases.count == runs - 1)
    #expect(cases.allSatisfy { $0.isReached && !$0.hasFailed })
    let effects = Set(cases.map(\.tried.effect.name))
    #expect(effects.isSuperset(of: ["zoneBusy", "lostResponse", "crashBefore", "crashAfter"]))
    #expect(Set(cases.map(\.tried.call)) == [1, 2])
  }

  @Test func anExplorationThatIsRefusedHasEnded() async throws {
    let options = MockCloud.ExplorationOptions(errors: [.quotaExceeded])
    for _ in 1...2 {
      let refusal = await #expect(throws: (any Error).self) {
        try await cloud.explore(options) { _ in
          _ = try? await cloud.container().privateCloudDatabase.allRecordZones()
        }
      }
      #expect(refusal.map { "\($0)" }?.contains("quotaExceeded") == true)
    }
  }

  /// No call can have the error.
  @Test func aRefusedExplorationLeavesTheCloudAsItWas() async throws {
    await #expect(throws: MockCloud.Misuse.self) {
      try await cloud.explore(.init(errors: [.changeTokenExpired])) { _ in try await save("a") }
    }
    #expect(try cloud.core.privateDatabase.storedRecords().isEmpty)
    try await cloud.explore(.init(errors: [.zoneBusy])) { _ in try? await save("a") }
  }

  @Test func optionsThatAddNoCaseAreNamed() async throws {
    var options = MockCloud.ExplorationOptions(
      errors: [.zoneBusy], conflict: FaultConflict(), items: true, pairs: true,
      allowing: Set(MockCloud.InactiveCase.allCases).subtracting([.noCase]))
    let failure = await #expect(throws: ExplorationFailure.self) {
      try await cloud.explore(options) { _ in try? await save("a") }
    }
    #expect(failure?.description.contains("leave them out: conflict, items, pairs") == true)
    options.allowing = [.noCase]
    try await cloud.explore(options) { _ in try? await save("a") }
  }

  /// The runs of single faults show a second call, which those of pairs do not make.
  @Test func secondFaultsThatDoNotActFailTheExploration() async throws {
    var runs = 0
    func scenario() async {
      do {
        try await save("a")
      } catch {
        runs += 1
        if runs <= 4 { try? await save("b") }
      }
    }
    var options = MockCloud.ExplorationOptions(errors: [.networkFailure], pairs: true)
    let failure = await #expect(throws: ExplorationFailure.self) {
      try await cloud.explore(options) { _ in await scenario() }
    }
    #expect(failure?.description.contains("the faults of 6 of 10 cases did not act:") == true)
    #expect(failure?.description.contains(": firstOnly\n") == true)
    runs = 0
    options.allowing = [.firstOnly]
    try await cloud.explore(options) { _ in await scenario() }
  }

  /// Failures that differ in numbers are shown once, with the calls of the run.
  @Test func equalFailuresAreShownWithTheirCalls() async throws {
    struct Failed: Error, CustomStringConvertible { let description: String }
    try await save("before")
    var runs = 0
    let failure = await #expect(throws: ExplorationFailure.self) {
      try await cloud.explore(.init(errors: [.zoneBusy])) { tried in
        runs += 1
        if runs == 2 {
          _ = try await cloud.container().accountStatus()
        }
        try? await save("a")
        if tried != nil { throw Failed(description: "attempt \(runs)") }
      }
    }
    let lines = failure.map { $0.description.split(separator: "\n").map(String.init) } ?? []
    #expect(
      lines == [
        "the scenario failed in 4 of 4 cases:",
        "  call 1 (records/modify): zoneBusy: attempt 2",
        "    before its fault, call 1 is account/status by device-1 instead of records/modify with 1 "
          + "item by device-1",
        "    last calls:",
        "      2: account/status by device-1: ok",
        "      3: records/modify by device-1: zoneBusy",
        "    like it: call 1 (records/modify): lostRequest; call 1 (records/modify): lostResponse; "
          + "call 1 (records/modify): offline",
      ])
    #expect(failure?.cases.map { $0.divergence != nil } == [true, false, false, false])
  }

  @Test func aCaseThatFailsIsReported() async throws {
    // A client that takes a lost response for a failure.
    let failure = await #expect(throws: ExplorationFailure.self) {
      try await cloud.explore(.init(errors: [.zoneBusy])) { tried in
        do {
          try await save("a")
        } catch {
          let stored = try cloud.core.privateDatabase.storedRecords()
          if !stored.isEmpty { throw CKError(.internalError) }
        }
      }
    }
    let cases = failure?.cases ?? []
    #expect(failure?.underlyingError is CKError)
    #expect(failure?.description.contains("call 1 (records/modify): lostResponse: ") == true)
    let failed = cases.filter(\.hasFailed)
    #expect(failed.map(\.tried.effect) == [.lostResponse])
    #expect(failed.first?.message?.isEmpty == false)
  }

  @Test func aScenarioThatFailsWithoutFaultEndsTheExploration() async throws {
    let failure = await #expect(throws: ExplorationFailure.self) {
      try await cloud.explore { _ in
        try await save("a")
        throw CKError(.internalError)
      }
    }
    #expect(failure?.underlyingError is CKError)
    #expect(failure?.description.contains("first run, which has no fault") == true)
    // The cloud is as before, and free.
    #expect(try cloud.core.privateDatabase.storedRecords().isEmpty)
    try await cloud.explore(.init(errors: [])) { _ in try? await save("a") }
  }

  /// A scenario that makes no call of the cloud would pass without having tried anything.
  @Test func explorationsWithoutCallsAreRefused() async throws {
    let failure = await #expect(throws: ExplorationFailure.self) {
      try await cloud.explore { _ in }
    }
    #expect(failure?.description.contains("no call of this cloud") == true)
    try await cloud.explore(.init(errors: [])) { _ in try? await save("a") }
  }

  /// Containers of the scenario belong to the cloud that is explored, wherever it is explored.
  @Test func scenariosRunInTheirCloud() async throws {
    let other = try MockCloud()
    let cases = try await other.explore(.init(errors: [.zoneBusy])) { _ in
      _ = try? await CKContainer.default().privateCloudDatabase.save(CKRecord(recordType: "Note"))
    }
    #expect(!cases.isEmpty)
    #expect(try cloud.journal().isEmpty)
    try other.addUser("bob")
    try await other.as(user: "bob") {
      try await other.explore(.init(errors: [.zoneBusy])) { tried in
        _ = try? await CKContainer.default().privateCloudDatabase.save(
          CKRecord(recordType: "Note"))
        let calls = try other.journal(user: "bob")
        if tried == nil { #expect(calls.count == 1) }
      }
    }
  }

  @Test func faultsThatDoNotActFailTheExploration() async throws {
    var runs = 0
    func scenario(_ tried: MockCloud.ExplorationCase?) async {
      runs += 1
      // Only the first run makes a call.
      if tried == nil { _ = try? await save("a") }
    }
    let failure = await #expect(throws: ExplorationFailure.self) {
      try await cloud.explore(.init(errors: [.zoneBusy])) { await scenario($0) }
    }
    #expect(failure?.description.contains("zoneBusy: notReached") == true)
    try await cloud.explore(.init(errors: [.zoneBusy], allowing: [.notReached])) {
      await scenario($0)
    }
    #expect(runs > 2)
  }

  /// The calls of an app that has ended are those of nobody: no error of the service tells its client
  /// to give something up.
  @Test func callsOfAnEndedAppAreCancelled() async throws {
    try cloud.addFaults(
      MockCloud.FaultRule(when: .calls("records/modify"), limit: .first(1), then: [.crash]))
    #expect(try !cloud.hasEnded())
    for _ in 0..<2 {
      let error = await #expect(throws: CKError.self) { try await save("a") }
      #expect(error?.code == .operationCancelled)
      #expect(try cloud.hasEnded())
    }
    let log = Log()
    let operation = CKFetchRecordsOperation(recordIDs: [.init(recordName: "a")])
    operation.fetchRecordsResultBlock = { log.add("result \($0.text)") }
    cloud.container().privateCloudDatabase.add(operation)
    await operation.end()
    #expect(log.lines == ["result 20"])
    try cloud.restart()
    #expect(try !cloud.hasEnded())
    try await save("a")
  }

  @Test func profilesAreAdded() throws {
    let names = try cloud.addFaultProfile(.throttled, intensity: 0.5)
    #expect(!names.isEmpty && names.allSatisfy { $0.hasPrefix("profile/throttled/") })
    #expect(throws: MockCloud.Misuse.self) { try cloud.addFaultProfile(.airplane, intensity: 2) }
  }
}
