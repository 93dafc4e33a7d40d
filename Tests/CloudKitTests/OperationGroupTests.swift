import CloudKit
import XCTest

/// What a group says of its operations.
final class OperationGroupTests: XCTestCase {
  func testNewGroups() {
    let group = CKOperationGroup()
    XCTAssertFalse(group.operationGroupID.isEmpty)
    XCTAssertNotEqual(group.operationGroupID, CKOperationGroup().operationGroupID)
    XCTAssertEqual(group.quantity, 0)
    XCTAssertEqual(group.expectedSendSize, .unknown)
    XCTAssertEqual(group.expectedReceiveSize, .unknown)
  }

  func testArchives() throws {
    let group = CKOperationGroup()
    group.name = "Upload"
    group.quantity = 3
    group.expectedSendSize = .kilobytes
    group.expectedReceiveSize = .hundredsOfGigabytes
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: group, requiringSecureCoding: true)
    let read = try XCTUnwrap(
      NSKeyedUnarchiver.unarchivedObject(ofClass: CKOperationGroup.self, from: archive))
    XCTAssertEqual(read.operationGroupID, group.operationGroupID)
    XCTAssertEqual(read.name, "Upload")
    XCTAssertEqual(read.quantity, 3)
    XCTAssertEqual(read.expectedSendSize, .kilobytes)
    XCTAssertEqual(read.expectedReceiveSize, .hundredsOfGigabytes)
  }
}
