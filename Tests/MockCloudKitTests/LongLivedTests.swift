import CloudKit
import Foundation
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// Long-lived operations, whose results a client gets once more.
@Suite(.mockCloud)
struct LongLivedTests {
  private let cloud: MockCloud
  private let container = CKContainer.default()

  init() throws { cloud = try MockCloud.current }

  private func save(_ names: String..., log: Log) async -> CKModifyRecordsOperation {
    let operation = CKModifyRecordsOperation(
      recordsToSave: names.map {
        CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: $0))
      })
    operation.configuration.isLongLived = true
    operation.longLivedOperationWasPersistedBlock = { log.add("persisted") }
    operation.modifyRecordsResultBlock = { log.add("result \($0.text)") }
    container.privateCloudDatabase.add(operation)
    await operation.end()
    return operation
  }

  @Test func resultsAreReportedOnceMore() async throws {
    let log = Log()
    let first = await save("a", "b", log: log)
    #expect(log.lines == ["persisted", "result ok"])
    #expect(try await container.allLongLivedOperationIDs() == [first.operationID])

    let found = try await container.longLivedOperation(for: first.operationID)
    let again = try #require(found as? CKModifyRecordsOperation)
    #expect(again !== first && again.operationID == first.operationID && again.isLongLived)
    #expect(again.modifyRecordsResultBlock == nil)
    let other = Log()
    again.perRecordSaveBlock = { other.add("\($0.recordName) \($1.text)") }
    again.modifyRecordsResultBlock = { other.add("result \($0.text)") }
    container.privateCloudDatabase.add(again)
    await again.end()
    #expect(other.lines == ["a ok", "b ok", "result ok"])

    // The records were saved once, and the results are dropped.
    let calls = try cloud.journal(of: .modifyRecords)
    #expect(calls.count == 1)
    #expect(try await container.allLongLivedOperationIDs() == [])
    #expect(try await container.longLivedOperation(for: first.operationID) == nil)
  }

  /// Also those that another thread is adding.
  @Test func forksKnowTheirOperations() async throws {
    let (database, isAdded) = (container.privateCloudDatabase, Log())
    Thread.detachNewThread {
      for number in 0..<400 {
        let operation = CKModifyRecordsOperation(
          recordsToSave: [
            CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "\(number)"))
          ])
        operation.configuration.isLongLived = true
        database.add(operation)
      }
      isAdded.add("all")
    }
    repeat {
      let fork = cloud.fork()
      let count = try fork.perform(ListOperations()).filter(\.isLongLived).count
      let ids = try await fork.container().allLongLivedOperationIDs()
      #expect(ids.count == count)
      guard let last = ids.last else { continue }
      #expect(try await fork.container().longLivedOperation(for: last) != nil)
    } while isAdded.lines.isEmpty
  }

  @Test func onlyTheDeviceKnowsIt() async throws {
    try cloud.addDevice("pad")
    let operation = await save("a", log: Log())
    let pad = cloud.container(device: "pad")
    #expect(try await pad.allLongLivedOperationIDs() == [])
    #expect(try await pad.longLivedOperation(for: operation.operationID) == nil)
    #expect(try await container.allLongLivedOperationIDs() == [operation.operationID])
  }

  /// An app that was started again may make its container in another way.
  @Test func callersMayBeNamedDifferently() async throws {
    let operation = await save("a", log: Log())
    let name = try await container.userRecordID().recordName
    for same in [
      CKContainer(identifier: try #require(container.containerIdentifier)),
      cloud.container(user: "me"), cloud.container(user: name),
      cloud.container(device: "device-1"), cloud.container(user: "me", device: "device-1"),
    ] {
      #expect(try await same.allLongLivedOperationIDs() == [operation.operationID])
    }
    let other = cloud.container("iCloud.other")
    #expect(try await other.allLongLivedOperationIDs() == [])
    #expect(try await other.longLivedOperation(for: operation.operationID) == nil)
  }

  /// A restored world gives the IDs of its calls once more, which are those of other operations.
  @Test func operationsAreLostWithTheirWorld() async throws {
    try cloud.snapshot("before")
    let lost = await save("a", log: Log())
    try cloud.restore("before")
    #expect(try await container.allLongLivedOperationIDs() == [])
    let operation = await save("b", log: Log())
    #expect(try await container.allLongLivedOperationIDs() == [operation.operationID])
    #expect(try await container.longLivedOperation(for: lost.operationID) == nil)
  }

  /// Returns what the blocks of the operation are called with that gets the results once more; nil if
  /// there is none.
  private func resumed(_ id: CKOperation.ID) async throws -> [String]? {
    guard let found = try await container.longLivedOperation(for: id) else { return nil }
    let again = try #require(found as? CKModifyRecordsOperation)
    let log = Log()
    again.perRecordSaveBlock = { log.add("\($0.recordName) \($1.text)") }
    again.modifyRecordsResultBlock = { log.add("result \($0.text)") }
    container.privateCloudDatabase.add(again)
    await again.end()
    return log.lines
  }

  /// In the meantime, another operation has the call ID of the first one.
  @Test func operationsComeBackWithTheirWorld() async throws {
    try cloud.snapshot("before")
    let first = await save("a", log: Log())
    try cloud.snapshot("after")
    try cloud.restore("before")
    let second = await save("b", log: Log())
    try cloud.restore("after")
    #expect(try await container.allLongLivedOperationIDs() == [first.operationID])
    #expect(try await resumed(second.operationID) == nil)
    #expect(try await resumed(first.operationID) == ["a ok", "result ok"])
  }

  /// Before it is added, the world is replaced by one in which another operation has its call ID.
  @Test func anOperationThatWasFoundInAnotherWorld() async throws {
    try cloud.snapshot("before")
    let first = await save("a", log: Log())
    let found = try await container.longLivedOperation(for: first.operationID)
    let again = try #require(found as? CKModifyRecordsOperation)
    try cloud.restore("before")
    _ = await save("b", log: Log())
    let log = Log()
    again.perRecordSaveBlock = { log.add("\($0.recordName) \($1.text)") }
    again.modifyRecordsResultBlock = { log.add("result \($0.text)") }
    container.privateCloudDatabase.add(again)
    await again.end()
    #expect(log.lines == ["result 12"])
  }

  /// A cloud with the same seed has the same call IDs.
  @Test func operationsOfAnotherCloudAreNotThoseOfThisOne() async throws {
    let operation = await save("a", log: Log())
    let other = try MockCloud()
    let foreign = CKModifyRecordsOperation(recordsToSave: [CKRecord(recordType: "Note")])
    foreign.isLongLived = true
    other.container().privateCloudDatabase.add(foreign)
    await foreign.end()
    let own = try cloud.state()
    try cloud.load(try other.state())
    #expect(try await container.allLongLivedOperationIDs() == [])
    #expect(try await resumed(operation.operationID) == nil)
    try cloud.load(own)
    #expect(try await resumed(operation.operationID) == ["a ok", "result ok"])
  }

  /// To list the operations changes nothing.
  @Test func aKeptAnswerComesBackWithItsSnapshot() async throws {
    let operation = await save("a", log: Log())
    try cloud.snapshot("kept")
    for _ in 0..<2 {
      #expect(try await resumed(operation.operationID) == ["a ok", "result ok"])
      #expect(try await container.allLongLivedOperationIDs() == [])
      try cloud.restore("kept")
      #expect(try await container.allLongLivedOperationIDs() == [operation.operationID])
    }
  }

  @Test func anAppThatHasEndedFindsNone() async throws {
    let operation = await save("a", log: Log())
    try cloud.addFaults(
      MockCloud.FaultRule(when: .calls(.fetchRecords), limit: .first(1), then: [.crash]))
    _ = try? await container.privateCloudDatabase.record(for: CKRecord.ID(recordName: "a"))
    #expect(try cloud.hasEnded())
    let ids = await #expect(throws: CKError.self) { try await container.allLongLivedOperationIDs() }
    #expect(ids?.code == .operationCancelled)
    for id in [operation.operationID, "none"] {
      let found = await #expect(throws: CKError.self) {
        try await container.longLivedOperation(for: id)
      }
      #expect(found?.code == .operationCancelled)
    }
    try cloud.restart()
    #expect(try await container.allLongLivedOperationIDs() == [operation.operationID])
  }

  @Test func forksKnowTheOperations() async throws {
    let operation = await save("a", log: Log())
    let fork = cloud.fork()
    #expect(try await fork.container().allLongLivedOperationIDs() == [operation.operationID])
    let found = try await fork.container().longLivedOperation(for: operation.operationID)
    let again = try #require(found as? CKModifyRecordsOperation)
    let log = Log()
    again.perRecordSaveBlock = { log.add("\($0.recordName) \($1.text)") }
    fork.container().privateCloudDatabase.add(again)
    await again.end()
    #expect(log.lines == ["a ok"])
    #expect(try await fork.container().allLongLivedOperationIDs() == [])
    #expect(try await container.allLongLivedOperationIDs() == [operation.operationID])
  }

  @Test func resultsAreKeptForADay() async throws {
    let operation = await save("a", log: Log())
    try cloud.advance(by: 100_000)
    #expect(try await container.longLivedOperation(for: operation.operationID) == nil)
  }

  @Test func handlersGetTheSame() async throws {
    let operation = await save("a", log: Log())
    let container = container
    let ids: [CKOperation.ID]? = await withCheckedContinuation { continuation in
      container.fetchAllLongLivedOperationIDs { ids, _ in continuation.resume(returning: ids) }
    }
    #expect(ids == [operation.operationID])
    let found: CKOperation? = await withCheckedContinuation { continuation in
      container.fetchLongLivedOperation(withID: operation.operationID) { found, _ in
        continuation.resume(returning: found)
      }
    }
    #expect(found is CKModifyRecordsOperation)
  }

  @Test func anOrdinaryOperationIsNotKept() async throws {
    let operation = CKFetchRecordsOperation(recordIDs: [])
    container.privateCloudDatabase.add(operation)
    await operation.end()
    #expect(try await container.allLongLivedOperationIDs() == [])
  }

  /// The cloud keeps the call, and the call does not keep the cloud.
  @Test func cloudsAreReleased() async throws {
    weak var core: Cloud?
    do {
      let cloud = try MockCloud()
      core = cloud.core
      let container = cloud.container()
      for operation in [
        CKModifyRecordsOperation(recordsToSave: [CKRecord(recordType: "Note")]),
        CKModifyBadgeOperation(badgeValue: 1),
      ] {
        operation.configuration.isLongLived = true
        container.add(operation)
        await operation.end()
      }
      #expect(try await container.allLongLivedOperationIDs().count == 2)
    }
    for _ in 0..<500 where core != nil { try await Task.sleep(nanoseconds: 10_000_000) }
    #expect(core == nil)
  }
}
