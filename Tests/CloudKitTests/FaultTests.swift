import MockCloudCore
import XCTest

@testable import CloudKit

/// Errors that a test injects, as a client sees them.
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
}
