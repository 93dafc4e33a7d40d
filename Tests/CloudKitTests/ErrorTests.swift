import XCTest

@testable import CloudKit

/// Casts, codes and texts of errors.
final class ErrorTests: XCTestCase {
  func testEveryNumberIsACode() {
    for number in -1...40 { XCTAssertEqual(CKError.Code(rawValue: number)?.rawValue, number) }
    XCTAssertEqual(CKError.Code(rawValue: 23), .zoneBusy)
    XCTAssertEqual(CKError.Code(rawValue: 4711), .unknown(4711))
    XCTAssertEqual(Set(CKError.Code.named).count, 37)
  }

  func testObjectsOfTheDomainAreErrorsOfCloudKit() throws {
    let object = NSError(domain: CKErrorDomain, code: 23, userInfo: [CKErrorRetryAfterKey: 1.5])
    let error = try XCTUnwrap(object as? CKError)
    XCTAssertEqual(error.code, .zoneBusy)
    XCTAssertEqual(error.retryAfterSeconds, 1.5)
    let other = NSError(domain: NSCocoaErrorDomain, code: 23)
    XCTAssertNil(other as? CKError)
    XCTAssertNil((other as any Error) as? CKError)
  }

  func testErrorsAreObjects() throws {
    let error: any Error = CKError(.zoneNotFound, userInfo: [CKErrorRetryAfterKey: 3])
    let value: Any = error
    let object = try XCTUnwrap(value as? NSError)
    XCTAssertEqual(object.domain, CKErrorDomain)
    XCTAssertEqual(object.code, 26)
    XCTAssertEqual((object.userInfo[CKErrorRetryAfterKey] as? NSNumber)?.intValue, 3)
    XCTAssertEqual((error as NSError).code, 26)
    XCTAssertEqual((object as any Error as? CKError)?.code, .zoneNotFound)
  }

  /// CKError -> NSError -> CKError, for random errors.
  func testErrorsReturnFromObjects() throws {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<300 {
      let error = random.error()
      for object in [error as NSError, (error as any Error) as NSError] {
        let copy = try XCTUnwrap((object as any Error) as? CKError)
        XCTAssertEqual(copy.code, error.code)
        XCTAssertEqual(copy.localizedDescription, error.localizedDescription)
        XCTAssertEqual(copy.retryAfterSeconds, error.retryAfterSeconds)
        XCTAssertTrue(copy.serverRecord === error.serverRecord)
        XCTAssertTrue(copy.clientRecord === error.clientRecord)
        XCTAssertTrue(copy.ancestorRecord === error.ancestorRecord)
        let (items, copies) = (error.partialErrorsByItemID, copy.partialErrorsByItemID)
        XCTAssertEqual(items?.count, copies?.count)
        for (id, item) in items ?? [:] {
          XCTAssertEqual(copies?[id] as? CKError, item as? CKError)
        }
      }
    }
  }

  func testDictionariesOfErrorsAreRead() throws {
    let id = CKRecord.ID(recordName: "a")
    let errors: [AnyHashable: any Error] = [
      id: CKError(.unknownItem), AnyHashable("s"): CKError(.zoneBusy),
    ]
    let dictionaries: [Any] = [errors, errors as NSDictionary]
    for dictionary in dictionaries {
      let error = CKError(.partialFailure, userInfo: [CKPartialErrorsByItemIDKey: dictionary])
      let read = try XCTUnwrap(error.partialErrorsByItemID)
      XCTAssertEqual((read[id] as? CKError)?.code, .unknownItem)
      XCTAssertEqual((read["s"] as? CKError)?.code, .zoneBusy)
      let copy = try XCTUnwrap((error as NSError) as? CKError)
      XCTAssertEqual(copy.partialErrorsByItemID?.count, 2)
    }
    let typed: [CKRecord.ID: CKError] = [id: CKError(.unknownItem)]
    let error = CKError(.partialFailure, userInfo: [CKPartialErrorsByItemIDKey: typed])
    XCTAssertEqual((error.partialErrorsByItemID?[id] as? CKError)?.code, .unknownItem)
    XCTAssertNil(CKError(.partialFailure).partialErrorsByItemID)
  }

  func testTextsAreApples() {
    let error: any Error = CKError(.zoneBusy)
    let text = "The operation couldn\u{2019}t be completed. (CKErrorDomain error 23.)"
    XCTAssertEqual(error.localizedDescription, text)
    XCTAssertEqual((error as NSError).localizedDescription, text)
    let told: any Error = CKError(.zoneBusy, userInfo: [NSLocalizedDescriptionKey: "Busy"])
    XCTAssertEqual(told.localizedDescription, "Busy")
    let bare: any Error = CKError(_nsError: NSError(domain: CKErrorDomain, code: 23))
    XCTAssertEqual(bare.localizedDescription, text)
  }

  func testErrorsWithoutATextAreEqual() throws {
    let object = NSError(domain: CKErrorDomain, code: 23)
    XCTAssertEqual(object as? CKError, CKError(.zoneBusy))
    XCTAssertNotEqual(object as? CKError, CKError(.zoneNotFound))
    XCTAssertNotEqual(
      object as? CKError, CKError(.zoneBusy, userInfo: [CKErrorRetryAfterKey: 1.0]))
  }

  func testConflictsHaveThreeRecords() {
    let records = (1...3).map { CKRecord(recordType: "Note", recordID: .init(recordName: "\($0)")) }
    let error = CKError(
      .serverRecordChanged,
      userInfo: [
        CKRecordChangedErrorServerRecordKey: records[0],
        CKRecordChangedErrorClientRecordKey: records[1],
        CKRecordChangedErrorAncestorRecordKey: records[2],
      ])
    XCTAssertTrue(error.serverRecord === records[0])
    XCTAssertTrue(error.clientRecord === records[1])
    XCTAssertTrue(error.ancestorRecord === records[2])
    XCTAssertNil(CKError(.serverRecordChanged).serverRecord)
  }

  /// CKError -> NSError -> CKError, for random errors.
  func testRoundTrips() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let code = CKError.Code(number: Int.random(in: 1...45, using: &random))
      var userInfo: [String: Any] = [:]
      if Bool.random(using: &random) {
        userInfo[CKErrorRetryAfterKey] = Double.random(in: 0...100, using: &random)
      }
      if Bool.random(using: &random) {
        userInfo[NSLocalizedDescriptionKey] = random.text()
      }
      let error = CKError(code, userInfo: userInfo)
      let object = error as NSError
      let copy = try XCTUnwrap(object as? CKError)
      XCTAssertEqual(copy, error)
      XCTAssertEqual(copy.code, code)
      XCTAssertEqual(copy.retryAfterSeconds, userInfo[CKErrorRetryAfterKey] as? Double)
      XCTAssertEqual(copy.localizedDescription, error.localizedDescription)
      XCTAssertEqual(copy.hashValue, error.hashValue)
    }
  }
}
