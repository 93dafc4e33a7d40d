import CloudKit
import MockCloudKit
import Testing

/// Users who are found by their addresses, and what a link to a share says.
struct PeopleTests {
  private let alice: CKContainer
  private let bob: CKContainer
  private let bobsPhone = "+495678"
  private let unknownPhone = "+490000"

  init() throws {
    let cloud = try MockCloud(
      json: """
        {"defaults": {"user": "alice"}, "users": [
          {"alias": "alice", "emailAddress": "alice@example.com", "phoneNumber": "+491234"},
          {"alias": "bob", "emailAddress": "bob@example.com", "phoneNumber": "+495678"}]}
        """)
    alice = cloud.container(user: "alice")
    bob = cloud.container(user: "bob")
  }

  @Test func theUsersAnswerByAHandler() async throws {
    func status() async -> CKContainer.ApplicationPermissionStatus {
      await withCheckedContinuation { continuation in
        bob.status(forApplicationPermission: .userDiscoverability) { status, error in
          #expect(error == nil)
          continuation.resume(returning: status)
        }
      }
    }
    #expect(await status() == .initialState)
    #expect(try await bob.requestApplicationPermission(.userDiscoverability) == .granted)
    #expect(await status() == .granted)
  }

  @Test func usersByTheirAddresses() async throws {
    _ = try await bob.requestApplicationPermission(.userDiscoverability)
    let bobsID = try await bob.userRecordID()
    let found = try #require(try await alice.userIdentity(forPhoneNumber: bobsPhone))
    #expect(found.userRecordID == bobsID && found.hasiCloudAccount)
    #expect(found.lookupInfo == CKUserIdentity.LookupInfo(phoneNumber: bobsPhone))
    // The cloud has no contacts.
    #expect(found.contactIdentifiers == [])
    #expect(try await alice.userIdentity(forPhoneNumber: unknownPhone) == nil)

    let byPhone = try await alice.userIdentities(forPhoneNumbers: [bobsPhone, unknownPhone])
    #expect(byPhone.mapValues(\.userRecordID) == [bobsPhone: bobsID])
    let byMail = try await alice.userIdentities(
      forEmailAddresses: ["bob@example.com", "nobody@example.com"])
    #expect(byMail.mapValues(\.userRecordID) == ["bob@example.com": bobsID])
  }

  @Test func participantsByTheirAddresses() async throws {
    let bobsID = try await bob.userRecordID()
    let participant = try await alice.shareParticipant(forPhoneNumber: bobsPhone)
    #expect(participant.userIdentity.userRecordID == bobsID)
    #expect(participant.userIdentity.lookupInfo?.phoneNumber == bobsPhone)

    let byPhone = try await alice.shareParticipants(forPhoneNumbers: [bobsPhone, unknownPhone])
    #expect(byPhone.keys.sorted() == [unknownPhone, bobsPhone])
    #expect(try byPhone[bobsPhone]?.get().userIdentity.userRecordID == bobsID)
    // Somebody without an account can be invited.
    #expect(try byPhone[unknownPhone]?.get().userIdentity.userRecordID == nil)

    let nobody = CKRecord.ID(recordName: "_nobody")
    let byID = try await alice.shareParticipants(forUserRecordIDs: [bobsID, nobody])
    #expect(try byID[bobsID]?.get().userIdentity.userRecordID == bobsID)
    #expect(throws: CKError.self) { try byID[nobody]?.get() }
  }

  @Test func whatLookupsAreMadeOf() {
    let names = [CKRecord.ID(recordName: "a"), CKRecord.ID(recordName: "b")]
    #expect(CKUserIdentity.LookupInfo.lookupInfos(with: names).map(\.userRecordID) == names)
    #expect(
      CKUserIdentity.LookupInfo.lookupInfos(withEmails: ["a@example.com"])
        == [CKUserIdentity.LookupInfo(emailAddress: "a@example.com")])
    #expect(
      CKUserIdentity.LookupInfo.lookupInfos(withPhoneNumbers: [bobsPhone, bobsPhone])
        .map(\.phoneNumber) == [bobsPhone, bobsPhone])
  }

  @Test func whatALinkSays() async throws {
    let zoneID = CKRecordZone.ID(zoneName: "Lists")
    let database = alice.privateCloudDatabase
    try await database.save(CKRecordZone(zoneID: zoneID))
    let root = CKRecord(recordType: "List", recordID: .init(recordName: "l", zoneID: zoneID))
    let share = CKShare(rootRecord: root)
    share[CKShare.SystemFieldKey.shareType] = "org.example.list"
    share[CKShare.SystemFieldKey.thumbnailImageData] = Data([1, 2])
    share.publicPermission = .readWrite
    _ = try await database.modifyRecords(saving: [root, share], deleting: [])
    let url = try #require(share.url)

    let metadata = try await withCheckedThrowingContinuation { continuation in
      bob.fetchShareMetadata(with: url) { metadata, error in
        continuation.resume(
          with: metadata.map { .success($0) } ?? .failure(error ?? CKError(.internalError)))
      }
    }
    #expect(metadata.hierarchicalRootRecordID?.recordName == "l")
    #expect(metadata.participantType == .publicUser)
    #expect(metadata.share[CKShare.SystemFieldKey.shareType] as? String == "org.example.list")
    #expect(metadata.share[CKShare.SystemFieldKey.thumbnailImageData] as? Data == Data([1, 2]))
    #expect(try await alice.shareMetadata(for: url).participantType == .owner)

    let foreign = try #require(URL(string: "https://www.icloud.com/share/none"))
    let all = try await bob.shareMetadatas(for: [url, foreign])
    #expect(all.count == 2)
    #expect(try all[url]?.get().share.recordID.recordName == share.recordID.recordName)
    #expect(throws: CKError.self) { try all[foreign]?.get() }
  }
}
