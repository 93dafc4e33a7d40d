import MockCloudCore
import XCTest

@testable import CloudKit

/// Shares between two users, and the lookup of users.
final class SharingTests: XCTestCase {
  private let zoneID = CKRecordZone.ID(zoneName: "Lists")

  private func container(_ cloud: Cloud, _ user: UserName) -> CKContainer {
    CKContainer(nil, CloudChoice(CloudHost(cloud), as: Caller(user: .named(user))))
  }

  private func cloud() throws -> Cloud {
    let cloud = try Cloud()
    try cloud.addUser("alice")
    try cloud.addUser("bob")
    return cloud
  }

  /// Alice shares a list with Bob, who accepts by its link.
  private func shared(_ cloud: Cloud) async throws -> (
    alice: CKContainer, bob: CKContainer, root: CKRecord, share: CKShare
  ) {
    let (alice, bob) = (container(cloud, "alice"), container(cloud, "bob"))
    let database = alice.privateCloudDatabase
    try await database.save(CKRecordZone(zoneID: zoneID))
    let root = CKRecord(recordType: "List", recordID: .init(recordName: "l", zoneID: zoneID))
    root["title"] = "Groceries"
    let share = CKShare(rootRecord: root)
    let bobsID = try await bob.userRecordID()
    let participant = try await alice.shareParticipant(forUserRecordID: bobsID)
    participant.permission = .readWrite
    share.addParticipant(participant)
    let results = try await database.modifyRecords(saving: [root, share], deleting: [])
    let saved = try XCTUnwrap(results.saveResults[share.recordID]?.get() as? CKShare)
    return (alice, bob, root, saved)
  }

  func testSharesOfZones() async throws {
    let cloud = try cloud()
    let database = container(cloud, "alice").privateCloudDatabase
    let zone = try await database.save(CKRecordZone(zoneID: zoneID))
    XCTAssertNil(zone.share)
    let share = try await database.save(CKShare(recordZoneID: zoneID))
    for zone in [
      try await database.recordZone(for: zoneID), try await database.save(zone),
      try await database.allRecordZones().first { $0.zoneID == zoneID },
    ] {
      XCTAssertEqual(zone?.share?.recordID, share.recordID)
    }
    try await database.deleteRecord(withID: share.recordID)
    let unshared = try await database.recordZone(for: zoneID)
    XCTAssertNil(unshared.share)
  }

  /// Saves the zone and a list in it.
  private func savedList(in database: CKDatabase) async throws -> CKRecord {
    try await database.save(CKRecordZone(zoneID: zoneID))
    return try await database.save(
      CKRecord(recordType: "List", recordID: .init(recordName: "l", zoneID: zoneID)))
  }

  /// The root of a new share must be the version that the client has.
  func testSharesOfStaleRoots() async throws {
    let cloud = try cloud()
    let database = container(cloud, "alice").privateCloudDatabase
    let root = try await savedList(in: database)
    let newer = try await database.record(for: root.recordID)
    newer["title"] = "Groceries"
    try await database.save(newer)
    let stale = CKShare(rootRecord: root)
    let refused = try await database.modifyRecords(saving: [stale, root], deleting: [])
    XCTAssertThrowsError(try refused.saveResults[root.recordID]?.get()) {
      XCTAssertEqual(($0 as? CKError)?.code, .serverRecordChanged)
    }
    let share = CKShare(rootRecord: root)
    let results = try await database.modifyRecords(
      saving: [share, root], deleting: [], savePolicy: .changedKeys)
    XCTAssertNoThrow(try results.saveResults[share.recordID]?.get())
    let current = try await database.record(for: root.recordID)
    XCTAssertEqual(current.share?.recordID, share.recordID)
  }

  /// Apple's client refuses a new share without its root, before any request.
  func testNewSharesNeedTheirRoots() async throws {
    let cloud = try cloud()
    let database = container(cloud, "alice").privateCloudDatabase
    let root = try await savedList(in: database)
    let other = CKRecord(recordType: "List", recordID: .init(recordName: "m", zoneID: zoneID))
    let share = CKShare(rootRecord: root)
    do {
      _ = try await database.modifyRecords(saving: [other, share], deleting: [])
      XCTFail("the share was saved alone")
    } catch let error as CKError {
      XCTAssertEqual(error.code, .invalidArguments)
      XCTAssertTrue(error.localizedDescription.contains("without its rootRecord"))
    }
    let stored = try await database.records(for: [other.recordID, share.recordID])
    XCTAssertEqual(stored.values.filter { (try? $0.get()) != nil }.count, 0)
    _ = try await database.modifyRecords(saving: [root, share], deleting: [])
    // A share that exists is saved alone.
    let fetched = try await database.record(for: share.recordID)
    fetched[CKShare.SystemFieldKey.title] = "Groceries"
    try await database.save(fetched)
  }

