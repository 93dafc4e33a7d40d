import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// Operations in flight whose world is replaced by one that has them too: they end, each block is called
/// once, and what the other world has continues without a client.
@Suite(.mockCloud)
struct ReplacedWorldTests {
  private let cloud: MockCloud
  private let container = CKContainer.default()

  init() throws { cloud = try MockCloud.current }

  private func saving(_ names: String..., log: Log) -> CKModifyRecordsOperation {
    let operation = CKModifyRecordsOperation(
      recordsToSave: names.map {
        CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: $0))
      })
    operation.isAtomic = false
    operation.perRecordSaveBlock = { log.add("\($0.recordName) \($1.text)") }
    operation.modifyRecordsResultBlock = { log.add("result \($0.text)") }
    return operation
  }

  private func delay(_ phase: FaultPhase = .before) throws {
    var condition = MockCloud.FaultCondition()
    condition.operations = OperationKind.modifyRecords.names
    condition.phase = phase
    try cloud.addFaults(MockCloud.FaultRule(when: condition, then: [.latency(seconds: 5)]))
  }

  private func add(_ operation: CKDatabaseOperation) async {
    container.privateCloudDatabase.add(operation)
    await operation.end()
  }

  private var stored: [String] {
    get throws { try container.privateCloudDatabase.storedNames(in: cloud) }
  }

  private var listed: [String] {
    get throws { try cloud.perform(ListOperations()).map(\.state.rawValue) }
  }

  // MARK: From blocks

  /// After the snapshot the operation is cancelled, which replaces its blocks.
  @Test func aCancelledOperationWhoseSnapshotIsRestored() async throws {
    let (log, cloud) = (Log(), cloud)
    let operation = saving("a", "b", "c", log: log)
    operation.perRecordSaveBlock = { [unowned operation] recordID, result in
      log.add("\(recordID.recordName) \(result.text)")
      do {
        if recordID.recordName == "a" {
          try cloud.snapshot("meanwhile")
          operation.cancel()
        }
        if recordID.recordName == "b" { try cloud.restore("meanwhile") }
      } catch {
        log.add("\(error)")
      }
    }
    await add(operation)
    #expect(log.lines == ["a ok", "b 20", "result 20"])
    #expect(try listed.isEmpty)
  }

  @Test func aSnapshotThatIsRestoredTwice() async throws {
    let (log, cloud) = (Log(), cloud)
    let operation = saving("a", "b", "c", "d", log: log)
    operation.perRecordSaveBlock = { recordID, result in
      log.add("\(recordID.recordName) \(result.text)")
      do {
        if recordID.recordName == "a" { return try cloud.snapshot("meanwhile") }
        try cloud.restore("meanwhile")
        try cloud.restore("meanwhile")
      } catch {
        log.add("\(error)")
      }
    }
    await add(operation)
    #expect(log.lines == ["a ok", "b ok", "result 20"])
    // The client of the restored world has not got the blocks of the operation, and nobody will.
    try cloud.restore("meanwhile")
    #expect(try listed.isEmpty)
    #expect(try cloud.perform(CheckState()).isEmpty)
  }

  // MARK: Under way

  /// When the snapshot is taken.
  enum Moment: CaseIterable {
    case atOnce, onTheWay, onTheWayBack
  }

  @Test(arguments: Moment.allCases, [false, true])
  func aSnapshotOfAnOperationUnderWay(moment: Moment, isLoaded: Bool) async throws {
    try cloud.holdClock()
    try delay()
    try delay(.after)
    let log = Log()
    let operation = saving("a", log: log)
    container.privateCloudDatabase.add(operation)
    switch moment {
    case .atOnce: break
    case .onTheWay: try cloud.advance(by: 1)
    case .onTheWayBack: try cloud.advance(by: 6)
    }
    let state = try cloud.state()
    try cloud.snapshot("meanwhile")
    for _ in 0..<2 {
      if isLoaded { try cloud.load(state) } else { try cloud.restore("meanwhile") }
      await operation.end()
      #expect(log.lines == ["result 20"])
      // What was on its way arrives, and nobody waits for the response.
      #expect(try listed.count == 1)
      try cloud.advance(by: 20)
      #expect(try stored == ["a"])
      #expect(try listed.isEmpty)
    }
  }

  /// Its answer is that of the next client, who fetches it.
  @Test(arguments: [false, true])
  func aSnapshotOfALongLivedOperationUnderWay(isLoaded: Bool) async throws {
    try cloud.holdClock()
    try delay()
    let (first, second) = (Log(), Log())
    let operation = saving("a", log: first)
    operation.isLongLived = true
    container.privateCloudDatabase.add(operation)
    let state = try cloud.state()
    try cloud.snapshot("meanwhile")
    if isLoaded { try cloud.load(state) } else { try cloud.restore("meanwhile") }
    await operation.end()
    #expect(first.lines == ["result 20"])
    let found = try await container.longLivedOperation(for: operation.operationID)
    let again = try #require(found as? CKModifyRecordsOperation)
    again.perRecordSaveBlock = { second.add("\($0.recordName) \($1.text)") }
    again.modifyRecordsResultBlock = { second.add("result \($0.text)") }
    container.privateCloudDatabase.add(again)
    try cloud.advance(by: 10)
    await again.end()
    #expect(second.lines == ["a ok", "result ok"])
    #expect(try listed.isEmpty)
  }

  @Test func aForkOfAnOperationUnderWay() async throws {
    try cloud.holdClock()
    try delay()
    let log = Log()
    let operation = saving("a", log: log)
    container.privateCloudDatabase.add(operation)
    let fork = cloud.fork()
    try fork.advance(by: 10)
    #expect(try fork.core.privateDatabase.storedRecords().count == 1)
    #expect(try fork.perform(ListOperations()).isEmpty)
    #expect(log.lines.isEmpty)
    try cloud.advance(by: 10)
    await operation.end()
    #expect(log.lines == ["a ok", "result ok"])
  }

  /// Each run begins with the operation on its way; only the first one has its client.
  @Test func anExplorationWhileAnOperationIsUnderWay() async throws {
    try cloud.holdClock()
    try delay()
    let log = Log()
    let operation = saving("a", log: log)
    container.privateCloudDatabase.add(operation)
    let (cloud, container) = (cloud, container)
    let cases = try await cloud.explore(.init(errors: [.networkFailure])) { _ in
      _ = try? await container.privateCloudDatabase.allRecordZones()
      try cloud.advance(by: 20)
      #expect(try cloud.journal(of: .modifyRecords).count == 1)
      while !operation.isFinished { try await Task.sleep(nanoseconds: 1_000_000) }
      #expect(try cloud.perform(ListOperations()).isEmpty)
    }
    #expect(!cases.isEmpty)
    #expect(log.lines == ["a ok", "result ok"])
    try cloud.advance(by: 20)
    #expect(try listed.isEmpty)
  }
}
