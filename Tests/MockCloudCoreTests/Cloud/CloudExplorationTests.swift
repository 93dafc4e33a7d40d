import MockCloudCore
import Testing

/// Explorations from Swift; the scenarios test each of their rules through JSON.
@Suite struct CloudExplorationTests {
  private let cloud: Cloud

  init() throws { cloud = try Cloud() }

  /// Saves a note, and repeats the save if the answer was lost.
  private func save(as name: String?) throws {
    for _ in 0..<3 {
      do {
        try cloud.privateDatabase.save(
          RecordDraft("Note", recordName: name), savePolicy: .allKeys)
        return
      } catch {
        if error.code != .serverResponseLost { return }
      }
    }
  }

  /// Runs the scenario with all cases.
  private func explore(
    errors: [ErrorSpecification]? = nil, pairs: Bool = false, _ run: () throws -> Bool
  ) throws -> [ReportExploration.Entry] {
    try cloud.beginExploration(errors: errors, pairs: pairs)
    while try cloud.nextCase(failed: !run(), message: nil) != nil {}
    return try cloud.explorationReport()
  }

  private func savesOnce(as name: String?) throws -> Bool {
    try save(as: name)
    return try cloud.privateDatabase.storedRecords().count <= 1
  }

  @Test func aNamedNoteIsNeverSavedTwice() throws {
    let entries = try explore(pairs: true) { try savesOnce(as: "n1") }
    #expect(entries.count > 40)
    #expect(entries.allSatisfy { !$0.hasFailed })
    let single = entries.filter { $0.tried.second == nil }
    #expect(single.allSatisfy { $0.isReached })
  }

  @Test func theFaultThatBreaksAScenarioCanBeHadAgain() throws {
    let entries = try explore { try savesOnce(as: nil) }
    let failed = entries.filter(\.hasFailed)
    #expect(failed.map(\.tried.effect) == [.lostResponse])
    #expect(failed.map(\.tried.call) == [1])
    #expect(failed.map(\.tried.operation) == ["records/modify"])
    #expect(try cloud.privateDatabase.storedRecords().isEmpty)
    try cloud.addFaults(failed[0].tried.rules)
    #expect(try !savesOnce(as: nil))
  }

  @Test func errorsThatAreAskedForKeepTheirWait() throws {
    var waits: [Double?] = []
    let busy = ErrorSpecification(.zoneBusy, retryAfter: 7)
    let entries = try explore(errors: [busy]) {
      do throws(CloudError) {
        _ = try cloud.privateDatabase.zones()
      } catch {
        if error.code == .zoneBusy { waits.append(error.retryAfter) }
      }
      return true
    }
    #expect(
      entries.map(\.tried.effect.name) == ["zoneBusy", "lostRequest", "lostResponse", "offline"])
    #expect(waits == [7])
  }

  @Test func aForkGoesItsOwnWay() throws {
    try cloud.beginExploration(errors: [])
    try save(as: "n1")
    let fork = cloud.fork()
    #expect(try cloud.nextCase()?.effect == .lostRequest)
    #expect(try fork.nextCase()?.effect == .lostRequest)
    #expect(try fork.nextCase()?.effect == .lostResponse)
    #expect(try cloud.explorationReport().isEmpty)
    #expect(try fork.explorationReport().count == 1)
  }

  @Test func aScenarioWithTooManyCallsIsRefused() throws {
    try cloud.beginExploration()
    for _ in 0...10_000 { _ = try cloud.perform(GetAccountStatus()) }
    let error = try #require(throws: Misuse.self) { _ = try cloud.nextCase() }
    #expect(
      error.message
        == "mock/explore/next: the scenario has more than 10000 fault points; expected a shorter "
        + "scenario")
    // A refused call changes nothing: the exploration is still counting.
    #expect(try cloud.explorationReport().isEmpty)
  }
}
