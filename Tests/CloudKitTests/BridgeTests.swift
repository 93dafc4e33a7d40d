import MockCloudCore
import XCTest

@testable import CloudKit

/// Values of CloudKit to the core and back, through calls of a cloud.
final class BridgeTests: XCTestCase {
  private func connection(_ scope: CKDatabase.Scope = .private) throws -> CloudConnection {
    CloudConnection(CloudChoice(CloudHost(try Cloud())), as: Caller()).database(scope)
  }

  private let zoneID = CKRecordZone.ID(zoneName: "Zone")

  private func save(_ record: CKRecord, _ connection: CloudConnection) throws -> CKRecord {
    let item = ModifyRecords.Item(.save, try record.draft(allKeys: false))
    let results = try connection.perform(ModifyRecords([item]))
    let viewpoint = connection.viewpoint
    switch try XCTUnwrap(results.first) {
    case .success(.saved(let saved, _)): return CKRecord.of(saved, viewpoint)
    case .success(.deleted): throw CKError(.internalError)
    case .failure(let failure): throw CKError(failure.error, viewpoint, saving: record)
    }
  }

  private func withZone(_ connection: CloudConnection) throws -> CloudConnection {
    _ = try connection.perform(ModifyZones([.init(.create, zoneID.inCore)]))
    return connection
  }

