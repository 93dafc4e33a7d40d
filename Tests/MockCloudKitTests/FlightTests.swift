import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// Operations in flight: time, overlap, cancellation.
@Suite(.mockCloud)
struct FlightTests {
  private let zoneID = CKRecordZone.ID(zoneName: "Notes")
  private let cloud: MockCloud
  private let database: CKDatabase

  init() throws {
    cloud = try MockCloud.current
    database = CKContainer.default().privateCloudDatabase
    try cloud.seed([], zones: [CKRecordZone(zoneID: zoneID)])
  }

  private func note(_ name: String) -> CKRecord {
    CKRecord(recordType: "Note", recordID: .init(recordName: name, zoneID: zoneID))
  }

  /// An operation that saves records, with its log.
  private func saving(_ names: String..., log: Log) -> CKModifyRecordsOperation {
    let operation = CKModifyRecordsOperation(recordsToSave: names.map { note($0) })
    operation.isAtomic = false
    operation.perRecordProgressBlock = { record, part in
      if part == 1 { log.add("progress \(record.recordID.recordName)") }
    }
    operation.perRecordSaveBlock = { recordID, result in
      log.add("\(recordID.recordName) \(result.text)")
    }
    operation.modifyRecordsResultBlock = { log.add("result \($0.text)") }
    return operation
  }

  private func delay(
    _ seconds: Double, _ phase: FaultPhase = .before, _ kind: OperationKind = .modifyRecords
  ) throws {
    var condition = FaultCondition()
    condition.operations = kind.names
    condition.phase = phase
    try cloud.addFaults(MockCloud.FaultRule(when: condition, then: [.latency(seconds: seconds)]))
  }

  private func add(_ operation: CKDatabaseOperation) async {
    database.add(operation)
    await operation.end()
  }

  private var stored: [String] {
    get throws { try cloud.container().privateCloudDatabase.storedNames(in: cloud) }
  }

  // MARK: Time

  @Test func theClockRunsOnByItself() async throws {
    try delay(5)
    let start = try cloud.now
    let log = Log()
    await add(saving("a", log: log))
    #expect(log.lines == ["progress a", "a ok", "result ok"])
    #expect(try cloud.now.timeIntervalSince(start) >= 5)
  }

  @Test func operationsOverlapWhileTheTestHoldsTheClock() async throws {
    try cloud.holdClock()
    try delay(5)
    try delay(1, .before, .fetchRecords)
    let log = Log()
    let slow = saving("a", log: log)
    let fast = CKFetchRecordsOperation(recordIDs: [note("a").recordID])
    fast.perRecordResultBlock = { _, result in log.add("fetched \(result.text)") }
    database.add(slow)
    database.add(fast)
    #expect(log.lines.isEmpty)
    try cloud.advance(by: 1)
    await fast.end()
    #expect(log.lines == ["fetched 11"], "the other one has not arrived")
    #expect(!slow.isFinished)
    try cloud.advance(by: 3.9)
    #expect(!slow.isFinished)
    try cloud.advance(by: 0.2)
    await slow.end()
    #expect(log.lines == ["fetched 11", "progress a", "a ok", "result ok"])
  }

  @Test func releasingTheClockEndsWhatWaits() async throws {
    try cloud.holdClock()
    try delay(60 * 60)
    let log = Log()
    let operation = saving("a", log: log)
    operation.configuration.timeoutIntervalForRequest = 7200
    database.add(operation)
    #expect(cloud.isClockHeld)
    cloud.releaseClock()
    await operation.end()
    #expect(log.lines.last == "result ok")
  }

  @Test func timeoutsAreThoseOfTheCloudsClock() async throws {
    try delay(10)
    let log = Log()
    let operation = saving("a", log: log)
    operation.configuration.timeoutIntervalForRequest = 3
    let start = try cloud.now
    await add(operation)
    #expect(log.lines == ["result 4"])
    let time = try cloud.now.timeIntervalSince(start)
    #expect(time >= 3 && time < 4)
    #expect(try stored.isEmpty)
  }

  @Test(arguments: [-1, 0, .nan, .infinity, 1e300, -.infinity])
  func timeoutsMayBeAnyNumber(timeout: Double) async throws {
    let log = Log()
    let operation = saving("a", log: log)
    operation.configuration.timeoutIntervalForRequest = timeout
    await add(operation)
    #expect(log.lines.last == "result ok")
  }

