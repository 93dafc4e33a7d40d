import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// Operations that wait until they are ready, and handlers that wait for each other.
@Suite(.mockCloud)
struct WaitingTests {
  private let cloud: MockCloud
  private let database: CKDatabase

  init() throws {
    cloud = try MockCloud.current
    database = CKContainer.default().privateCloudDatabase
  }

  private final class Counting: CKModifyRecordsOperation, @unchecked Sendable {
    let log = Log()

    override func start() {
      log.add("start")
      super.start()
    }
  }

  @Test func cancellingStartsAnOperationOnce() async throws {
    for waits in [false, true] {
      for _ in 0..<50 {
        let operation = Counting(recordsToSave: [CKRecord(recordType: "Note")])
        if waits { operation.addDependency(BlockOperation {}) }
        database.add(operation)
        for _ in 0..<5 { operation.cancel() }
        await operation.end()
        #expect(operation.log.lines == ["start"])
      }
    }
  }

  /// In a database, and in a queue of the client.
  @Test func anOperationRunsWhenItsLastDependencyIsRemoved() async throws {
    for queue in [nil, OperationQueue()] {
      let (never, other, log) = (BlockOperation {}, BlockOperation {}, Log())
      let operation = CKFetchRecordsOperation(recordIDs: [])
      operation.database = database
      operation.fetchRecordsResultBlock = { log.add("result \($0.text)") }
      for dependency in [never, other] { operation.addDependency(dependency) }
      if let queue { queue.addOperation(operation) } else { database.add(operation) }
      operation.removeDependency(never)
      try await Task.sleep(nanoseconds: 20_000_000)
      #expect(log.lines.isEmpty)
      operation.removeDependency(other)
      await operation.end()
      #expect(log.lines == ["result ok"])
    }
  }

  @Test func theOtherDependenciesOfAnOperationCountOn() async throws {
    let (never, other, log) = (BlockOperation {}, BlockOperation {}, Log())
    let operation = CKFetchRecordsOperation(recordIDs: [])
    operation.fetchRecordsResultBlock = { log.add("result \($0.text)") }
    for dependency in [never, other] { operation.addDependency(dependency) }
    database.add(operation)
    operation.removeDependency(never)
    OperationQueue().addOperation(other)
    await operation.end()
    #expect(log.lines == ["result ok"])
  }

  private final class Conditional: CKFetchRecordsOperation, @unchecked Sendable {
    private let lock = NSLock()
    private var isAllowed = false

    override var isReady: Bool { super.isReady && lock.withLock { isAllowed } }

    func allow() { lock.withLock { isAllowed = true } }
  }

  @Test func anOperationWaitsUntilItsClassSaysThatItIsReady() async throws {
    for dependency in [nil, BlockOperation {}] {
      let (operation, log) = (Conditional(recordIDs: []), Log())
      operation.fetchRecordsResultBlock = { log.add("result \($0.text)") }
      if let dependency {
        operation.addDependency(dependency)
        OperationQueue().addOperation(dependency)
      }
      database.add(operation)
      try await Task.sleep(nanoseconds: 50_000_000)
      #expect(log.lines.isEmpty)
      operation.allow()
      await operation.end()
      #expect(log.lines == ["result ok"])
    }
  }

  @Test func aCancelledOperationIsReady() async throws {
    let operation = Conditional(recordIDs: [])
    let log = Log()
    operation.fetchRecordsResultBlock = { log.add("result \($0.text)") }
    database.add(operation)
    operation.cancel()
    await operation.end()
    #expect(log.lines == ["result 20"])
  }

  /// Of the threads of a concurrent queue, one is added each second.
  @Test func manyHandlersMayWaitForALaterOne() async throws {
    let (group, last, log) = (DispatchGroup(), DispatchSemaphore(value: 0), Log())
    for _ in 0..<32 {
      group.enter()
      database.fetch(withRecordID: .init(recordName: "a")) { _, _ in
        // The test may be continued much later, if many tests run.
        if last.wait(timeout: .now() + 10) == .timedOut { log.add("timed out") }
        group.leave()
      }
    }
    database.fetch(withRecordID: .init(recordName: "a")) { _, _ in
      for _ in 0..<32 { last.signal() }
    }
    await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
    #expect(log.lines.isEmpty)
  }

  @Test func noTimeoutIsTheUsualOne() async throws {
    try cloud.addFaults(MockCloud.FaultRule(then: [.latency(seconds: 50)]))
    for (timeout, text) in [(0, "ok"), (10, "4"), (60, "ok")] {
      let (operation, log) = (CKFetchRecordsOperation(recordIDs: []), Log())
      operation.configuration.timeoutIntervalForRequest = TimeInterval(timeout)
      operation.fetchRecordsResultBlock = { log.add($0.text) }
      database.add(operation)
      await operation.end()
      #expect(log.lines == [text])
    }
  }
}