  /// record -> cloud -> record, for random records.
  func testRecordsReturnAsTheyWereSaved() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<150 {
      let connection = try withZone(connection())
      let record = random.record(in: zoneID)
      record.system.parent = nil
      record.system.parentIsChanged = false
      let saved = try save(record, connection)
      XCTAssertFalse(saved === record)
      XCTAssertEqual(saved.recordID, record.recordID)
      XCTAssertEqual(saved.recordType, record.recordType)
      XCTAssertNil(record.recordChangeTag, "a saved object is not changed")
      XCTAssertNotNil(saved.recordChangeTag)
      XCTAssertEqual(saved.creatorUserRecordID?.recordName, CKCurrentUserDefaultName)
      XCTAssertEqual(saved.changedKeys(), [])
      XCTAssertEqual(saved.allKeys(), record.allKeys())
      for key in record.allKeys() { XCTAssertEqual(shown(saved[key]), shown(record[key]), key) }
      XCTAssertEqual(saved.encryptedValues.allKeys(), record.encryptedValues.allKeys())
      for key in record.encrypted.allKeys() {
        XCTAssertEqual(shown(saved.encrypted[key]), shown(record.encrypted[key]), key)
      }
    }
  }

  func testOnlyChangesAreSent() throws {
    let connection = try withZone(connection())
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: "n", zoneID: zoneID))
    record["a"] = 1
    record["b"] = 2
    let saved = try save(record, connection)
    saved["a"] = nil
    saved["c"] = 3
    XCTAssertEqual(try saved.draft(allKeys: false).fields.map(\.name), ["a", "c"])
    XCTAssertEqual(try saved.draft(allKeys: true).fields.map(\.name), ["a", "b", "c"])
    let again = try save(saved, connection)
    XCTAssertEqual(again.allKeys(), ["b", "c"])
  }

  func testConflictsHaveThreeVersions() throws {
    let connection = try withZone(connection())
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: "n", zoneID: zoneID))
    record["a"] = 1
    let first = try save(record, connection)
    let other = try XCTUnwrap(first.copy() as? CKRecord)
    other["a"] = 2
    _ = try save(other, connection)
    first["a"] = 3
    do {
      _ = try save(first, connection)
      XCTFail("no conflict")
    } catch let error as CKError {
      XCTAssertEqual(error.code, .serverRecordChanged)
      XCTAssertEqual(error.serverRecord?["a"] as? Int, 2)
      XCTAssertEqual(error.clientRecord?["a"] as? Int, 3)
      XCTAssertEqual(error.ancestorRecord?["a"] as? Int, 1)
      XCTAssertEqual(error.ancestorRecord?.recordChangeTag, first.recordChangeTag)
      XCTAssertFalse(error.clientRecord === first)
    }
    // A record that was never fetched has no base.
    record["a"] = 4
    do {
      _ = try save(record, connection)
      XCTFail("no conflict")
    } catch let error as CKError {
      XCTAssertEqual(error.ancestorRecord?.allKeys(), [])
    }
  }

  /// The base of a changed link is the link that was fetched.
  func testAncestorsHaveTheLinksThatWereFetched() throws {
    let connection = try withZone(connection())
    func id(_ name: String) -> CKRecord.ID { .init(recordName: name, zoneID: zoneID) }
    for name in ["p", "q"] {
      _ = try save(CKRecord(recordType: "Note", recordID: id(name)), connection)
    }
    let child = CKRecord(recordType: "Note", recordID: id("c"))
    child.setParent(id("p"))
    let first = try save(child, connection)
    let other = try XCTUnwrap(first.copy() as? CKRecord)
    other["a"] = 1
    _ = try save(other, connection)
    first.setParent(id("q"))
    _ = CKShare(rootRecord: first)
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: first, requiringSecureCoding: true)
    let copy = try XCTUnwrap(
      NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.self, from: archive))
    for record in [first, copy] {
      XCTAssertThrowsError(try save(record, connection)) {
        let error = $0 as? CKError
        XCTAssertEqual(error?.clientRecord?.parent?.recordID, id("q"))
        XCTAssertNotNil(error?.clientRecord?.share)
        XCTAssertEqual(error?.ancestorRecord?.parent?.recordID, id("p"))
        XCTAssertNil(error?.ancestorRecord?.share)
      }
    }
  }

  /// A field of the record and an encrypted one of the same name: one value would be lost.
  func testNamesAreThoseOfOneField() throws {
    let connection = try withZone(connection())
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: "n", zoneID: zoneID))
    record["a"] = 1
    record.encryptedValues["a"] = 2
    XCTAssertThrowsError(try save(record, connection)) {
      XCTAssertEqual(($0 as? CKError)?.code, .invalidArguments)
    }
    record.encryptedValues["a"] = nil
    XCTAssertEqual(try save(record, connection)["a"] as? Int, 1)
  }

  func testAssetsOfOtherURLs() throws {
    let connection = try withZone(connection())
    for text in ["https://example.com/etc/hostname", "etc/hostname"] {
      let record = CKRecord(recordType: "Photo", recordID: .init(recordName: "p", zoneID: zoneID))
      record["file"] = CKAsset(fileURL: try XCTUnwrap(URL(string: text)))
      XCTAssertThrowsError(try save(record, connection), text) {
        XCTAssertEqual(($0 as? CKError)?.code, .invalidArguments, text)
      }
    }
  }

  /// The server's record of a conflict has assets without files, and can be saved with all keys.
  func testAssetsWithoutFilesStayOnTheServer() throws {
    let connection = try withZone(connection())
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data("hello".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let record = CKRecord(recordType: "Photo", recordID: .init(recordName: "p", zoneID: zoneID))
    record["file"] = CKAsset(fileURL: url)
    record["files"] = [CKAsset(fileURL: url)]
    let first = try save(record, connection)
    do {
      _ = try save(record, connection)
      XCTFail("no conflict")
    } catch let error as CKError {
      let server = try XCTUnwrap(error.serverRecord)
      XCTAssertNil((server["file"] as? CKAsset)?.fileURL)
      server["title"] = "x"
      XCTAssertEqual(try server.draft(allKeys: true).fields.map(\.name), ["title"])
      XCTAssertThrowsError(try server.seedDraft(by: .unknown))
    }
    XCTAssertEqual(try first.draft(allKeys: true).fields.map(\.name), ["file", "files"])
  }

  func testAssetsGetFilesOfTheirOwn() throws {
    let connection = try withZone(connection())
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data("hello".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let record = CKRecord(recordType: "Photo", recordID: .init(recordName: "p", zoneID: zoneID))
    record["file"] = CKAsset(fileURL: url)
    let saved = try save(record, connection)
    let file = try XCTUnwrap((saved["file"] as? CKAsset)?.fileURL)
    XCTAssertNotEqual(file, url)
    XCTAssertEqual(try Data(contentsOf: file), Data("hello".utf8))
    let missing = CKRecord(recordType: "Photo", recordID: .init(recordName: "q", zoneID: zoneID))
    missing["file"] = CKAsset(fileURL: url.appendingPathExtension("none"))
    XCTAssertThrowsError(try save(missing, connection)) {
      XCTAssertEqual(($0 as? CKError)?.code, .assetFileNotFound)
    }
  }

  func testWhatNoFieldCanHaveIsRefused() throws {
    let connection = try withZone(connection())
    let values: [Any] = [
      UInt64.max, Double.nan, Date.distantFuture.addingTimeInterval(1e30), [1, "a"] as [Any],
      URL(fileURLWithPath: "/"), CLLocation(latitude: 400, longitude: 0),
    ]
    for value in values {
      let record = CKRecord(recordType: "Note", recordID: .init(recordName: "n", zoneID: zoneID))
      record.setValue(value, forKey: "f")
      XCTAssertThrowsError(try save(record, connection), "\(value)") {
        XCTAssertEqual(($0 as? CKError)?.code, .invalidArguments, "\(value)")
      }
    }
    let root = CKRecord(recordType: "Note", recordID: .init(recordName: "n", zoneID: zoneID))
    let share = CKShare(rootRecord: root, shareID: .init(recordName: "s"))
    XCTAssertThrowsError(try share.draft(allKeys: false)) {
      XCTAssertTrue(($0 as? CKError)?.localizedDescription.contains("same zone") == true)
    }
  }

  func testEmptyListsHaveTheTypeOfTheirField() throws {
    let connection = try withZone(connection())
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: "n", zoneID: zoneID))
    record["numbers"] = [1, 2]
    let saved = try save(record, connection)
    saved["numbers"] = [Int]()
    let again = try save(saved, connection)
    XCTAssertEqual(again["numbers"] as? [Int], [])
  }

  func testSubscriptionsReturnAsTheyWereSaved() throws {
    let connection = try withZone(connection())
    let note = CKRecord(recordType: "Note", zoneID: zoneID)
    note["title"] = "a"
    _ = try save(note, connection)
    let query = CKQuerySubscription(
      recordType: "Note", predicate: NSPredicate(format: "title == %@", "a"),
      subscriptionID: "q", options: [.firesOnRecordCreation, .firesOnce])
    query.zoneID = zoneID
    let zone = CKRecordZoneSubscription(zoneID: zoneID, subscriptionID: "z")
    let database = CKDatabaseSubscription(subscriptionID: "d")
    for subscription in [query, zone, database] as [CKSubscription] {
      let info = CKSubscription.NotificationInfo(
        alertBody: "x", shouldSendContentAvailable: true)
      subscription.notificationInfo = info
      let results = try connection.perform(
        ModifySubscriptions([.init(.create, try subscription.draft())]))
      let outcome = try XCTUnwrap(results.first).get()
      guard case .saved(let saved) = outcome else {
        XCTFail("\(outcome)")
        continue
      }
      let returned = CKSubscription.of(saved, connection.viewpoint)
      XCTAssertTrue(type(of: returned) == type(of: subscription))
      XCTAssertEqual(returned.subscriptionID, subscription.subscriptionID)
      XCTAssertEqual(returned.notificationInfo?.alertBody, "x")
      XCTAssertEqual(returned, subscription)
      XCTAssertEqual(returned.hash, subscription.hash)
    }
  }

  func testErrorsHaveTheirUserInfo() throws {
    let viewpoint = try connection().viewpoint
    var error = CloudError(.zoneBusy, "Busy", retryAfter: 2.5)
    let converted = CKError(error, viewpoint)
    XCTAssertEqual(converted.code, .zoneBusy)
    XCTAssertEqual(converted.localizedDescription, "Busy")
    XCTAssertEqual(converted.retryAfterSeconds, 2.5)
    error = CloudError(.zoneNotFound, "Gone")
    error.userDidResetEncryptedData = true
    XCTAssertEqual(
      CKError(error, viewpoint).userInfo[CKErrorUserDidResetEncryptedDataKey] as? Bool, true)
    error = CloudError(.partialFailure, "Some")
    error.partialErrors = [
      ItemError(
        item: .record(name: "r", zoneID: "Zone"), error: CloudError(.unknownItem, "None")),
      ItemError(item: .zone("Other"), error: CloudError(.zoneNotFound, "None")),
      ItemError(item: .subscription("s"), error: CloudError(.unknownItem, "None")),
      ItemError(item: .link("https://example.com/a"), error: CloudError(.unknownItem, "None")),
    ]
    let partial = try XCTUnwrap(CKError(error, viewpoint).partialErrorsByItemID)
    let keys: [AnyHashable] = [
      CKRecord.ID(recordName: "r", zoneID: zoneID), CKRecordZone.ID(zoneName: "Other"), "s",
      try XCTUnwrap(URL(string: "https://example.com/a")),
    ]
    for key in keys { XCTAssertNotNil(partial[key], "\(key)") }
    for code in CKErrorCode.allCases {
      XCTAssertEqual(
        CKError(CloudError(code, "x"), viewpoint).code.rawValue, Int(code.rawValue))
    }
  }

  func testOtherUsersHaveTheirNames() throws {
    let cloud = try Cloud()
    let alice = try cloud.addUser("alice")
    let connection = CloudConnection(CloudChoice(CloudHost(cloud)), as: Caller(user: "alice"))
      .database(.private)
    XCTAssertEqual(connection.viewpoint.user, alice)
    XCTAssertEqual(connection.viewpoint.userName(alice), CKCurrentUserDefaultName)
    XCTAssertEqual(connection.viewpoint.userName("_other"), "_other")
    let stranger = CloudConnection(
      CloudChoice(CloudHost(cloud)), as: Caller(user: "nobody we know"))
    XCTAssertNil(stranger.viewpoint.user)
  }
}
