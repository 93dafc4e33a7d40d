import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// Blocks, settings and records that change after an operation was added, or a call was made.
@Suite(.mockCloud)
struct LateSettingTests {
  private let cloud: MockCloud
  private let database: CKDatabase

  init() throws {
    cloud = try MockCloud.current
    database = CKContainer.default().privateCloudDatabase
  }

  private func note(_ name: String = "a") -> CKRecord {
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: name))
    record["text"] = "first"
    return record
  }

  /// An object that a block refers to.
  private final class Payload: Sendable { let text = "a text that is not in the object itself" }

  @Test func anOperationHasTheBlocksAndSettingsThatItWasAddedWith() async throws {
    let log = Log()
    try cloud.seed([note()])
    for _ in 0..<100 {
      let operation = CKFetchRecordsOperation(recordIDs: [.init(recordName: "a")])
      operation.group = CKOperationGroup()
      operation.group?.name = "first"
      operation.fetchRecordsResultBlock = { log.add("first \($0.text)") }
      database.add(operation)
      operation.fetchRecordsResultBlock = { _ in log.add("second") }
      operation.perRecordResultBlock = { _, _ in log.add("second") }
      operation.recordIDs = []
      operation.group = nil
      operation.database = cloud.container("iCloud.other").publicCloudDatabase
      await operation.end()
    }
    #expect(log.lines == Array(repeating: "first ok", count: 100))
    let calls = try cloud.journal(of: .fetchRecords)
    #expect(calls.count == 100 && calls.allSatisfy { $0.delivery?.group == "first" })
  }

  /// The order of calls, and which of them a fault hits, are those of the test.
  @Test func operationsAreInFlightInTheOrderInWhichTheyWereAdded() async throws {
    for _ in 0..<20 {
      let cloud = try MockCloud()
      let database = cloud.container().privateCloudDatabase
      let operations = [
        CKModifyRecordsOperation(recordsToSave: [note()]),
        CKFetchRecordsOperation(recordIDs: [note().recordID]), CKFetchDatabaseChangesOperation(),
      ]
      for operation in operations { database.add(operation) }
      for operation in operations { await operation.end() }
      #expect(
        try cloud.journal().map(\.operation) == [
          "records/modify", "records/lookup", "changes/database",
        ])
    }
  }

  @Test func timeThatPassesAfterAnOperationWasAddedCountsForIt() async throws {
    try cloud.addFaults(.init(when: .calls(.modifyRecords), then: [.latency(seconds: 2)]))
    try cloud.holdClock()
    for _ in 0..<20 {
      let operation = CKModifyRecordsOperation(recordsToSave: [CKRecord(recordType: "Note")])
      database.add(operation)
      try cloud.advance(by: 3)
      await operation.end()
      #expect(operation.isFinished)
    }
  }

  @Test func anOperationAfterFinishedOnesHasWhatItWasAddedWith() async throws {
    for _ in 0..<20 {
      let (first, record) = (CKFetchRecordsOperation(recordIDs: []), note())
      database.add(first)
      await first.end()
      let second = CKModifyRecordsOperation(recordsToSave: [record])
      second.savePolicy = .allKeys
      second.addDependency(first)
      database.add(second)
      record["text"] = "second"
      await second.end()
      let stored = try await database.record(for: record.recordID)
      #expect(stored["text"] as? String == "first")
    }
  }

  /// The operation before it may set them.
  @Test func anOperationThatWaitsHasThoseThatItStartsWith() async throws {
    let log = Log()
    let (first, second) = (
      CKFetchRecordsOperation(recordIDs: []), CKModifyRecordsOperation(recordsToSave: [])
    )
    second.addDependency(first)
    first.fetchRecordsResultBlock = { _ in second.recordsToSave = [note()] }
    second.perRecordSaveBlock = { recordID, _ in log.add(recordID.recordName) }
    database.add(second)
    database.add(first)
    await second.end()
    #expect(log.lines == ["a"])
  }

  @Test func blocksMayBeSetWhileTheirOperationRuns() async throws {
    for _ in 0..<300 {
      let operation = CKFetchRecordsOperation(recordIDs: [.init(recordName: "a")])
      let payload = Payload()
      operation.fetchRecordsResultBlock = { _ in _ = payload.text }
      database.add(operation)
      for number in 0..<40 {
        let other = Payload()
        operation.fetchRecordsResultBlock = { _ in _ = other.text }
        operation.perRecordResultBlock = { _, _ in _ = other.text }
        operation.container = cloud.container("iCloud.\(number)")
        operation.desiredKeys = ["\(number)"]
        operation.recordIDs = [.init(recordName: "\(number)")]
      }
      await operation.end()
    }
  }

  @Test func groupsMayChangeOnAnotherThread() async throws {
    let group = CKOperationGroup()
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for number in 0..<2_000 {
        if thread == 0 {
          group.name = "a name that is not in the object itself \(number)"
          group.defaultConfiguration = CKOperation.Configuration()
          group.defaultConfiguration.container = cloud.container()
        } else {
          let operation = CKFetchRecordsOperation(recordIDs: [])
          operation.group = group
          database.add(operation)
        }
      }
    }
    let last = CKFetchRecordsOperation(recordIDs: [])
    database.add(last)
    await last.end()
  }

  /// Cancelling before the operation has begun.
  @Test func aCancelledOperationSendsNothing() async throws {
    let log = Log()
    for _ in 0..<50 {
      let operation = CKModifyRecordsOperation(recordsToSave: [note()])
      operation.modifyRecordsResultBlock = { log.add($0.text) }
      operation.cancel()
      database.add(operation)
      await operation.end()
    }
    #expect(Set(log.lines) == ["20"])
    #expect(try cloud.journal().isEmpty)
  }

  // MARK: Records

  @Test func recordsAreSentAsTheyWereAdded() async throws {
    for number in 0..<100 {
      let record = note("\(number)")
      let operation = CKModifyRecordsOperation(recordsToSave: [record])
      database.add(operation)
      record["text"] = "second"
      await operation.end()
    }
    #expect(try await Set(texts()) == ["first"])
  }

  @Test func recordsAreSentAsTheyWereWhenTheCallWasMade() async throws {
    for number in 0..<100 {
      let (one, other) = (note("\(number)"), note("other \(number)"))
      await withCheckedContinuation { continuation in
        database.save(one) { _, _ in continuation.resume() }
        one["text"] = "second"
      }
      await withCheckedContinuation { continuation in
        database.modifyRecords(saving: [other], deleting: []) { _ in continuation.resume() }
        other["text"] = "second"
      }
    }
    #expect(try await Set(texts()) == ["first"])
  }

  private func texts() async throws -> [String] {
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
    return try await database.records(matching: query).matchResults
      .compactMap { try $0.1.get()["text"] as? String }
  }
}
