import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// Operations that are added more than once, to several databases, or to queues of the client.
@Suite(.mockCloud)
struct AddingTests {
  private let cloud: MockCloud
  private let database: CKDatabase

  init() throws {
    cloud = try MockCloud.current
    database = CKContainer.default().privateCloudDatabase
  }

  private func fetching(_ log: Log) -> CKFetchRecordsOperation {
    let operation = CKFetchRecordsOperation(recordIDs: [])
    operation.fetchRecordsResultBlock = { log.add("result \($0.text)") }
    return operation
  }

  /// The other pages are those of the database to which the operation was added first.
  @Test func aBlockThatAddsItsOperationToAnotherCloud() async throws {
    let (log, other, zoneID) = (Log(), try MockCloud(), CKRecordZone.ID(zoneName: "Notes"))
    try cloud.seed(
      (0..<5).map {
        CKRecord(recordType: "Note", recordID: .init(recordName: "\($0)", zoneID: zoneID))
      })
    let operation = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [zoneID], configurationsByRecordZoneID: [zoneID: .init(resultsLimit: 2)])
    let elsewhere = other.container().privateCloudDatabase
    operation.recordZoneChangeTokensUpdatedBlock = { [unowned operation] _, _, _ in
      log.add("page")
      elsewhere.add(operation)
      operation.database = elsewhere
    }
    operation.fetchRecordZoneChangesResultBlock = { log.add("result \($0.text)") }
    database.add(operation)
    await operation.end()
    #expect(log.lines == ["page", "page", "page", "result ok"])
    #expect(try other.journal().isEmpty)
  }

  @Test func anOperationThatHasFinishedStaysInItsDatabase() async throws {
    let operation = fetching(Log())
    database.add(operation)
    await operation.end()
    try MockCloud().container().publicCloudDatabase.add(operation)
    #expect(operation.database === database)
  }

  /// A queue of the client has the operation, which waits for another one.
  @Test func anOperationInAQueueOfTheClientIsAddedToo() async throws {
    let log = Log()
    let (first, second) = (fetching(log), fetching(log))
    second.addDependency(first)
    let queue = OperationQueue()
    queue.addOperation(second)
    database.add(second)
    #expect(log.lines.isEmpty)
    database.add(first)
    await second.end()
    #expect(log.lines == ["result ok", "result ok"])
    #expect(second.database === database)
  }

  /// As in a queue.
  @Test func dependenciesThatAreAddedWhileAnOperationWaits() async throws {
    for _ in 0..<20 {
      let log = Log()
      let operations = (0..<3).map { number in BlockOperation { log.add("\(number)") } }
      let operation = fetching(log)
      operation.addDependency(operations[0])
      database.add(operation)
      for other in operations { operation.addDependency(other) }
      let queue = OperationQueue()
      for other in operations {
        queue.addOperation(other)
        await other.end()
      }
      await operation.end()
      #expect(log.lines == ["0", "1", "2", "result ok"])
    }
  }

  @Test func anOperationIsCancelledThatWaitsForALaterDependency() async throws {
    let log = Log()
    let (first, never) = (BlockOperation {}, BlockOperation {})
    let operation = fetching(log)
    operation.addDependency(first)
    database.add(operation)
    operation.addDependency(never)
    OperationQueue().addOperation(first)
    await first.end()
    operation.cancel()
    await operation.end()
    #expect(log.lines == ["result 20"])
  }

  @Test func aCancelledOperationWaitsForNoOther() async throws {
    let log = Log()
    let (never, second, third) = (fetching(log), fetching(log), fetching(log))
    second.addDependency(never)
    third.addDependency(second)
    database.add(third)
    database.add(second)
    #expect(log.lines.isEmpty)
    second.cancel()
    await third.end()
    #expect(log.lines == ["result 20", "result ok"])
  }

  /// Foundation's operations do not retain those that depend on them.
  @Test func aCancelledOperationIsReleasedBeforeTheOther() async throws {
    let log = Log()
    let first = fetching(log)
    for _ in 0..<20 {
      let second = fetching(log)
      second.addDependency(first)
      database.add(second)
      second.cancel()
      await second.end()
    }
    database.add(first)
    await first.end()
    #expect(log.lines == Array(repeating: "result 20", count: 20) + ["result ok"])
  }

  /// A container that is set after the database was read is that of the database.
  @Test func theDatabaseFollowsTheContainer() async throws {
    let operation = fetching(Log())
    let standard = try #require(operation.database)
    #expect(operation.database === standard)
    let other = cloud.container("iCloud.other")
    operation.configuration.container = other
    #expect(operation.database === other.privateCloudDatabase)
    operation.configuration.container = nil
    operation.database = database
    #expect(operation.database === database)
  }

  /// The queue and the operation itself may take the completion block when it finishes.
  @Test func aStartedOperationOfAQueueCompletesOnce() async throws {
    let (queue, log) = (OperationQueue(), Log())
    for number in 0..<300 {
      let operation = fetching(Log())
      operation.completionBlock = { log.add("\(number)") }
      queue.addOperation(operation)
      if number.isMultiple(of: 2) { operation.start() } else { database.add(operation) }
      await operation.end()
    }
    try await Task.sleep(nanoseconds: 200_000_000)
    #expect(log.lines.count == 300)
    #expect(Set(log.lines).count == 300)
  }

  /// A completion block may refer to its operation, which it does not keep.
  @Test func completionBlocksAreReleased() async throws {
    weak var released: CKOperation?
    func make() -> CKOperation {
      let operation = fetching(Log())
      operation.completionBlock = { _ = operation }
      released = operation
      return operation
    }
    func add() async {
      let operation = make()
      database.add(operation as? CKDatabaseOperation ?? CKDatabaseOperation())
      await operation.end()
    }
    await add()
    for _ in 0..<500 where released != nil { try await Task.sleep(nanoseconds: 10_000_000) }
    #expect(released == nil)
  }
}
