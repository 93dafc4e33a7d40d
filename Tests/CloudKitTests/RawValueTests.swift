import CloudKit
import XCTest

/// The numbers that Apple's enumerations and sets of options have, which apps store.
final class RawValueTests: XCTestCase {
  func testStatuses() {
    XCTAssertEqual(
      (-1...5).map { CKAccountStatus(rawValue: $0) },
      [nil, .couldNotDetermine, .available, .restricted, .noAccount, .temporarilyUnavailable, nil])
    XCTAssertEqual(
      (-1...4).map { CKContainer.ApplicationPermissionStatus(rawValue: $0) },
      [nil, .initialState, .couldNotComplete, .denied, .granted, nil])
  }

  func testOperations() {
    XCTAssertEqual(
      (-1...3).map { CKModifyRecordsOperation.RecordSavePolicy(rawValue: $0) },
      [nil, .ifServerRecordUnchanged, .changedKeys, .allKeys, nil])
    XCTAssertEqual(
      (-1...8).map { CKOperationGroup.TransferSize(rawValue: $0) },
      [
        nil, .unknown, .kilobytes, .megabytes, .tensOfMegabytes, .hundredsOfMegabytes, .gigabytes,
        .tensOfGigabytes, .hundredsOfGigabytes, nil,
      ])
  }

  func testRecordsAndZones() {
    XCTAssertEqual(
      (0...2).map { CKRecord.ReferenceAction(rawValue: $0) },
      [CKRecord.ReferenceAction.none, .deleteSelf, nil])
    XCTAssertEqual(
      (-1...2).map { CKRecordZone.EncryptionScope(rawValue: $0) },
      [nil, .perRecord, .perZone, nil])
    let capabilities: [CKRecordZone.Capabilities] = [
      .fetchChanges, .atomic, .sharing, .zoneWideSharing,
    ]
    XCTAssertEqual([1, 2, 4, 8].map { CKRecordZone.Capabilities(rawValue: $0) }, capabilities)
    XCTAssertEqual(CKRecordZone.Capabilities(rawValue: 15), CKRecordZone.Capabilities(capabilities))
  }

  func testSubscriptionsAndNotifications() {
    XCTAssertEqual(
      (0...4).map { CKSubscription.SubscriptionType(rawValue: $0) },
      [nil, .query, .recordZone, .database, nil])
    XCTAssertEqual(
      (0...5).map { CKNotification.NotificationType(rawValue: $0) },
      [nil, .query, .recordZone, .readNotification, .database, nil])
    XCTAssertEqual(
      (0...4).map { CKQueryNotification.Reason(rawValue: $0) },
      [nil, .recordCreated, .recordUpdated, .recordDeleted, nil])
    let options: [CKQuerySubscription.Options] = [
      .firesOnRecordCreation, .firesOnRecordUpdate, .firesOnRecordDeletion, .firesOnce,
    ]
    XCTAssertEqual([1, 2, 4, 8].map { CKQuerySubscription.Options(rawValue: $0) }, options)
    XCTAssertEqual(
      CKQuerySubscription.Options(rawValue: 15), CKQuerySubscription.Options(options))
  }

  func testPeople() {
    XCTAssertEqual(
      (-1...4).map { CKShare.ParticipantAcceptanceStatus(rawValue: $0) },
      [nil, .unknown, .pending, .accepted, .removed, nil])
    XCTAssertEqual(
      (-1...4).map { CKShare.ParticipantPermission(rawValue: $0) },
      [nil, .unknown, CKShare.ParticipantPermission.none, .readOnly, .readWrite, nil])
    XCTAssertEqual(
      (-1...5).map { CKShare.ParticipantRole(rawValue: $0) },
      [nil, .unknown, .owner, .administrator, .privateUser, .publicUser, nil])
    // The older enumeration has no administrator.
    XCTAssertEqual(
      (-1...5).map { CKShare.ParticipantType(rawValue: $0) },
      [nil, .unknown, .owner, nil, .privateUser, .publicUser, nil])
    XCTAssertEqual(
      CKContainer.ApplicationPermissions(rawValue: 1),
      CKContainer.ApplicationPermissions.userDiscoverability)
  }
}
