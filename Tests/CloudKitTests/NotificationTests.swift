import XCTest

@testable import CloudKit

/// Pushes, read as `CKNotification`s.
final class NotificationTests: XCTestCase {
  private func push(_ ck: [String: Any], aps: [String: Any] = ["content-available": 1])
    -> [AnyHashable: Any]
  {
    ["aps": aps, "ck": ck]
  }

  func testQueryPushes() throws {
    let push = push(
      [
        "ce": 2, "cid": "iCloud.com.example.app", "ckuserid": "_me", "nid": "n1",
        "qry": [
          "dbs": 1, "fo": 3, "rid": "r1", "sid": "s1", "zid": "Notes", "zoid": "_me",
          "af": ["title": "Milk", "count": 2],
        ],
      ],
      aps: [
        "alert": ["body": "New", "title": "T", "loc-args": ["a"]], "badge": 180, "sound": "default",
        "category": "c",
      ])
    let notification = try XCTUnwrap(CKNotification(fromRemoteNotificationDictionary: push))
    XCTAssertEqual(notification.notificationType, .query)
    let query = try XCTUnwrap(notification as? CKQueryNotification)
    XCTAssertEqual(query.queryNotificationReason, .recordDeleted)
    XCTAssertEqual(
      query.recordID, CKRecord.ID(recordName: "r1", zoneID: CKRecordZone.ID(zoneName: "Notes")))
    XCTAssertEqual(query.databaseScope, .private)
    XCTAssertEqual(query.recordFields?["title"] as? String, "Milk")
    XCTAssertEqual(query.recordFields?["count"] as? Int, 2)
    XCTAssertEqual(query.subscriptionID, "s1")
    XCTAssertEqual(query.containerIdentifier, "iCloud.com.example.app")
    XCTAssertEqual(query.subscriptionOwnerUserRecordID?.recordName, "_me")
    XCTAssertEqual(query.notificationID, CKNotificationID("n1"))
    XCTAssertEqual(query.alertBody, "New")
    XCTAssertEqual(query.title, "T")
    XCTAssertEqual(query.alertLocalizationArgs, ["a"])
    XCTAssertEqual(query.badge, 180)
    XCTAssertEqual(query.soundName, "default")
    XCTAssertEqual(query.category, "c")
    XCTAssertFalse(query.isPruned)
    XCTAssertNotNil(CKQueryNotification(fromRemoteNotificationDictionary: push))
    XCTAssertNil(CKDatabaseNotification(fromRemoteNotificationDictionary: push), "another class")
  }

  func testZoneAndDatabasePushes() throws {
    let zone = try XCTUnwrap(
      CKNotification(
        fromRemoteNotificationDictionary: push([
          "ckuserid": "_me", "fet": ["dbs": 3, "sid": "s", "zid": "Z", "zoid": "_other"], "p": 1,
        ])) as? CKRecordZoneNotification)
    XCTAssertEqual(zone.recordZoneID, CKRecordZone.ID(zoneName: "Z", ownerName: "_other"))
    XCTAssertEqual(zone.databaseScope, .shared)
    XCTAssertTrue(zone.isPruned)
    let database = try XCTUnwrap(
      CKNotification(
        fromRemoteNotificationDictionary: push(["met": ["dbs": 2, "sid": "s"]]))
        as? CKDatabaseNotification)
    XCTAssertEqual(database.notificationType, .database)
    XCTAssertEqual(database.databaseScope, .public)
    XCTAssertEqual(database.subscriptionID, "s")
    let other = try XCTUnwrap(
      CKNotification(fromRemoteNotificationDictionary: push(["ce": 2, "nid": "n"])))
    XCTAssertEqual(other.notificationType, .readNotification)
  }

  func testOtherPushesAreNone() {
    XCTAssertNil(CKNotification(fromRemoteNotificationDictionary: [:]))
    XCTAssertNil(CKNotification(fromRemoteNotificationDictionary: ["aps": ["alert": "x"]]))
    XCTAssertNil(CKNotification(fromRemoteNotificationDictionary: ["ck": "x"]))
  }

  /// No dictionary ends the process.
  func testDamagedPushes() {
    var random = SeededGenerator(seed: 3)
    let keys = [
      "ck", "aps", "qry", "fet", "met", "alert", "dbs", "fo", "rid", "zid", "zoid", "af", "p",
    ]
    func value(_ depth: Int) -> Any {
      switch random.count(depth > 4 ? 4 : 6) {
      case 0: return random.text()
      case 1: return random.count(5)
      case 2: return NSNull()
      case 3: return [1, "a"] as [Any]
      case 4: return 2.5
      default:
        var members: [AnyHashable: Any] = [:]
        for _ in 0..<random.count(6) {
          members[keys[random.count(keys.count - 1)]] = value(depth + 1)
        }
        return members
      }
    }
    var read = 0
    for _ in 0..<2000 {
      let dictionary: [AnyHashable: Any] = ["ck": value(0), "aps": value(0)]
      if CKNotification(fromRemoteNotificationDictionary: dictionary) != nil { read += 1 }
    }
    XCTAssertGreaterThan(read, 100)
  }
}
