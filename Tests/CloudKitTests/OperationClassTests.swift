import XCTest

@testable import CloudKit

/// Which operations are sent when they are added: those of CloudKit's classes.
final class OperationClassTests: XCTestCase {
  private let operations: [CKOperation] = [
    CKAcceptSharesOperation(shareMetadatas: []),
    CKDiscoverAllUserIdentitiesOperation(),
    CKDiscoverUserIdentitiesOperation(userIdentityLookupInfos: []),
    CKFetchDatabaseChangesOperation(previousServerChangeToken: nil),
    CKFetchRecordChangesOperation(
      recordZoneID: .init(zoneName: "Notes"), previousServerChangeToken: nil),
    CKFetchRecordZoneChangesOperation(recordZoneIDs: []),
    CKFetchRecordZonesOperation(recordZoneIDs: []), CKFetchRecordsOperation(recordIDs: []),
    CKFetchShareMetadataOperation(shareURLs: []),
    CKFetchShareParticipantsOperation(userIdentityLookupInfos: []),
    CKFetchSubscriptionsOperation(subscriptionIDs: []), CKModifyBadgeOperation(badgeValue: 1),
    CKModifyRecordZonesOperation(), CKModifyRecordsOperation(), CKModifySubscriptionsOperation(),
    CKQueryOperation(query: CKQuery(recordType: "Note", predicate: NSPredicate(value: true))),
  ]

  func testClassesOfCloudKit() throws {
    for operation in operations {
      XCTAssertTrue(operation.isSentWhenAdded, "\(type(of: operation))")
    }
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("surface.txt")
    let types = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("class CK") }.compactMap { $0.split(separator: " ").dropFirst().first }
      .filter { $0.hasSuffix("Operation") }.map(String.init)
    let makingCalls = Set(types).subtracting(["CKOperation", "CKDatabaseOperation"])
    XCTAssertEqual(makingCalls, Set(operations.map { "\(type(of: $0))" }))
  }

  func testClassesOfClients() {
    final class Own: CKModifyRecordsOperation, @unchecked Sendable {}
    for operation in [Own(), CKDatabaseOperation(), CKOperation()] {
      XCTAssertFalse(operation.isSentWhenAdded)
    }
  }
}
