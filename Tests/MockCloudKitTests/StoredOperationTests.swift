import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// When a long-lived operation reports that the service has stored it.
@Suite(.mockCloud)
struct StoredOperationTests {
  private let cloud: MockCloud
  private let container = CKContainer.default()

  init() throws { cloud = try MockCloud.current }

  private func delay(_ phase: FaultPhase) throws {
    var condition = FaultCondition.calls(.modifyRecords)
    condition.phase = phase
    try cloud.addFaults(MockCloud.FaultRule(when: condition, then: [.latency(seconds: 5)]))
  }

  private func save(_ log: Log) -> CKModifyRecordsOperation {
    let operation = CKModifyRecordsOperation(
      recordsToSave: [CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "a"))])
    operation.isLongLived = true
    operation.longLivedOperationWasPersistedBlock = { log.add("persisted") }
    operation.perRecordSaveBlock = { log.add("\($0.recordName) \($1.text)") }
    operation.modifyRecordsResultBlock = { log.add("result \($0.text)") }
    return operation
  }

  private func add(_ operation: CKDatabaseOperation) {
    container.privateCloudDatabase.add(operation)
  }

  private func wait(for lines: [String], in log: Log) async throws {
    for _ in 0..<500 where log.lines != lines { try await Task.sleep(nanoseconds: 10_000_000) }
    #expect(log.lines == lines)
  }

  /// An app that ends after that has noted the ID.
  @Test func theRequestHasArrived() async throws {
    try cloud.holdClock()
    try delay(.after)
    let log = Log()
    let operation = save(log)
    add(operation)
    try cloud.advance(by: 2)
    try await wait(for: ["persisted"], in: log)
    try cloud.restart()
    await operation.end()
    #expect(log.lines == ["persisted", "result 20"])
    #expect(try await container.allLongLivedOperationIDs() == [operation.operationID])
  }

  @Test func theTimeOfTheBlock() async throws {
    try delay(.before)
    try delay(.after)
    let (log, start) = (Log(), try cloud.now)
    let operation = save(log)
    let cloud = cloud
    operation.longLivedOperationWasPersistedBlock = {
      log.add("persisted \(Int((try? cloud.now.timeIntervalSince(start)) ?? -1))")
    }
    add(operation)
    await operation.end()
    #expect(log.lines == ["persisted 5", "a ok", "result ok"])
    #expect(Int(try cloud.now.timeIntervalSince(start)) == 10)
  }

  /// Returns the blocks of an operation that is cancelled on its way or on that of its response.
  private func cancelled(_ phase: FaultPhase) async throws -> [String] {
    try cloud.holdClock()
    try delay(phase)
    let log = Log()
    let operation = save(log)
    add(operation)
    try cloud.advance(by: 2)
    operation.cancel()
    await operation.end()
    return log.lines
  }

  @Test func theRequestIsCancelledBeforeItArrives() async throws {
    #expect(try await cancelled(.before) == ["result 20"])
  }

  @Test func theRequestDoesNotArriveInTime() async throws {
    try delay(.before)
    let log = Log()
    let operation = save(log)
    operation.timeoutIntervalForRequest = 3
    add(operation)
    await operation.end()
    #expect(log.lines == ["result 4"])
  }

  @Test func theResponseIsCancelledOnItsWay() async throws {
    #expect(try await cancelled(.after) == ["persisted", "a 20", "result 20"])
  }

  /// The service answers that the request failed.
  @Test func theRequestFails() async throws {
    try cloud.setError(.zoneBusy, for: .modifyRecords, times: 1)
    let log = Log()
    let operation = save(log)
    add(operation)
    await operation.end()
    #expect(log.lines == ["persisted", "result 23"])
  }

  /// The block is that which the operation has when it is added, as the others.
  @Test func theBlockIsSetLater() async throws {
    try cloud.holdClock()
    try delay(.before)
    let log = Log()
    let operation = save(log)
    add(operation)
    operation.longLivedOperationWasPersistedBlock = { log.add("another") }
    try cloud.advance(by: 9)
    await operation.end()
    #expect(log.lines == ["persisted", "a ok", "result ok"])
  }

  /// An app that resumes it on its way is told once, by the operation that was stored.
  @Test func theOperationIsResumed() async throws {
    try cloud.holdClock()
    try delay(.after)
    let (first, second) = (Log(), Log())
    let operation = save(first)
    add(operation)
    try cloud.advance(by: 2)
    try await wait(for: ["persisted"], in: first)
    try cloud.restart()
    await operation.end()
    let found = try await container.longLivedOperation(for: operation.operationID)
    let again = try #require(found as? CKModifyRecordsOperation)
    again.longLivedOperationWasPersistedBlock = { second.add("persisted") }
    again.modifyRecordsResultBlock = { second.add("result \($0.text)") }
    add(again)
    try cloud.advance(by: 9)
    await again.end()
    #expect(second.lines == ["result ok"])
  }
}
