import CloudKit
import XCTest

/// The fields of a record one after the other, and constants of names.
final class RecordFieldTests: XCTestCase {
  private func record() -> CKRecord {
    let record = CKRecord(recordType: "Note")
    record["title"] = "Milk and honey, 2 jars"
    record["count"] = 3
    record["body"] = "Buy it"
    return record
  }

  /// The words of the texts, for a search on the device.
  func testTokens() {
    XCTAssertEqual(record().allTokens(), ["Buy", "it", "Milk", "and", "honey", "2", "jars"])
    XCTAssertEqual(CKRecord(recordType: "Note").allTokens(), [])
  }

  func testFieldsInTheirOrder() {
    let record = record()
    var fields = record.makeIterator()
    let first = fields.next()
    XCTAssertEqual(first?.0, "body")
    XCTAssertEqual(first?.1 as? String, "Buy it")
    XCTAssertEqual(fields.next()?.1 as? Int, 3)
    XCTAssertEqual(fields.next()?.0, "title")
    XCTAssertNil(fields.next())
    XCTAssertEqual(record.map(\.0), record.allKeys())
    // An iterator has the fields of its beginning, without those that are removed since.
    var others = record.makeIterator()
    record["body"] = nil
    XCTAssertEqual(others.next()?.0, "count")
  }

  func testNames() {
    XCTAssertEqual(CKRecordZone.ID.defaultZoneName, CKRecordZone.default().zoneID.zoneName)
    XCTAssertEqual(CKRecordZone.ID().zoneName, "_defaultZone")
    XCTAssertEqual(CKError.errorDomain, "CKErrorDomain")
    XCTAssertEqual((CKError(.zoneBusy) as NSError).domain, CKError.errorDomain)
    XCTAssertEqual(CKShare.SystemFieldKey.shareType, "cloudkit.type")
    XCTAssertEqual(CKShare.SystemFieldKey.thumbnailImageData, "cloudkit.thumbnailImageData")
  }
}
