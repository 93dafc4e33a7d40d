import MockCloudCore
import Testing

/// Explorations from Swift; the scenarios test each of their rules through JSON.
@Suite struct CloudExplorationTests {
  private let cloud: Cloud

  init() throws { cloud = try Cloud() }

  /// Saves a note, and repeats the save if the answer was lost.
  private func save(as name: RecordName?) throws {
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

  private func savesOnce(as name: RecordName?) throws -> Bool {
    try save(as: name)
    return try cloud.privateDatabase.storedRecords().count <= 1
  }

  @Test func aNamedNoteIsNeverSavedTwice() throws {
    let entries = try explore(pairs: true) { try savesOnce(as: "n1") }
    #expect(entries.contains { $0.tried.second != nil })
    #expect(entries.allSatisfy { !$0.hasFailed && $0.isReached })
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
    let entries = try explore(errors: [.zoneBusy(retryAfter: 7)]) {
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

  /// A client that keeps its own fields after a conflict loses what the other device wrote.
  @Test(arguments: [true, false]) func aConflictIsACase(_ merges: Bool) throws {
    let database = cloud.privateDatabase
    try cloud.seed([RecordDraft("Note", recordName: "n1", fields: ["done": 0, "title": "Milk"])])
    let conflict = FaultConflict(fields: [FaultCondition.Field("done", 1)])
    try cloud.beginExploration(errors: [], conflict: conflict)
    var hasFailed = false
    repeat {
      hasFailed = false
      var draft = RecordDraft(try database.storedRecords()[0])
      draft["title"] = "Oats"
      do {
        try database.save(draft)
      } catch {
        guard let server = error.conflict?.serverRecord else { continue }
        var mine = merges ? RecordDraft(server) : draft
        mine["title"] = "Oats"
        mine.recordChangeTag = server.recordChangeTag
        try database.save(mine)
        hasFailed = try database.storedRecords()[0]["done"] != 1
      }
    } while try cloud.nextCase(failed: hasFailed) != nil
    let entries = try cloud.explorationReport()
    #expect(
      entries.map(\.tried.effect) == [
        .lostRequest, .lostResponse, .offline, .conflict(conflict),
      ])
    #expect(entries.map(\.hasFailed) == [false, false, false, !merges])
  }

  /// A client that saves the whole batch again after an error of an item finds its own records.
  @Test(arguments: [true, false]) func aFailedItemIsACase(_ resendsAll: Bool) throws {
    let database = cloud.privateDatabase
    try cloud.beginExploration(errors: [], items: true)
    var hasFailed = false
    repeat {
      hasFailed = false
      var left = ["n1", "n2", "n3", "n4"].map { RecordDraft("Note", recordName: $0) }
      for _ in 0..<2 where !left.isEmpty {
        guard let results = try? database.modify(left.map { .init(.create, $0) }) else { break }
        let failed = zip(left, results).filter { (try? $1.get()) == nil }.map(\.0)
        left = resendsAll && !failed.isEmpty ? left : failed
        hasFailed = !failed.isEmpty
      }
    } while try cloud.nextCase(failed: hasFailed) != nil
    let entries = try cloud.explorationReport()
    let busy = ErrorSpecification.zoneBusy(retryAfter: 1)
    let items = (1...4).map { ExplorationCase.Effect.itemError(busy, item: $0) }
    let whole: [ExplorationCase.Effect] = [.lostRequest, .lostResponse, .offline]
    #expect(entries.map(\.tried.effect) == whole + items + [.prefix(2, busy)])
    #expect(entries.filter(\.hasFailed).count == (resendsAll ? 5 : 0))
    #expect(entries.allSatisfy { $0.isReached })
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
    for _ in 0..<10_000 { _ = try cloud.perform(GetAccountStatus()) }
    let end = #expect(throws: CloudError.self) { _ = try cloud.perform(GetAccountStatus()) }
    #expect(end?.reason == "the run was ended: it made more than 10000 calls")
    let error = try #require(throws: Misuse.self) { _ = try cloud.nextCase() }
    #expect(
      error.message
        == "mock/explore/next: the first run was ended, because it made more than 10000 calls; "
        + "expected a shorter scenario")
    // A refused call changes nothing: the exploration is still counting.
    #expect(try cloud.explorationReport().isEmpty)
  }
}
