import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// `CKCurrentUserDefaultName` in requests means the user who makes them.
@Suite(.mockCloud)
struct CurrentUserTests {
  private let cloud: MockCloud
  private let container = CKContainer.default()
  private let me = CKRecord.ID(recordName: CKCurrentUserDefaultName)

  init() throws {
    cloud = try MockCloud.current
    try cloud.addUser("bob", email: "bob@example.com")
  }

  private var database: CKDatabase { container.publicCloudDatabase }

  private func names(_ format: String, _ argument: Any, as user: String? = nil) async throws
    -> [String]
  {
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: format, argument))
    return try await cloud.container(user: user).publicCloudDatabase.records(matching: query)
      .matchResults.map(\.0.recordName)
  }

  @Test func theRecordOfTheUser() async throws {
    let own = try await container.userRecordID()
    for database in [database, container.privateCloudDatabase] {
      let operation = CKFetchRecordsOperation.fetchCurrentUserRecordOperation()
      let log = Log()
      operation.perRecordResultBlock = { log.add("\($0.recordName) \($1.text)") }
      database.add(operation)
      await operation.end()
      #expect(log.lines == ["\(CKCurrentUserDefaultName) ok"])
      #expect(try await database.record(for: me).recordID == own)
    }
    let record = try await database.record(for: me)
    record["nick"] = "ann"
    try await database.save(record)
    let other = CKRecord(recordType: CKRecord.SystemType.userRecord, recordID: me)
    other["color"] = "red"
    let saved = try await database.modifyRecords(
      saving: [other], deleting: [], savePolicy: .changedKeys)
    #expect(saved.saveResults[me]?.text == "ok")
    let stored = try await database.record(for: own)
    #expect(stored["nick"] as? String == "ann" && stored["color"] as? String == "red")
    // Bob's is another one.
    let bobs = try await cloud.container(user: "bob").publicCloudDatabase.record(for: me)
    #expect(bobs.recordID != own && bobs["nick"] == nil)
  }

  @Test func references() async throws {
    let own = try await container.userRecordID()
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: "n"))
    record["author"] = CKRecord.Reference(recordID: me, action: .none)
    record["readers"] = [CKRecord.Reference(recordID: me, action: .none)]
    try await database.save(record)
    let seen = try await cloud.container(user: "bob").publicCloudDatabase.record(
      for: record.recordID)
    #expect((seen["author"] as? CKRecord.Reference)?.recordID == own)
    #expect((seen["readers"] as? [CKRecord.Reference])?.map(\.recordID) == [own])

    for id in [me, own] {
      let reference = CKRecord.Reference(recordID: id, action: .none)
      #expect(try await names("author == %@", reference) == ["n"])
      #expect(try await names("readers CONTAINS %@", reference) == ["n"])
      #expect(try await names("creatorUserRecordID == %@", id) == ["n"])
    }
    let mine = CKRecord.Reference(recordID: me, action: .none)
    #expect(try await names("author == %@", mine, as: "bob") == [])
  }

  @Test func people() async throws {
    let own = try await container.userRecordID()
    let found = try await container.userIdentity(forUserRecordID: me)
    #expect(found?.userRecordID == me)
    #expect(try await container.userIdentities(forUserRecordIDs: [me]).keys.map { $0 } == [me])
    #expect(try await container.userIdentities(forUserRecordIDs: [own]).keys.map { $0 } == [own])
    let participant = try await container.shareParticipant(forUserRecordID: me)
    #expect(participant.userIdentity.userRecordID == me)

    let infos: [CKUserIdentity.LookupInfo] = [
      .init(userRecordID: me), .init(emailAddress: "bob@example.com"),
      .init(emailAddress: "nobody@example.com"),
    ]
    let operation = CKDiscoverUserIdentitiesOperation(userIdentityLookupInfos: infos)
    let log = Log()
    operation.userIdentityDiscoveredBlock = { _, info in
      log.add(info.emailAddress ?? info.userRecordID?.recordName ?? "")
    }
    container.add(operation)
    await operation.end()
    #expect(log.lines == [CKCurrentUserDefaultName, "bob@example.com"])
  }

  @Test func seedsAndErrorsOfRecords() async throws {
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: "n"))
    record["author"] = CKRecord.Reference(recordID: me, action: .none)
    try cloud.seed([record], in: .public, user: "bob")
    let bob = try await cloud.container(user: "bob").userRecordID()
    let seen = try await database.record(for: record.recordID)
    #expect((seen["author"] as? CKRecord.Reference)?.recordID == bob)

    try cloud.setRecordErrors([me], .zoneBusy, in: .public)
    do {
      _ = try await database.record(for: me)
      Issue.record("the error does not act")
    } catch let error as CKError {
      #expect(error.code == .zoneBusy)
    }
    _ = try await cloud.container(user: "bob").publicCloudDatabase.record(for: me)
  }

  /// It is the name of a user alone.
  @Test func otherRecordsCannotHaveTheName() async throws {
    let zoneID = CKRecordZone.ID(zoneName: "Notes")
    try cloud.seed([], zones: [CKRecordZone(zoneID: zoneID)])
    let record = CKRecord(
      recordType: "Note", recordID: .init(recordName: CKCurrentUserDefaultName, zoneID: zoneID))
    do {
      try await container.privateCloudDatabase.save(record)
      Issue.record("the record was saved")
    } catch let error as CKError {
      #expect(error.code == .invalidArguments)
    }
  }
}