  func testAcceptEditLeave() async throws {
    let cloud = try cloud()
    let (alice, bob, root, share) = try await shared(cloud)
    XCTAssertEqual(share.participants.map(\.role), [.owner, .privateUser])
    XCTAssertEqual(share.participants.map(\.acceptanceStatus), [.accepted, .pending])
    XCTAssertEqual(share.owner.userIdentity.userRecordID?.recordName, CKCurrentUserDefaultName)
    let url = try XCTUnwrap(share.url)
    let metadata = try await bob.shareMetadata(for: url)
    XCTAssertEqual(metadata.participantStatus, .pending)
    XCTAssertEqual(metadata.participantPermission, .readWrite)
    let aliceID = try await alice.userRecordID()
    XCTAssertEqual(metadata.ownerIdentity.userRecordID, aliceID)
    let accepted = try await bob.accept(metadata)
    XCTAssertEqual(accepted.currentUserParticipant?.acceptanceStatus, .accepted)
    let zones = try await bob.sharedCloudDatabase.allRecordZones()
    let zone = try XCTUnwrap(zones.first)
    XCTAssertEqual(zone.zoneID.ownerName, aliceID.recordName)
    let id = CKRecord.ID(recordName: "l", zoneID: zone.zoneID)
    let record = try await bob.sharedCloudDatabase.record(for: id)
    XCTAssertEqual(record.creatorUserRecordID, aliceID)
    record["title"] = "Bob's"
    let edited = try await bob.sharedCloudDatabase.save(record)
    XCTAssertEqual(edited.lastModifiedUserRecordID?.recordName, CKCurrentUserDefaultName)
    let seen = try await alice.privateCloudDatabase.record(for: root.recordID)
    XCTAssertEqual(seen["title"] as? String, "Bob's")
    let bobID = try await bob.userRecordID()
    XCTAssertEqual(seen.lastModifiedUserRecordID, bobID)
    // A participant who deletes the share leaves it.
    let shareID = try XCTUnwrap(edited.share?.recordID)
    try await bob.sharedCloudDatabase.deleteRecord(withID: shareID)
    let left = try await bob.sharedCloudDatabase.allRecordZones()
    XCTAssertTrue(left.isEmpty)
  }

  /// Users who are not in a share yet have no identifier in it.
  func testSeveralUsersAreAdded() async throws {
    let cloud = try cloud()
    try cloud.addUser("carol")
    let alice = container(cloud, "alice")
    let share = CKShare(recordZoneID: zoneID)
    for name in ["bob", "carol"] as [UserName] {
      let id = try await container(cloud, name).userRecordID()
      share.addParticipant(try await alice.shareParticipant(forUserRecordID: id))
    }
    XCTAssertEqual(share.participants.map(\.role), [.owner, .privateUser, .privateUser])
    try await alice.privateCloudDatabase.save(CKRecordZone(zoneID: zoneID))
    let saved = try await alice.privateCloudDatabase.save(share)
    XCTAssertEqual((saved as? CKShare)?.participants.count, 3)
  }

