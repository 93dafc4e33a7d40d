import MockCloudCore
import XCTest

@testable import CloudKit

/// Operations: their blocks, threads, queues, cancellation and settings.
final class OperationTests: XCTestCase {
  private let zoneID = CKRecordZone.ID(zoneName: "Zone")

  private func database(_ cloud: Cloud? = nil) throws -> CKDatabase {
    let cloud = try cloud ?? Cloud()
    let container = CKContainer(nil, CloudChoice(CloudHost(cloud)))
    return container.privateCloudDatabase
  }

  private func withZone(_ cloud: Cloud? = nil) async throws -> CKDatabase {
    let database = try database(cloud)
    try await database.save(CKRecordZone(zoneID: zoneID))
    return database
  }

  private func record(_ name: String, _ number: Int = 0) -> CKRecord {
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: name, zoneID: zoneID))
    record["n"] = number
    return record
  }

  /// What the blocks of an operation were called with, in order.
  private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [String] = []

    func add(_ line: String) { lock.withLock { stored.append(line) } }

    var lines: [String] { lock.withLock { stored } }
  }

  private func run(_ operation: CKDatabaseOperation, in database: CKDatabase) {
    database.add(operation)
    wait(for: operation)
  }

  private func wait(for operation: Operation) { operation.waitUntilFinished() }

  private var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

  /// All threads that wait for an operation run when it has finished, also if a client's class finishes
  /// by itself.
  func testWaitingUntilFinished() throws {
    final class Own: CKDatabaseOperation, @unchecked Sendable {
      private let lock = NSLock()
      private var isDone = false

      override var isFinished: Bool { lock.withLock { isDone } }

      override func start() {
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { [self] in
          willChangeValue(forKey: "isFinished")
          lock.withLock { isDone = true }
          didChangeValue(forKey: "isFinished")
        }
      }
    }
    let database = try database()
    for operation in [CKFetchRecordZonesOperation.fetchAllRecordZonesOperation(), Own()] {
      let waiting = DispatchGroup()
      for _ in 0..<3 {
        DispatchQueue.global().async(group: waiting) {
          operation.waitUntilFinished()
          XCTAssertTrue(operation.isFinished)
        }
      }
      database.add(operation)
      operation.waitUntilFinished()
      XCTAssertTrue(operation.isFinished)
      XCTAssertEqual(waiting.wait(timeout: .now() + 30), .success)
      operation.waitUntilFinished()
    }
  }

  func testBlocksComeInOrderAndOnce() async throws {
    let database = try await withZone()
    let log = Log()
    let operation = CKModifyRecordsOperation(
      recordsToSave: [record("a"), record("b")], recordIDsToDelete: [record("c").recordID])
    operation.perRecordProgressBlock = { log.add("progress \($0.recordID.recordName) \($1)") }
    operation.perRecordSaveBlock = { log.add("save \($0.recordName) \((try? $1.get()) != nil)") }
    operation.perRecordDeleteBlock = {
      log.add("delete \($0.recordName) \((try? $1.get()) != nil)")
    }
    operation.perRecordCompletionBlock = { log.add("older \($0.recordID.recordName) \($1 == nil)") }
    operation.modifyRecordsResultBlock = { [unowned operation] in
      log.add("result \((try? $0.get()) != nil) finished \(operation.isFinished)")
    }
    operation.modifyRecordsCompletionBlock = {
      log.add("completion \($0?.count ?? -1) \($1?.count ?? -1) \($2 == nil)")
    }
    let finished = expectation(description: "completionBlock")
    operation.completionBlock = { [unowned operation] in
      log.add("end finished \(operation.isFinished)")
      finished.fulfill()
    }
    database.add(operation)
    await fulfillment(of: [finished], timeout: 10)
    XCTAssertEqual(
      log.lines,
      [
        "progress a 0.0", "progress a 1.0", "save a true", "older a true", "progress b 0.0",
        "progress b 1.0", "save b true", "older b true", "delete c true",
        "result true finished false", "completion 2 1 true", "end finished true",
      ])
  }

  func testBlocksAreNotCalledOnTheCallersThread() async throws {
    let database = try await withZone()
    for number in 0..<200 {
      let log = Log()
      let operation = CKModifyRecordsOperation(recordsToSave: [record("r\(number)")])
      add(operation, to: database, log)
      wait(for: operation)
      XCTAssertEqual(log.lines, ["another thread"])
    }
  }

  private func add(
    _ operation: CKModifyRecordsOperation, to database: CKDatabase, _ log: Log
  ) {
    let caller = thread
    operation.modifyRecordsResultBlock = { [unowned self] _ in
      log.add(thread == caller ? "same thread" : "another thread")
    }
    database.add(operation)
  }

  func testFailedItemsGivePartialFailure() async throws {
    let database = try await withZone()
    try await database.save(record("a"))
    let operation = CKModifyRecordsOperation(recordsToSave: [record("a", 2), record("b")])
    let log = Log()
    operation.perRecordSaveBlock = { recordID, result in
      guard case .failure(let error) = result else { return log.add("saved") }
      log.add("\(recordID.recordName) \((error as? CKError)?.errorCode ?? 0)")
    }
    operation.modifyRecordsResultBlock = { result in
      guard case .failure(let error as CKError) = result else { return log.add("success") }
      let partial = error.partialErrorsByItemID ?? [:]
      log.add("\(error.errorCode) \(partial.count)")
    }
    run(operation, in: database)
    XCTAssertEqual(log.lines, ["a 14", "b 22", "2 2"])
  }

  func testCancelledOperationsDoNotReachTheCloud() async throws {
    let database = try await withZone()
    let queue = OperationQueue()
    queue.isSuspended = true
    let log = Log()
    let operation = CKModifyRecordsOperation(recordsToSave: [record("a")])
    operation.database = database
    operation.modifyRecordsResultBlock = { result in
      if case .failure(CKError.operationCancelled) = result { log.add("cancelled") }
      guard case .failure(let error) = result else { return log.add("saved") }
      XCTAssertEqual((error as? CKError)?.code, .operationCancelled)
    }
    let dependent = BlockOperation { log.add("dependent") }
    dependent.addDependency(operation)
    queue.addOperation(operation)
    queue.addOperation(dependent)
    operation.cancel()
    queue.isSuspended = false
    await withCheckedContinuation { continuation in
      queue.addBarrierBlock { continuation.resume() }
    }
    XCTAssertEqual(log.lines, ["cancelled", "dependent"])
    let fetched = try await database.records(for: [record("a").recordID])
    XCTAssertEqual(try code(fetched[record("a").recordID]), .unknownItem)
  }

  private func code<Value>(_ result: Result<Value, any Error>?) throws -> CKError.Code? {
    guard case .failure(let error) = try XCTUnwrap(result) else { return nil }
    return (error as? CKError)?.code
  }

  /// Queues of clients, one operation at a time, with dependencies, while a thread waits.
  func testQueuesOfClients() async throws {
    let database = try await withZone()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let log = Log()
    var previous: Operation?
    for number in 0..<20 {
      let operation = CKModifyRecordsOperation(recordsToSave: [record("r\(number)", number)])
      operation.database = database
      operation.modifyRecordsResultBlock = { _ in log.add("\(number)") }
      if let previous { operation.addDependency(previous) }
      previous = operation
      queue.addOperation(operation)
    }
    DispatchQueue.global().sync { queue.waitUntilAllOperationsAreFinished() }
    XCTAssertEqual(log.lines, (0..<20).map { "\($0)" })
  }

  func testOperationsRunOnceAndReleaseTheirBlocks() async throws {
    let database = try await withZone()
    let log = Log()
    weak var held: Log?
    let operation = CKModifyRecordsOperation(recordsToSave: [record("a")])
    do {
      let other = Log()
      held = other
      operation.modifyRecordsResultBlock = { _ in
        other.add("x")
        log.add("result")
      }
    }
    XCTAssertNotNil(held)
    run(operation, in: database)
    database.add(operation)
    operation.start()
    wait(for: operation)
    XCTAssertEqual(log.lines, ["result"])
    XCTAssertNil(held, "the block was released")
    XCTAssertNil(operation.modifyRecordsResultBlock)
  }

  func testStartRunsAnOperationInItsDatabase() async throws {
    let database = try await withZone()
    let operation = CKModifyRecordsOperation(recordsToSave: [record("a")])
    operation.database = database
    operation.start()
    wait(for: operation)
    let saved = try await database.record(for: record("a").recordID)
    XCTAssertNotNil(saved.recordChangeTag)
    XCTAssertNotNil(CKFetchRecordsOperation(recordIDs: []).database, "never nil")
  }

  func testSettings() throws {
    let operation = CKFetchRecordsOperation(recordIDs: [])
    XCTAssertEqual(operation.timeoutIntervalForRequest, 60)
    XCTAssertEqual(operation.timeoutIntervalForResource, 604_800)
    XCTAssertTrue(operation.allowsCellularAccess)
    let group = CKOperationGroup()
    group.defaultConfiguration.timeoutIntervalForRequest = 5
    group.defaultConfiguration.isLongLived = true
    operation.group = group
    XCTAssertEqual(operation.timeoutIntervalForRequest, 5)
    operation.configuration.timeoutIntervalForRequest = 7
    XCTAssertEqual(operation.timeoutIntervalForRequest, 7)
    XCTAssertTrue(operation.isLongLived)
    operation.configuration = nil
    XCTAssertEqual(operation.timeoutIntervalForRequest, 5)
    let configured = CKOperation.Configuration()
    configured.timeoutIntervalForRequest = 9
    let other = CKFetchRecordsOperation(recordIDs: [])
    try database().configuredWith(configuration: configured, group: group) { $0.add(other) }
    XCTAssertEqual(other.timeoutIntervalForRequest, 9)
    XCTAssertTrue(other.isLongLived)
    other.waitUntilFinished()
  }

  func testChangesOfZones() async throws {
    let database = try await withZone()
    _ = try await database.modifyRecords(
      saving: (0..<5).map { record("r\($0)", $0) }, deleting: [])
    let log = Log()
    let configuration = CKFetchRecordZoneChangesOperation.ZoneConfiguration(resultsLimit: 2)
    let missing = CKRecordZone.ID(zoneName: "Missing")
    let operation = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [zoneID, missing], configurationsByRecordZoneID: [zoneID: configuration])
    var token: CKServerChangeToken?
    operation.recordWasChangedBlock = { recordID, _ in log.add(recordID.recordName) }
    operation.recordChangedBlock = { record in log.add("older \(record.recordID.recordName)") }
    operation.recordZoneChangeTokensUpdatedBlock = { _, _, _ in log.add("token") }
    operation.recordZoneFetchResultBlock = { zoneID, result in
      switch result {
      case .success(let end):
        token = end.serverChangeToken
        log.add("zone \(zoneID.zoneName) \(end.moreComing)")
      case .failure(let error): log.add("\(zoneID.zoneName) \((error as? CKError)?.errorCode ?? 0)")
      }
    }
    operation.fetchRecordZoneChangesResultBlock = { result in
      guard case .failure(let error as CKError) = result else { return log.add("success") }
      log.add("\(error.errorCode) \(error.partialErrorsByItemID?.keys.count ?? 0)")
    }
    run(operation, in: database)
    XCTAssertEqual(
      log.lines,
      [
        "r0", "older r0", "r1", "older r1", "token", "Missing 26", "r2", "older r2", "r3",
        "older r3", "token", "r4", "older r4", "token", "zone Zone false", "2 1",
      ])
    _ = try await database.deleteRecord(withID: record("r0").recordID)
    let page = try await database.recordZoneChanges(inZoneWith: zoneID, since: token)
    XCTAssertEqual(page.deletions.map(\.recordID.recordName), ["r0"])
    XCTAssertEqual(page.deletions.map(\.recordType), ["Note"])
    XCTAssertTrue(page.modificationResultsByID.isEmpty)
  }

  func testTheFormerOperationForChanges() async throws {
    let database = try await withZone()
    _ = try await database.modifyRecords(saving: (0..<3).map { record("r\($0)") }, deleting: [])
    let log = Log()
    let operation = CKFetchRecordChangesOperation(
      recordZoneID: zoneID, previousServerChangeToken: nil)
    operation.resultsLimit = 2
    operation.recordChangedBlock = { log.add($0.recordID.recordName) }
    operation.fetchRecordChangesCompletionBlock = { [unowned operation] token, _, error in
      log.add("\(token != nil) \(error == nil) \(operation.moreComing)")
    }
    run(operation, in: database)
    XCTAssertEqual(log.lines, ["r0", "r1", "true true true"])
  }

  func testChangesOfDatabases() async throws {
    let database = try await withZone()
    let log = Log()
    let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: nil)
    operation.recordZoneWithIDChangedBlock = { log.add($0.zoneName) }
    operation.changeTokenUpdatedBlock = { _ in log.add("token") }
    operation.fetchDatabaseChangesResultBlock = {
      log.add("\((try? $0.get())?.moreComing ?? true)")
    }
    run(operation, in: database)
    XCTAssertEqual(log.lines, ["Zone", "token", "false"])
    let first = try await database.databaseChanges(since: nil)
    _ = try await database.deleteRecordZone(withID: zoneID)
    let next = try await database.databaseChanges(since: first.changeToken)
    XCTAssertEqual(next.deletions.map(\.reason), [.deleted])
    XCTAssertEqual(next.deletions.map(\.zoneID), [zoneID])
  }

  func testForeignTokensAndCursorsAreRefused() async throws {
    let database = try await withZone()
    for data in [Data(), Data([0, 255, 1]), Data("x".utf8)] {
      do {
        _ = try await database.recordZoneChanges(
          inZoneWith: zoneID, since: CKServerChangeToken(data: data))
        if !data.isEmpty { XCTFail("accepted") }
      } catch let error as CKError {
        XCTAssertTrue([.changeTokenExpired, .invalidArguments].contains(error.code), "\(error)")
      }
    }
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
    for query in [query, nil] {
      let cursor = CKQueryCursor(data: Data([1, 2]), zoneID: zoneID, query: query)
      do {
        _ = try await database.records(continuingMatchFrom: cursor)
        XCTFail("accepted")
      } catch let error as CKError {
        XCTAssertTrue([.unknownItem, .invalidArguments].contains(error.code), "\(error)")
      }
    }
  }

  func testContainersAreFixedToTheirCloud() async throws {
    let clouds = (try Cloud(), try Cloud())
    let first = CKContainer("iCloud.a", CloudChoice(CloudHost(clouds.0)))
    let second = CKContainer("iCloud.a", CloudChoice(CloudHost(clouds.1)))
    XCTAssertEqual(first.containerIdentifier, "iCloud.a")
    let record = CKRecord(recordType: "Note")
    _ = try await first.privateCloudDatabase.save(record)
    do {
      _ = try await second.privateCloudDatabase.record(for: record.recordID)
      XCTFail("another cloud")
    } catch let error as CKError {
      XCTAssertEqual(error.code, .unknownItem)
    }
    XCTAssertTrue(first.database(with: .shared) === first.sharedCloudDatabase)
  }
}
