import CloudKit
import XCTest

/// Code as an app's author writes it for Apple's framework, with the public interface alone. Every
/// test has a container of its own in the cloud of the process.
final class ClientTests: XCTestCase {
  private let zoneID = CKRecordZone.ID(zoneName: "Notes")

  private func database(_ name: String = #function) async throws -> CKDatabase {
    let container = CKContainer(identifier: "iCloud.com.example.\(name.filter(\.isLetter))")
    let database = container.privateCloudDatabase
    try await database.save(CKRecordZone(zoneID: zoneID))
    return database
  }

  private func note(_ name: String, _ title: String) -> CKRecord {
    let record = CKRecord(
      recordType: "Note", recordID: CKRecord.ID(recordName: name, zoneID: zoneID))
    record["title"] = title
    return record
  }

  func testSaveFetchDelete() async throws {
    let database = try await database()
    let saved = try await database.save(note("a", "Milk"))
    XCTAssertEqual(saved["title"] as? String, "Milk")
    let fetched = try await database.record(for: saved.recordID)
    XCTAssertEqual(fetched.recordChangeTag, saved.recordChangeTag)
    XCTAssertEqual(fetched.creatorUserRecordID?.recordName, CKCurrentUserDefaultName)
    try await database.deleteRecord(withID: saved.recordID)
    do {
      _ = try await database.record(for: saved.recordID)
      XCTFail("the record is still there")
    } catch CKError.unknownItem {
      // Expected.
    }
  }

  func testConflictIsMerged() async throws {
    let database = try await database()
    let mine = try await database.save(note("a", "Milk"))
    let theirs = try await database.record(for: mine.recordID)
    theirs["title"] = "Tea"
    try await database.save(theirs)
    mine["title"] = "Bread"
    do {
      try await database.save(mine)
      XCTFail("no conflict")
    } catch let error as CKError where error.code == .serverRecordChanged {
      let server = try XCTUnwrap(error.serverRecord)
      XCTAssertEqual(server["title"] as? String, "Tea")
      XCTAssertEqual(error.ancestorRecord?["title"] as? String, "Milk")
      server["title"] = "Tea and bread"
      let merged = try await database.save(server)
      XCTAssertEqual(merged["title"] as? String, "Tea and bread")
    }
  }

  /// Operations of a client's classes, with initialisers of their own.
  func testSubclassesOfOperations() async throws {
    final class Reading: CKFetchRecordsOperation, @unchecked Sendable {
      let reason: String
      init(reason: String) {
        self.reason = reason
        super.init()
      }
    }
    final class Zones: CKFetchRecordZonesOperation, @unchecked Sendable {
      override init() { super.init() }
    }
    final class Subscriptions: CKFetchSubscriptionsOperation, @unchecked Sendable {
      let reason: String
      init(reason: String, ids: [CKSubscription.ID]) {
        self.reason = reason
        super.init(subscriptionIDs: ids)
      }
    }
    let database = try await database()
    let operations = [
      Reading(reason: "start"), Zones(), Subscriptions(reason: "start", ids: []),
      CKFetchRecordsOperation.fetchCurrentUserRecordOperation(),
    ]
    for operation in operations {
      database.add(operation)
      operation.waitUntilFinished()
      XCTAssertTrue(operation.isFinished)
    }
  }

  func testCompletionHandlers() async throws {
    let database = try await database()
    let saved = expectation(description: "saved")
    database.save(note("a", "Milk")) { record, error in
      XCTAssertNil(error)
      XCTAssertEqual(record?["title"] as? String, "Milk")
      saved.fulfill()
    }
    await fulfillment(of: [saved], timeout: 10)
    let missing = expectation(description: "missing")
    database.fetch(withRecordID: CKRecord.ID(recordName: "b", zoneID: zoneID)) { record, error in
      XCTAssertNil(record)
      XCTAssertEqual((error as? CKError)?.code, .unknownItem)
      XCTAssertEqual((error as NSError?)?.code, CKError.Code.unknownItem.rawValue)
      missing.fulfill()
    }
    await fulfillment(of: [missing], timeout: 10)
  }

