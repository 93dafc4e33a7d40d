import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// Long-lived operations that go on when their app has ended, and what is reported once more.
@Suite(.mockCloud)
struct ResumedOperationTests {
  private let cloud: MockCloud
  private let container = CKContainer.default()

  init() throws { cloud = try MockCloud.current }

  // MARK: Under way

  private func delay() throws {
    try cloud.holdClock()
    var condition = MockCloud.FaultCondition()
    condition.phase = .before
    condition.operations = OperationKind.modifyRecords.names
    try cloud.addFaults(MockCloud.FaultRule(when: condition, then: [.latency(seconds: 5)]))
  }

  private func save(_ log: Log, isLongLived: Bool = true) -> CKModifyRecordsOperation {
    let operation = CKModifyRecordsOperation(
      recordsToSave: [CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "a"))])
    operation.isLongLived = isLongLived
    set(log, of: operation)
    container.privateCloudDatabase.add(operation)
    return operation
  }

  private func set(_ log: Log, of operation: CKModifyRecordsOperation) {
    operation.longLivedOperationWasPersistedBlock = { log.add("persisted") }
    operation.perRecordSaveBlock = { log.add("\($0.recordName) \($1.text)") }
    operation.modifyRecordsResultBlock = { log.add("result \($0.text)") }
  }

  private func resumed(_ id: CKOperation.ID, _ log: Log) async throws -> CKModifyRecordsOperation {
    let found = try await container.longLivedOperation(for: id)
    let operation = try #require(found as? CKModifyRecordsOperation)
    set(log, of: operation)
    container.privateCloudDatabase.add(operation)
    return operation
  }

  @Test func anOperationUnderWayIsResumedAfterARelaunch() async throws {
    try delay()
    let (first, second) = (Log(), Log())
    let operation = save(first)
    try cloud.restart()
    // Its app has ended.
    await operation.end()
    #expect(first.lines == ["result 20"])
    #expect(try await container.allLongLivedOperationIDs() == [operation.operationID])

    let again = try await resumed(operation.operationID, second)
    try cloud.advance(by: 10)
    await again.end()
    #expect(second.lines == ["persisted", "a ok", "result ok"])
    #expect(first.lines == ["result 20"])
    #expect(try cloud.journal(of: .modifyRecords).count == 1)
    // Its results were fetched.
    #expect(try await container.allLongLivedOperationIDs() == [])
    #expect(try await container.longLivedOperation(for: operation.operationID) == nil)
  }

  /// The results stay for the app that gets all of them.
  @Test func anAppThatEndsAfterItHasResumedAnOperation() async throws {
    try delay()
    let (first, second, third) = (Log(), Log(), Log())
    let operation = save(first)
    try cloud.restart()
    await operation.end()
    let again = try await resumed(operation.operationID, second)
    try cloud.restart()
    await again.end()
    #expect(second.lines == ["result 20"])
    let last = try await resumed(operation.operationID, third)
    try cloud.advance(by: 10)
    await last.end()
    #expect(third.lines == ["persisted", "a ok", "result ok"])
    #expect(try await container.allLongLivedOperationIDs() == [])
  }

  /// One operation gets the results that no other one has got.
  @Test func anOperationUnderWayIsResumedByOneOperation() async throws {
    try delay()
    let (second, third) = (Log(), Log())
    let operation = save(Log())
    try cloud.restart()
    await operation.end()
    let again = try await resumed(operation.operationID, second)
    let other = try await resumed(operation.operationID, third)
    await other.end()
    #expect(third.lines == ["result 12"])
    try cloud.advance(by: 10)
    await again.end()
    #expect(second.lines == ["persisted", "a ok", "result ok"])
  }

  /// The answer is kept for the next app.
  @Test func anOperationThatEndsWithoutItsApp() async throws {
    try delay()
    let (first, second) = (Log(), Log())
    let operation = save(first)
    try cloud.restart()
    await operation.end()
    try cloud.advance(by: 10)
    #expect(first.lines == ["result 20"])
    let again = try await resumed(operation.operationID, second)
    await again.end()
    #expect(second.lines == ["a ok", "result ok"])
    #expect(try await container.allLongLivedOperationIDs() == [])
  }

  @Test func anAppThatAFaultHasEnded() async throws {
    try delay()
    let (first, second) = (Log(), Log())
    let operation = save(first)
    var condition = MockCloud.FaultCondition()
    condition.operations = OperationKind.fetchRecords.names
    try cloud.addFaults(MockCloud.FaultRule(when: condition, then: [.crash]))
    _ = try? await container.privateCloudDatabase.record(for: CKRecord.ID(recordName: "b"))
    #expect(try cloud.hasEnded())
    try cloud.advance(by: 20)
    await operation.end()
    #expect(first.lines == ["result 20"])
    try cloud.restart()
    let again = try await resumed(operation.operationID, second)
    await again.end()
    #expect(second.lines == ["a ok", "result ok"])
  }

  /// In the same app, its own operation gets the results too.
  @Test func anOperationUnderWayIsResumedByItsOwnApp() async throws {
    try delay()
    let (first, second) = (Log(), Log())
    let operation = save(first)
    let again = try await resumed(operation.operationID, second)
    try cloud.advance(by: 10)
    await operation.end()
    await again.end()
    #expect(first.lines == ["persisted", "a ok", "result ok"])
    #expect(second.lines == ["a ok", "result ok"])
  }

  @Test func aResumedOperationIsCancelledAlone() async throws {
    try delay()
    let (first, second) = (Log(), Log())
    let operation = save(first)
    let again = try await resumed(operation.operationID, second)
    again.cancel()
    await again.end()
    #expect(second.lines == ["result 20"])
    try cloud.advance(by: 10)
    await operation.end()
    #expect(first.lines == ["persisted", "a ok", "result ok"])
  }

  @Test func aForkResumesAnOperationUnderWay() async throws {
    try delay()
    let operation = save(Log())
    let (fork, log) = (cloud.fork(), Log())
    let found = try await fork.container().longLivedOperation(for: operation.operationID)
    let again = try #require(found as? CKModifyRecordsOperation)
    set(log, of: again)
    fork.container().privateCloudDatabase.add(again)
    await again.end()
    #expect(log.lines == ["persisted", "a ok", "result ok"])
    // Its results were fetched there, and not here.
    #expect(try await fork.container().allLongLivedOperationIDs() == [])
    #expect(try await fork.container().longLivedOperation(for: operation.operationID) == nil)
    try cloud.advance(by: 10)
    await operation.end()
    #expect(try await container.allLongLivedOperationIDs() == [operation.operationID])
  }

  // MARK: Once more

  /// The app ends in the first block: the next app gets all results.
  @Test func anAppThatEndsWhileItGetsTheResultsOnceMore() async throws {
    let operation = save(Log())
    await operation.end()
    let cloud = cloud
    for _ in 0..<2 {
      let (log, found) = (
        Log(), try await container.longLivedOperation(for: operation.operationID)
      )
      let again = try #require(found as? CKModifyRecordsOperation)
      set(log, of: again)
      again.perRecordSaveBlock = { recordID, result in
        log.add("\(recordID.recordName) \(result.text)")
        do { try cloud.restart() } catch { log.add("\(error)") }
      }
      container.privateCloudDatabase.add(again)
      await again.end()
      #expect(log.lines == ["a ok", "result 20"])
    }
    let log = Log()
    let again = try await resumed(operation.operationID, log)
    await again.end()
    #expect(log.lines == ["a ok", "result ok"])
    #expect(try await container.allLongLivedOperationIDs() == [])
  }

  private let zone = CKRecordZone.ID(zoneName: "w")

  private func fill() async throws {
    let database = container.privateCloudDatabase
    _ = try await database.save(CKRecordZone(zoneID: zone))
    for name in ["a", "b", "c"] {
      let id = CKRecord.ID(recordName: name, zoneID: zone)
      try await database.save(CKRecord(recordType: "Note", recordID: id))
    }
  }

  private func set(_ log: Log, of operation: CKFetchRecordZoneChangesOperation) {
    operation.longLivedOperationWasPersistedBlock = { log.add("persisted") }
    operation.recordWasChangedBlock = { log.add("\($0.recordName) \($1.text)") }
    operation.recordZoneChangeTokensUpdatedBlock = { id, _, _ in log.add("token \(id.zoneName)") }
    operation.recordZoneFetchResultBlock = { log.add("zone \($0.zoneName) \($1.text)") }
    operation.fetchRecordZoneChangesResultBlock = { log.add("result \($0.text)") }
  }

  @Test(arguments: [0, 2])
  func zonesAreReportedOnceMore(limit: Int) async throws {
    try await fill()
    let zones = [zone, CKRecordZone.ID(zoneName: "none"), CKRecordZone.default().zoneID]
    let (first, second) = (Log(), Log())
    let operation = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: zones,
      configurationsByRecordZoneID: [zone: .init(resultsLimit: limit)])
    operation.isLongLived = true
    set(first, of: operation)
    container.privateCloudDatabase.add(operation)
    await operation.end()
    let found = try await container.longLivedOperation(for: operation.operationID)
    let again = try #require(found as? CKFetchRecordZoneChangesOperation)
    set(second, of: again)
    container.privateCloudDatabase.add(again)
    await again.end()
    #expect(first.lines.contains("zone w ok") && first.lines.contains("zone none 26"))
    #expect(first.lines == ["persisted"] + second.lines)
  }

  @Test func theBadgeIsSetOnce() async throws {
    let badges = try await cloud.pushedBadges {
      let operations = [5, 2].map { CKModifyBadgeOperation(badgeValue: $0) }
      operations[0].isLongLived = true
      for operation in operations {
        container.add(operation)
        await operation.end()
      }
      let found = try await container.longLivedOperation(for: operations[0].operationID)
      let again = try #require(found)
      container.add(again)
      await again.end()
    }
    #expect(badges == [3])
  }
}
