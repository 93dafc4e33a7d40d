import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// Operations that make a call for each page: what counts for all their calls together.
@Suite(.mockCloud)
struct PageTests {
  private let zoneID = CKRecordZone.ID(zoneName: "Notes")
  private let cloud: MockCloud
  private let container = CKContainer.default()

  init() throws {
    cloud = try MockCloud.current
    let records = ["a", "b", "c"].map {
      CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: $0, zoneID: zoneID))
    }
    try cloud.seed(records, zones: [CKRecordZone(zoneID: zoneID)])
  }

  /// An operation that fetches three pages of a record each.
  private func reading(_ log: Log) -> CKFetchRecordZoneChangesOperation {
    let operation = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [zoneID], configurationsByRecordZoneID: [zoneID: .init(resultsLimit: 1)])
    set(log, of: operation)
    return operation
  }

  private func set(_ log: Log, of operation: CKFetchRecordZoneChangesOperation) {
    operation.recordWasChangedBlock = { recordID, _ in log.add(recordID.recordName) }
    operation.fetchRecordZoneChangesResultBlock = { log.add("result \($0.text)") }
  }

  private func run(_ operation: CKDatabaseOperation) async {
    container.privateCloudDatabase.add(operation)
    await operation.end()
  }

  // MARK: Time

  private func delay() throws {
    try cloud.addFaults(
      MockCloud.FaultRule(when: MockCloud.FaultCondition(), then: [.latency(seconds: 5)]))
  }

  @Test(arguments: [(8, 1), (10, 2), (14, 2), (15, 3), (60, 3)])
  func aTimeoutOfTheWholeOperation(seconds: Double, pages: Int) async throws {
    try delay()
    let (log, start) = (Log(), try cloud.now)
    let operation = reading(log)
    operation.timeoutIntervalForResource = seconds
    await run(operation)
    let read = ["a", "b", "c"].prefix(pages)
    #expect(log.lines == read + [pages == 3 ? "result ok" : "result 4"])
    #expect(abs(try cloud.now.timeIntervalSince(start) - min(seconds, 15)) < 1)
  }

  /// That of a request counts for each page.
  @Test func aTimeoutOfEachRequest() async throws {
    try delay()
    let log = Log()
    let operation = reading(log)
    operation.timeoutIntervalForRequest = 8
    await run(operation)
    #expect(log.lines == ["a", "b", "c", "result ok"])
  }

  /// In a block, too: no page is requested after that.
  @Test func timeThatPassesBetweenPages() async throws {
    let log = Log()
    let operation = reading(log)
    operation.timeoutIntervalForResource = 8
    operation.recordWasChangedBlock = { recordID, _ in
      log.add(recordID.recordName)
      #expect(throws: Never.self) { try cloud.advance(by: 5) }
    }
    await run(operation)
    #expect(log.lines == ["a", "b", "result 4"])
    #expect(try cloud.journal(of: .fetchRecordZoneChanges).count == 2)
  }

  /// Those that it has when it is added count for all of its pages.
  @Test func settingsOfLaterPages() async throws {
    let (log, group) = (Log(), CKOperationGroup())
    group.name = "Sync"
    let operation = reading(log)
    operation.group = group
    operation.recordWasChangedBlock = { [unowned operation] recordID, _ in
      operation.group = nil
      operation.allowsCellularAccess = false
      log.add(recordID.recordName)
    }
    await run(operation)
    let deliveries = try cloud.journal(of: .fetchRecordZoneChanges).map(\.delivery)
    #expect(deliveries.map { $0?.group } == ["Sync", "Sync", "Sync"])
    #expect(deliveries.allSatisfy { $0?.allowsCellularAccess == true })
  }

  // MARK: Long-lived operations

  private var kept: [String] {
    get throws { try cloud.perform(ListOperations()).map(\.operationID) }
  }

  /// A cancelled operation is not found any more, whatever page it has come to.
  @Test(arguments: ["a", "b", "c"])
  func aLongLivedOperationThatIsCancelled(at name: String) async throws {
    let log = Log()
    let operation = reading(log)
    operation.isLongLived = true
    operation.recordWasChangedBlock = { [unowned operation] recordID, _ in
      log.add(recordID.recordName)
      if recordID.recordName == name { operation.cancel() }
    }
    await run(operation)
    #expect(log.lines.suffix(2) == [name, "result 20"])
    #expect(try await container.allLongLivedOperationIDs() == [])
    #expect(try kept == [])
  }

  /// Cancelling it afterwards has no effect.
  @Test func aLongLivedOperationThatHasEnded() async throws {
    let operation = reading(Log())
    operation.isLongLived = true
    await run(operation)
    operation.cancel()
    #expect(try await container.allLongLivedOperationIDs() == [operation.operationID])
  }

  /// Only the first page is kept. The others are requested again, with the same settings.
  @Test func aLongLivedOperationThatIsResumed() async throws {
    let (log, group) = (Log(), CKOperationGroup())
    group.name = "Sync"
    let operation = reading(Log())
    operation.isLongLived = true
    operation.group = group
    operation.queuePriority = .high
    await run(operation)
    #expect(try kept.count == 1)

    let found = try await container.longLivedOperation(for: operation.operationID)
    let again = try #require(found as? CKFetchRecordZoneChangesOperation)
    set(log, of: again)
    group.name = "Another"
    await run(again)
    #expect(log.lines == ["a", "b", "c", "result ok"])
    #expect(try kept == [])
    let deliveries = try cloud.journal(of: .fetchRecordZoneChanges).map(\.delivery)
    #expect(deliveries.map { $0?.group } == Array(repeating: "Sync", count: 5))
    #expect(deliveries.allSatisfy { $0?.priority == .high })
  }

  /// Its app ends while it fetches the second page: the next one reads all pages.
  @Test func anAppThatEndsOnALaterPage() async throws {
    let (first, second) = (Log(), Log())
    let operation = reading(first)
    operation.isLongLived = true
    operation.recordWasChangedBlock = { recordID, _ in
      first.add(recordID.recordName)
      if recordID.recordName == "b" { #expect(throws: Never.self) { try cloud.restart() } }
    }
    await run(operation)
    #expect(first.lines == ["a", "b", "result 20"])
    let found = try await container.longLivedOperation(for: operation.operationID)
    let again = try #require(found as? CKFetchRecordZoneChangesOperation)
    set(second, of: again)
    await run(again)
    #expect(second.lines == ["a", "b", "c", "result ok"])
    try cloud.expectNoFindings()
  }
}