  func testQueriesWithPages() async throws {
    let database = try await database()
    let records = (1...5).map { note("n\($0)", "Title \($0)") }
    let results = try await database.modifyRecords(saving: records, deleting: [])
    XCTAssertEqual(results.saveResults.count, 5)
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: "title > %@", "Title 1"))
    query.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
    var page = try await database.records(matching: query, inZoneWith: zoneID, resultsLimit: 3)
    var titles = page.matchResults.compactMap { try? $0.1.get()["title"] as? String }
    while let cursor = page.queryCursor {
      page = try await database.records(continuingMatchFrom: cursor)
      titles += page.matchResults.compactMap { try? $0.1.get()["title"] as? String }
    }
    XCTAssertEqual(titles, ["Title 5", "Title 4", "Title 3", "Title 2"])
    let bad = CKQuery(recordType: "Note", predicate: NSPredicate(format: "title LIKE 'a*'"))
    do {
      _ = try await database.records(matching: bad)
      XCTFail("not supported")
    } catch CKError.invalidArguments {}
  }

  /// A client with a queue of its own: zone, subscription, upload, and changes with tokens.
  func testSyncWithOperations() async throws {
    let database = try await database()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let subscription = CKDatabaseSubscription(subscriptionID: "all")
    let info = CKSubscription.NotificationInfo()
    info.shouldSendContentAvailable = true
    subscription.notificationInfo = info
    let subscribe = CKModifySubscriptionsOperation(
      subscriptionsToSave: [subscription], subscriptionIDsToDelete: nil)
    let upload = CKModifyRecordsOperation(
      recordsToSave: [note("a", "A"), note("b", "B")], recordIDsToDelete: nil)
    upload.savePolicy = .changedKeys
    upload.qualityOfService = .userInitiated
    upload.addDependency(subscribe)
    let changes = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [zoneID],
      configurationsByRecordZoneID: [
        zoneID: CKFetchRecordZoneChangesOperation.ZoneConfiguration(
          previousServerChangeToken: nil, resultsLimit: nil, desiredKeys: ["title"])
      ])
    changes.addDependency(upload)
    let found = Found()
    changes.recordWasChangedBlock = { recordID, result in
      if let record = try? result.get() { found.add(record["title"] as? String ?? "") }
      XCTAssertEqual(recordID.zoneID.zoneName, "Notes")
    }
    changes.recordZoneFetchResultBlock = { _, result in
      if case .success(let end) = result { found.add(end.serverChangeToken) }
    }
    for operation in [subscribe, upload, changes] as [CKDatabaseOperation] {
      operation.database = database
      queue.addOperation(operation)
    }
    await withCheckedContinuation { continuation in
      queue.addBarrierBlock { continuation.resume() }
    }
    XCTAssertEqual(found.titles.sorted(), ["A", "B"])
    let token = try XCTUnwrap(found.token)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: token, requiringSecureCoding: true)
    let stored = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: CKServerChangeToken.self, from: data)
    let nothing = try await database.recordZoneChanges(inZoneWith: zoneID, since: stored)
    XCTAssertTrue(nothing.modificationResultsByID.isEmpty)
    let subscriptions = try await database.allSubscriptions()
    XCTAssertEqual(subscriptions.map(\.subscriptionID), ["all"])
  }

  private final class Found: @unchecked Sendable {
    private let lock = NSLock()
    private var storedTitles: [String] = []
    private var storedToken: CKServerChangeToken?

    func add(_ title: String) { lock.withLock { storedTitles.append(title) } }
    func add(_ token: CKServerChangeToken) { lock.withLock { storedToken = token } }

    var titles: [String] { lock.withLock { storedTitles } }
    var token: CKServerChangeToken? { lock.withLock { storedToken } }
  }

  /// A client that stores system fields in a database of its own and makes records of them.
  func testSystemFieldsInADatabase() async throws {
    let database = try await database()
    let saved = try await database.save(note("a", "Milk"))
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    saved.encodeSystemFields(with: archiver)
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = true
    let record = try XCTUnwrap(CKRecord(coder: unarchiver))
    unarchiver.finishDecoding()
    record["title"] = "Bread"
    let again = try await database.save(record)
    XCTAssertNotEqual(again.recordChangeTag, saved.recordChangeTag)
    XCTAssertEqual(again["title"] as? String, "Bread")
  }

  func testAccounts() async throws {
    let container = CKContainer.default()
    XCTAssertNotNil(container.containerIdentifier)
    let status = try await container.accountStatus()
    XCTAssertEqual(status, .available)
    let user = try await container.userRecordID()
    XCTAssertTrue(user.recordName.hasPrefix("_"))
  }

  func testSharingAZone() async throws {
    let database = try await database()
    let root = note("list", "Groceries")
    let share = CKShare(rootRecord: root)
    share[CKShare.SystemFieldKey.title] = "Groceries" as any CKRecordValue
    share.publicPermission = .readOnly
    let results = try await database.modifyRecords(saving: [root, share], deleting: [])
    let saved = try XCTUnwrap(results.saveResults[share.recordID]?.get() as? CKShare)
    let url = try XCTUnwrap(saved.url)
    XCTAssertEqual(saved.publicPermission, .readOnly)
    XCTAssertEqual(saved.currentUserParticipant?.role, .owner)
    let record = try await database.record(for: root.recordID)
    XCTAssertEqual(record.share?.recordID, share.recordID)
    let container = CKContainer(
      identifier: "iCloud.com.example.\("testSharingAZone()".filter(\.isLetter))")
    let metadata = try await container.shareMetadata(for: url)
    XCTAssertEqual(metadata.share.recordID, share.recordID)
    XCTAssertEqual(metadata.hierarchicalRootRecordID, root.recordID)
    XCTAssertEqual(metadata.participantRole, .owner)
  }
}