  /// A convenience method waits for its response: time passes, also if the test holds the clock.
  @Test func convenienceMethodsLetTimePass() async throws {
    try cloud.holdClock()
    try delay(5)
    let log = Log()
    let operation = saving("a", log: log)
    database.add(operation)
    let start = try cloud.now
    try await database.save(note("b"))
    #expect(try cloud.now.timeIntervalSince(start) >= 5)
    await operation.end()
    #expect(log.lines.last == "result ok")
  }

  @Test func operationsOnTheSystemsClock() async throws {
    var configuration = MockCloud.Configuration()
    configuration.clock = nil
    let cloud = try MockCloud(configuration)
    let operation = CKModifyRecordsOperation(recordsToSave: [CKRecord(recordType: "Note")])
    let log = Log()
    operation.modifyRecordsResultBlock = { log.add($0.text) }
    cloud.container().privateCloudDatabase.add(operation)
    await operation.end()
    #expect(log.lines == ["ok"])
  }

  // MARK: Cancelling

  @Test func cancellingBeforeTheRequestArrives() async throws {
    try cloud.holdClock()
    try delay(5)
    let log = Log()
    let operation = saving("a", log: log)
    let dependent = BlockOperation { log.add("dependent") }
    dependent.addDependency(operation)
    OperationQueue().addOperation(dependent)
    database.add(operation)
    operation.cancel()
    await operation.end()
    await dependent.end()
    #expect(log.lines == ["result 20", "dependent"])
    try cloud.runUntilIdle()
    #expect(try stored.isEmpty)
  }

  @Test func cancellingAfterTheCommitKeepsIt() async throws {
    try cloud.holdClock()
    try delay(5, .after)
    let log = Log()
    let operation = saving("a", "b", log: log)
    database.add(operation)
    try cloud.advance(by: 1)
    operation.cancel()
    await operation.end()
    #expect(log.lines == ["a 20", "b 20", "result 20"])
    #expect(try stored == ["a", "b"])
  }

  /// From a block: the items that were reported stay, the others are reported as cancelled.
  @Test func anOperationThatCancelsItself() async throws {
    let log = Log()
    let operation = saving("a", "b", "c", log: log)
    operation.perRecordSaveBlock = { [unowned operation] recordID, result in
      log.add("\(recordID.recordName) \(result.text)")
      if recordID.recordName == "a" { operation.cancel() }
    }
    await add(operation)
    #expect(log.lines == ["progress a", "a ok", "b 20", "c 20", "result 20"])
    #expect(operation.isCancelled && operation.isFinished)
    #expect(try stored == ["a", "b", "c"])
  }