  /// A client changes the participant that it found in the share.
  func testParticipantsAreChangedInPlace() async throws {
    let (alice, _, _, share) = try await shared(try cloud())
    let database = alice.privateCloudDatabase
    share.participants[1].permission = .readOnly
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: XCTUnwrap(share.copy() as? CKShare), requiringSecureCoding: true)
    let copy = try XCTUnwrap(
      NSKeyedUnarchiver.unarchivedObject(ofClass: CKShare.self, from: archive))
    let returned = try await database.save(copy)
    let saved = try XCTUnwrap(returned as? CKShare)
    XCTAssertEqual(saved.participants.map(\.permission), [.readWrite, .readOnly])
    saved.participants[1].role = .administrator
    let again = try await database.save(saved) as? CKShare
    XCTAssertEqual(again?.participants.map(\.role), [.owner, .administrator])
  }

  func testRightsThatNobodyCanHave() async throws {
    let (alice, _, _, share) = try await shared(try cloud())
    let changes: [(CKShare) -> Void] = [
      { $0.publicPermission = .unknown }, { $0.participants[1].permission = .unknown },
      { $0.participants[1].role = .owner }, { $0.owner.permission = .readOnly },
    ]
    for change in changes {
      let copy = try XCTUnwrap(share.copy() as? CKShare)
      change(copy)
      do {
        try await alice.privateCloudDatabase.save(copy)
        XCTFail("saved")
      } catch CKError.invalidArguments {}
    }
    try await alice.privateCloudDatabase.save(share)
  }

  /// The base of a share is the share that was fetched.
  func testAncestorsOfShares() async throws {
    let (alice, _, _, share) = try await shared(try cloud())
    let other = try XCTUnwrap(share.copy() as? CKShare)
    other[CKShare.SystemFieldKey.title] = "Other"
    try await alice.privateCloudDatabase.save(other)
    share.publicPermission = .readOnly
    share.removeParticipant(share.participants[1])
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: share, requiringSecureCoding: true)
    let copy = try XCTUnwrap(
      NSKeyedUnarchiver.unarchivedObject(ofClass: CKShare.self, from: archive))
    for changed in [share, copy] {
      do {
        try await alice.privateCloudDatabase.save(changed)
        XCTFail("saved")
      } catch let error as CKError {
        let ancestor = try XCTUnwrap(error.ancestorRecord as? CKShare)
        XCTAssertEqual(ancestor.publicPermission, .none)
        XCTAssertEqual(ancestor.participants.map(\.role), [.owner, .privateUser])
        XCTAssertEqual(ancestor.currentUserParticipant?.role, .owner)
        XCTAssertEqual((error.clientRecord as? CKShare)?.participants.count, 1)
      }
    }
  }

  func testAcceptingByOperations() async throws {
    let cloud = try cloud()
    let (_, bob, _, share) = try await shared(cloud)
    let url = try XCTUnwrap(share.url)
    let found = expectation(description: "metadata")
    let fetch = CKFetchShareMetadataOperation(shareURLs: [url])
    fetch.shouldFetchRootRecord = true
    let box = Box()
    fetch.perShareMetadataResultBlock = { _, result in box.set(try? result.get()) }
    fetch.fetchShareMetadataResultBlock = { result in
      XCTAssertNotNil(try? result.get())
      found.fulfill()
    }
    bob.add(fetch)
    await fulfillment(of: [found], timeout: 10)
    let metadata = try XCTUnwrap(box.metadata)
    XCTAssertEqual(metadata.rootRecord?["title"] as? String, "Groceries")
    let accepted = expectation(description: "accepted")
    let accept = CKAcceptSharesOperation(shareMetadatas: [metadata])
    accept.acceptSharesResultBlock = { result in
      XCTAssertNotNil(try? result.get())
      accepted.fulfill()
    }
    bob.add(accept)
    await fulfillment(of: [accepted], timeout: 10)
    let zones = try await bob.sharedCloudDatabase.allRecordZones()
    XCTAssertEqual(zones.count, 1)
  }

  private final class Box: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: CKShare.Metadata?

    func set(_ metadata: CKShare.Metadata?) { lock.withLock { stored = metadata } }
    var metadata: CKShare.Metadata? { lock.withLock { stored } }
  }

  func testIdentities() async throws {
    let cloud = try cloud()
    let (alice, bob) = (container(cloud, "alice"), container(cloud, "bob"))
    let bobID = try await bob.userRecordID()
    let found = try await alice.userIdentity(forUserRecordID: bobID)
    XCTAssertEqual(found?.userRecordID, bobID)
    XCTAssertEqual(found?.lookupInfo?.userRecordID, bobID)
    let nobody = try await alice.userIdentity(forEmailAddress: "nobody@example.com")
    XCTAssertNil(nobody)
    let many = try await alice.userIdentities(
      forUserRecordIDs: [bobID, .init(recordName: "_nobody")])
    XCTAssertEqual(Array(many.keys), [bobID])
    let contacts = try await alice.allUserIdentitiesFromContacts()
    XCTAssertTrue(contacts.contains { $0.userRecordID == bobID })
    let missing = try await alice.shareParticipants(forEmailAddresses: ["nobody@example.com"])
    XCTAssertEqual(missing.count, 1)
  }

  func testUsersWhoAreNotSignedIn() async throws {
    let cloud = try cloud()
    let container = CKContainer(
      nil, CloudChoice(CloudHost(cloud), as: Caller(user: .nobody)))
    let status = try await container.accountStatus()
    XCTAssertEqual(status, .noAccount)
    do {
      _ = try await container.userRecordID()
      XCTFail("nobody is signed in")
    } catch CKError.notAuthenticated {}
  }
}
