import MockCloudCore
import XCTest

@testable import CloudKit

/// Errors that a test injects, as a client sees them, and many operations at once.
final class FaultTests: XCTestCase {
  private static let zoneID = CKRecordZone.ID(zoneName: "Zone")
  private var zoneID: CKRecordZone.ID { Self.zoneID }

  private func database(_ cloud: Cloud) -> CKDatabase { Self.database(cloud) }
  private func record(_ name: String) -> CKRecord { Self.record(name) }

  private static func database(_ cloud: Cloud) -> CKDatabase {
    CKContainer(nil, CloudChoice(CloudHost(cloud))).privateCloudDatabase
  }

  private static func record(_ name: String) -> CKRecord {
    CKRecord(recordType: "Note", recordID: .init(recordName: name, zoneID: zoneID))
  }

  func testErrorsOfWholeCalls() async throws {
    let cloud = try Cloud()
    let database = database(cloud)
    try await database.save(CKRecordZone(zoneID: zoneID))
    try cloud.setError(.zoneBusy(retryAfter: 3), for: ["records/modify"])
    do {
      try await database.save(record("a"))
      XCTFail("saved")
    } catch let error as CKError {
      XCTAssertEqual(error.code, .zoneBusy)
      XCTAssertEqual(error.retryAfterSeconds, 3)
    }
    do {
      _ = try await database.modifyRecords(saving: [record("a")], deleting: [])
      XCTFail("saved")
    } catch CKError.zoneBusy {}
    let ended = expectation(description: "result")
    let operation = CKModifyRecordsOperation(recordsToSave: [record("a")])
    operation.perRecordSaveBlock = { _, _ in XCTFail("an item was reported") }
    operation.modifyRecordsResultBlock = { result in
      if case .failure(let error) = result {
        XCTAssertEqual((error as? CKError)?.code, .zoneBusy)
        XCTAssertEqual((error as NSError).userInfo[CKErrorRetryAfterKey] as? Double, 3)
      } else {
        XCTFail("saved")
      }
      ended.fulfill()
    }
    database.add(operation)
    await fulfillment(of: [ended], timeout: 10)
    try cloud.setError(nil)
    try await database.save(record("a"))
  }

  func testErrorsOfItems() async throws {
    let cloud = try Cloud()
    let database = database(cloud)
    try await database.save(CKRecordZone(zoneID: zoneID))
    try cloud.setRecordErrors(["b"], .quotaExceeded)
    let results = try await database.modifyRecords(
      saving: [record("a"), record("b")], deleting: [], atomically: false)
    XCTAssertNotNil(try? results.saveResults[record("a").recordID]?.get())
    guard case .failure(CKError.quotaExceeded)? = results.saveResults[record("b").recordID] else {
      XCTFail("\(results.saveResults)")
      return
    }
    do {
      try await database.save(record("b"))
      XCTFail("saved")
    } catch CKError.quotaExceeded {}
  }

  /// Operations in several clouds by several threads, some of which are cancelled: each ends once,
  /// and nothing stays.
  func testManyOperationsAtOnce() throws {
    let tally = Tally()
    let threads = 4
    let each = 150
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      do {
        try Self.run(thread, each, tally)
      } catch {
        XCTFail("\(error)")
      }
    }
    XCTAssertEqual(tally.results, threads * each)
    XCTAssertEqual(tally.completions, threads * each)
    // A queue releases its last operation a moment after its completion block.
    for _ in 0..<500 where tally.living > 0 { usleep(10_000) }
    XCTAssertEqual(tally.living, 0, "operations were not released")
  }

  private static func run(_ thread: Int, _ count: Int, _ tally: Tally) throws {
    var random = SeededGenerator(seed: UInt64(thread))
    let cloud = try Cloud()
    let database = database(cloud)
    let queue = OperationQueue()
    let zone = CKModifyRecordZonesOperation(recordZonesToSave: [CKRecordZone(zoneID: zoneID)])
    database.add(zone)
    zone.waitUntilFinished()
    let ends = DispatchGroup()
    for number in 0..<count {
      let operation = Counted(recordsToSave: [record("r\(number % 20)")])
      operation.begin(tally)
      operation.savePolicy = .allKeys
      operation.modifyRecordsResultBlock = { _ in tally.count(\.results) }
      ends.enter()
      operation.completionBlock = {
        tally.count(\.completions)
        ends.leave()
      }
      if random.chance() {
        database.add(operation)
      } else {
        operation.database = database
        queue.addOperation(operation)
      }
      if random.chance(0.3) { operation.cancel() }
    }
    ends.wait()
    queue.waitUntilAllOperationsAreFinished()
  }

  private final class Counted: CKModifyRecordsOperation, @unchecked Sendable {
    private var tally: Tally?

    func begin(_ tally: Tally) {
      self.tally = tally
      tally.count(\.living)
    }

    deinit { tally?.count(\.living, by: -1) }
  }

  private final class Tally: @unchecked Sendable {
    private let lock = NSLock()
    fileprivate(set) var results = 0
    fileprivate(set) var completions = 0
    fileprivate(set) var living = 0

    func count(_ path: ReferenceWritableKeyPath<Tally, Int>, by number: Int = 1) {
      lock.withLock { self[keyPath: path] += number }
    }
  }
}