  @Test func cancellingBetweenPages() async throws {
    try cloud.seed((0..<6).map { note("r\($0)") })
    let log = Log()
    let configuration = CKFetchRecordZoneChangesOperation.ZoneConfiguration(resultsLimit: 2)
    let operation = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [zoneID], configurationsByRecordZoneID: [zoneID: configuration])
    operation.recordWasChangedBlock = { recordID, _ in log.add(recordID.recordName) }
    operation.recordZoneChangeTokensUpdatedBlock = { [unowned operation] _, _, _ in
      log.add("token")
      operation.cancel()
    }
    operation.recordZoneFetchResultBlock = { _, result in log.add("zone \(result.text)") }
    operation.fetchRecordZoneChangesResultBlock = { log.add("result \($0.text)") }
    await add(operation)
    #expect(log.lines == ["r0", "r1", "token", "zone 20", "result 20"])
  }

  /// Of two zones with more pages, in each block.
  @Test(arguments: 0..<8)
  func cancellingAmongPages(at block: Int) async throws {
    let zones = ["v", "w"].map { CKRecordZone.ID(zoneName: $0) }
    for zone in zones {
      _ = try await database.save(CKRecordZone(zoneID: zone))
      for name in ["a", "b", "c"] {
        let id = CKRecord.ID(recordName: name, zoneID: zone)
        try await database.save(CKRecord(recordType: "Note", recordID: id))
      }
    }
    let log = Log()
    let operation = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: zones,
      configurationsByRecordZoneID: [
        zones[0]: .init(resultsLimit: 2), zones[1]: .init(resultsLimit: 2),
      ])
    let add: @Sendable (String) -> Void = { [unowned operation] line in
      if log.lines.count == block { operation.cancel() }
      log.add(line)
    }
    operation.recordWasChangedBlock = { recordID, _ in add("record") }
    operation.recordZoneChangeTokensUpdatedBlock = { _, _, _ in add("token") }
    operation.recordZoneFetchResultBlock = { id, _ in add("zone \(id.zoneName)") }
    operation.fetchRecordZoneChangesResultBlock = { add("result \($0.text)") }
    await self.add(operation)
    let ends = log.lines.filter { $0.hasPrefix("zone") }
    #expect(ends.sorted() == ["zone v", "zone w"])
    #expect(log.lines.last == "result 20")
  }

  // MARK: What happens to the cloud meanwhile

  @Test func aWorldThatIsReplaced() async throws {
    try cloud.snapshot("start")
    try cloud.holdClock()
    try delay(5)
    let log = Log()
    let operation = saving("a", log: log)
    database.add(operation)
    try cloud.restore("start")
    await operation.end()
    #expect(log.lines == ["result 20"])
  }

  /// The operation ends, even if the loaded world has it too: its client is not that of the document.
  @Test(arguments: ["earlier", "own", "other", "from a block"])
  func aStateThatIsLoaded(which: String) async throws {
    let earlier = try cloud.state()
    let (log, cloud) = (Log(), cloud)
    let operation = saving("a", "b", log: log)
    operation.completionBlock = { log.add("completion") }
    if which == "from a block" {
      operation.perRecordSaveBlock = { recordID, result in
        log.add("\(recordID.recordName) \(result.text)")
        do { try cloud.load(try cloud.state()) } catch { log.add("\(error)") }
      }
      await add(operation)
      #expect(log.lines == ["progress a", "a ok", "result 20", "completion"])
      return
    }
    try cloud.holdClock()
    try delay(5)
    database.add(operation)
    let state =
      switch which {
      case "own": try cloud.state()
      case "other": try MockCloud().state()
      default: earlier
      }
    try cloud.load(state)
    await operation.end()
    cloud.releaseClock()
    try cloud.advance(by: 10)
    #expect(log.lines == ["result 20", "completion"])
    // That of the document goes on, for whoever reads its events.
    #expect(try stored == (which == "own" ? ["a", "b"] : []))
  }

  /// From a block, which is called while others of the operation wait.
  @Test(arguments: ["reset", "restart", "cancel"])
  func aBlockThatEndsItsOperation(way: String) async throws {
    let (log, cloud) = (Log(), cloud)
    let operation = saving("a", "b", log: log)
    operation.perRecordSaveBlock = { recordID, result in
      log.add("\(recordID.recordName) \(result.text)")
      if log.lines.count > 2 { return }
      do {
        switch way {
        case "reset": try cloud.reset()
        case "restart": try cloud.restart()
        default:
          let running = try cloud.perform(ListOperations())
          for other in running { try cloud.perform(CancelOperation(other.operationID)) }
        }
      } catch {
        log.add("\(error)")
      }
    }
    await add(operation)
    // Only an operation that is cancelled reports its items.
    let items = way == "cancel" ? ["b 20"] : []
    #expect(log.lines == ["progress a", "a ok"] + items + ["result 20"])
    #expect(try cloud.perform(ListOperations()).isEmpty)
  }

  /// The operation ends, although the restored world has it too, and calls no block again.
  @Test func aBlockThatRestoresASnapshot() async throws {
    let (log, cloud) = (Log(), cloud)
    let operation = saving("a", "b", "c", log: log)
    operation.perRecordSaveBlock = { recordID, result in
      log.add("\(recordID.recordName) \(result.text)")
      do {
        if recordID.recordName == "a" { try cloud.snapshot("meanwhile") }
        if recordID.recordName == "b" { try cloud.restore("meanwhile") }
      } catch {
        log.add("\(error)")
      }
    }
    await add(operation)
    #expect(log.lines == ["progress a", "a ok", "progress b", "b ok", "result 20"])
    #expect(try cloud.perform(ListOperations()).isEmpty)
  }

  /// The restored world gives the ID of the call once more, to a call whose blocks are its own.
  @Test func anotherOperationGetsTheIDOfOneThatIsLost() async throws {
    try cloud.snapshot("start")
    let (log, cloud, database) = (Log(), cloud, database)
    let other = saving("b", log: log)
    other.perRecordProgressBlock = nil
    let operation = saving("a", log: log)
    operation.perRecordProgressBlock = { _, part in
      if part < 1 || cloud.isClockHeld { return }
      do {
        try cloud.holdClock()
        try cloud.restore("start")
        try delay(5)
        database.add(other)
        while try cloud.perform(ListOperations()).isEmpty { usleep(1000) }
      } catch {
        log.add("\(error)")
      }
    }
    await add(operation)
    #expect(log.lines == ["result 20"])
    // Neither does cancelling the one concern the other.
    operation.cancel()
    try cloud.advance(by: 6)
    await other.end()
    #expect(log.lines == ["result 20", "b ok", "result ok"])
  }

  /// What happens to an operation in a copy of the cloud does not concern the original.
  @Test func aBlockThatCancelsItsOperationInAFork() async throws {
    let (log, cloud) = (Log(), cloud)
    let operation = saving("a", "b", log: log)
    operation.perRecordSaveBlock = { recordID, result in
      log.add("\(recordID.recordName) \(result.text)")
      do {
        let fork = cloud.fork()
        for other in try fork.perform(ListOperations()) {
          try fork.perform(CancelOperation(other.operationID))
        }
      } catch {
        log.add("\(error)")
      }
    }
    await add(operation)
    #expect(log.lines == ["progress a", "a ok", "progress b", "b ok", "result ok"])
    #expect(try cloud.perform(ListOperations()).isEmpty)
  }

  @Test func aClientThatEnds() async throws {
    try cloud.addFaults(
      MockCloud.FaultRule(when: .calls("records/modify"), limit: .first(1), then: [.crash]))
    let log = Log()
    await add(saving("a", log: log))
    await add(saving("b", log: log))
    #expect(log.lines.count == 2)
    try cloud.restart()
    await add(saving("c", log: log))
    #expect(log.lines.last == "result ok")
  }

  @Test func anInterruptionAfterAnItem() async throws {
    try cloud.addFaults(
      MockCloud.FaultRule(
        when: .calls("records/modify"), then: [.interrupt(1, .networkFailure)]))
    let log = Log()
    await add(saving("a", "b", log: log))
    #expect(log.lines == ["progress a", "a ok", "result 4"])
    #expect(try stored == ["a", "b"])
  }

  /// The cloud of the test may go before the operation: it stays until that has ended.
  @Test func aCloudThatIsReleased() async throws {
    let log = Log()
    let operation = CKModifyRecordsOperation(recordsToSave: [CKRecord(recordType: "Note")])
    operation.modifyRecordsResultBlock = { log.add($0.text) }
    try MockCloud().container().privateCloudDatabase.add(operation)
    await operation.end()
    #expect(log.lines == ["ok"])
  }

  // MARK: Callbacks

  @Test func callbacksInheritTheCloud() async throws {
    let (cloud, log) = (cloud, Log())
    let check: @Sendable (String) -> Void = { name in
      let isSame = (try? MockCloud.current.core) === cloud.core
      log.add("\(name) \(isSame) \(CKContainer.default().containerIdentifier ?? "")")
    }
    let record = note("a")
    await Detached.run { [database] in
      let operation = CKModifyRecordsOperation(recordsToSave: [record])
      operation.perRecordSaveBlock = { _, _ in check("item") }
      operation.modifyRecordsResultBlock = { _ in check("result") }
      await withCheckedContinuation { continuation in
        operation.completionBlock = {
          check("completion")
          continuation.resume()
        }
        database.add(operation)
      }
      await withCheckedContinuation { continuation in
        database.fetch(withRecordID: record.recordID) { _, _ in
          check("handler")
          continuation.resume()
        }
      }
    }
    let name = database.description.split(separator: "=").last?.dropLast() ?? ""
    #expect(
      Set(log.lines)
        == Set(["item", "result", "completion", "handler"].map { "\($0) true \(name)" }))
  }

  /// An operation without a database belongs to the cloud in which it was made.
  @Test func operationsBelongToWhereTheyWereMade() async throws {
    let log = Log()
    let operation = CKModifyRecordsOperation(recordsToSave: [note("a")])
    operation.modifyRecordsResultBlock = { log.add($0.text) }
    await Detached.run {
      OperationQueue().addOperation(operation)
      await operation.end()
    }
    #expect(log.lines == ["ok"])
    #expect(try stored == ["a"])
  }

  /// A block may add operations, and wait for nothing.
  @Test func blocksThatAddOperations() async throws {
    let log = Log()
    let second = saving("b", log: log)
    let first = saving("a", log: log)
    first.modifyRecordsResultBlock = { [database] _ in
      log.add("first")
      database.add(second)
    }
    await add(first)
    await second.end()
    #expect(log.lines == ["progress a", "a ok", "first", "progress b", "b ok", "result ok"])
  }

  @Test func longLivedOperationsReportThatTheyWereStored() async throws {
    let log = Log()
    let operation = saving("a", log: log)
    operation.configuration.isLongLived = true
    operation.longLivedOperationWasPersistedBlock = { log.add("stored") }
    await add(operation)
    #expect(log.lines == ["stored", "progress a", "a ok", "result ok"])
  }
}
