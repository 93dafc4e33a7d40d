import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// Operations that their app added before it ended, and that had made no call.
@Suite(.mockCloud)
struct EndedAppTests {
  private let cloud: MockCloud
  private let container = CKContainer.default()

  init() throws { cloud = try MockCloud.current }

  private func save(_ log: Log) -> CKModifyRecordsOperation {
    let operation = CKModifyRecordsOperation(
      recordsToSave: [CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "a"))])
    operation.modifyRecordsResultBlock = { log.add("result \($0.text)") }
    return operation
  }

  /// Ends the app, by a fault or as the test does, and starts it again.
  private func endApp(byFault: Bool) async throws {
    if byFault {
      try cloud.addFaults(
        MockCloud.FaultRule(when: .calls(.fetchRecords), limit: .first(1), then: [.crash]))
      _ = try? await container.privateCloudDatabase.record(for: CKRecord.ID(recordName: "b"))
      #expect(try cloud.hasEnded())
    }
    try cloud.restart()
  }

  private var stored: [String] {
    get throws { try container.privateCloudDatabase.storedNames(in: cloud) }
  }

  @Test(arguments: [false, true], [false, true])
  func anOperationThatWaitsForAnother(byFault: Bool, isLongLived: Bool) async throws {
    let (log, gate) = (Log(), BlockOperation {})
    let operation = save(log)
    operation.isLongLived = isLongLived
    operation.addDependency(gate)
    container.privateCloudDatabase.add(operation)
    try await endApp(byFault: byFault)
    gate.start()
    await operation.end()
    #expect(log.lines == ["result 20"])
    #expect(try stored == [])
    #expect(try cloud.journal(of: .modifyRecords).isEmpty)
    #expect(try await container.allLongLivedOperationIDs() == [])
  }

  @Test func anOperationInAQueueOfTheClient() async throws {
    let (log, queue) = (Log(), OperationQueue())
    queue.isSuspended = true
    let operation = save(log)
    queue.addOperation(operation)
    try cloud.restart()
    queue.isSuspended = false
    await operation.end()
    #expect(log.lines == ["result 20"])
    #expect(try stored == [])
  }

  /// Its reading has not failed for the client that was started again.
  @Test func aReadingThatWaitsForAnother() async throws {
    let (log, gate) = (Log(), BlockOperation {})
    let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: nil)
    operation.fetchDatabaseChangesResultBlock = { log.add("result \($0.text)") }
    operation.addDependency(gate)
    container.privateCloudDatabase.add(operation)
    try cloud.restart()
    gate.start()
    await operation.end()
    #expect(log.lines == ["result 20"])
    #expect(try cloud.journal(of: .fetchDatabaseChanges).isEmpty)
  }

  /// Also if the cloud was restored or reset since then.
  @Test(arguments: [false, true]) func aSnapshotOfBefore(_ isReset: Bool) async throws {
    let (log, gate) = (Log(), BlockOperation {})
    try cloud.snapshot("before")
    let operation = save(log)
    operation.addDependency(gate)
    container.privateCloudDatabase.add(operation)
    try cloud.restart()
    if isReset { try cloud.reset() } else { try cloud.restore("before") }
    gate.start()
    await operation.end()
    #expect(log.lines == ["result 20"])
  }

  /// The app that was started again adds it, and another device has not ended.
  @Test func othersRun() async throws {
    let (log, gate) = (Log(), BlockOperation {})
    try cloud.addDevice("pad")
    let (mine, theirs) = (save(log), save(log))
    theirs.recordsToSave = [
      CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "b"))
    ]
    theirs.addDependency(gate)
    cloud.container(device: "pad").privateCloudDatabase.add(theirs)
    try cloud.restart(device: "device-1")
    container.privateCloudDatabase.add(mine)
    await mine.end()
    gate.start()
    await theirs.end()
    #expect(log.lines == ["result ok", "result ok"])
    #expect(try stored == ["a", "b"])
  }
}
