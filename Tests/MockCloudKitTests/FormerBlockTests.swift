import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// The older blocks of operations, beside the newer ones: each is called once.
@Suite(.mockCloud)
struct FormerBlockTests {
  private let zoneID = CKRecordZone.ID(zoneName: "Notes")
  private let cloud: MockCloud
  private let container = CKContainer.default()
  private let log = Log()

  init() throws {
    cloud = try MockCloud.current
    try cloud.seed([note("a")], zones: [CKRecordZone(zoneID: zoneID)])
  }

  private var missing: CKRecord.ID { CKRecord.ID(recordName: "missing", zoneID: zoneID) }

  private func note(_ name: String) -> CKRecord {
    CKRecord(recordType: "Note", recordID: .init(recordName: name, zoneID: zoneID))
  }

  private func code(_ error: (any Error)?) -> Int { (error as? CKError)?.errorCode ?? 0 }

  private func run(_ operation: CKOperation) async {
    if let operation = operation as? CKDatabaseOperation {
      container.privateCloudDatabase.add(operation)
    } else {
      container.add(operation)
    }
    await operation.end()
  }

  @Test func records() async throws {
    let log = log
    let saving = CKModifyRecordsOperation(
      recordsToSave: [note("b"), note("a")], recordIDsToDelete: [missing])
    saving.isAtomic = false
    saving.perRecordCompletionBlock = { log.add("\($0.recordID.recordName) \(code($1))") }
    saving.modifyRecordsResultBlock = { log.add("result \($0.text)") }
    saving.modifyRecordsCompletionBlock = {
      log.add("\($0?.count ?? -1) \($1?.count ?? -1) \(code($2))")
    }
    await run(saving)
    #expect(log.lines == ["b 0", "a 14", "result 2", "1 1 2"])

    let fetching = CKFetchRecordsOperation(recordIDs: [note("a").recordID, missing])
    fetching.perRecordCompletionBlock = {
      log.add("\($0 == nil) \($1?.recordName ?? "") \(code($2))")
    }
    fetching.fetchRecordsResultBlock = { log.add("result \($0.text)") }
    fetching.fetchRecordsCompletionBlock = { log.add("\($0?.count ?? -1) \(code($1))") }
    await run(fetching)
    #expect(log.lines.dropFirst(4) == ["false a 0", "true missing 11", "result 2", "1 2"])
  }

  @Test func queries() async throws {
    let log = log
    let operation = CKQueryOperation(
      query: CKQuery(recordType: "Note", predicate: NSPredicate(value: true)))
    operation.recordMatchedBlock = { log.add("\($0.recordName) \($1.text)") }
    operation.recordFetchedBlock = { log.add("fetched \($0.recordID.recordName)") }
    operation.queryResultBlock = { log.add("result \($0.text)") }
    operation.queryCompletionBlock = { log.add("\($0 == nil) \(code($1))") }
    await run(operation)
    #expect(log.lines == ["a ok", "fetched a", "result ok", "true 0"])
  }

  @Test func changes() async throws {
    let (log, zoneID) = (log, zoneID)
    let zones = CKFetchDatabaseChangesOperation(previousServerChangeToken: nil)
    zones.changeTokenUpdatedBlock = { _ in log.add("token") }
    zones.recordZoneWithIDChangedBlock = { log.add("zone \($0.zoneName)") }
    zones.fetchDatabaseChangesResultBlock = { log.add("result \($0.text)") }
    zones.fetchDatabaseChangesCompletionBlock = { log.add("\($0 != nil) \($1) \(code($2))") }
    await run(zones)
    #expect(log.lines == ["zone Notes", "token", "result ok", "true false 0"])

    let options = CKFetchRecordZoneChangesOperation.ZoneOptions()
    options.resultsLimit = 10
    let records = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [zoneID, .init(zoneName: "Other")], optionsByRecordZoneID: [zoneID: options])
    #expect(records.optionsByRecordZoneID?[zoneID]?.resultsLimit == 10)
    records.recordChangedBlock = { log.add($0.recordID.recordName) }
    records.recordZoneFetchCompletionBlock = {
      log.add("\($0.zoneName) \($1 != nil) \($2 != nil) \($3) \(code($4))")
    }
    records.fetchRecordZoneChangesResultBlock = { log.add("result \($0.text)") }
    records.fetchRecordZoneChangesCompletionBlock = { log.add("\(code($0))") }
    await run(records)
    #expect(
      log.lines.dropFirst(4) == [
        "a", "Notes true false false 0", "Other false false false 26", "result 2", "2",
      ])
  }

  @Test func zonesAndSubscriptions() async throws {
    let (log, zoneID) = (log, zoneID)
    let saving = CKModifyRecordZonesOperation(
      recordZonesToSave: [CKRecordZone(zoneName: "Other")],
      recordZoneIDsToDelete: [.init(zoneName: "None")])
    saving.modifyRecordZonesCompletionBlock = {
      log.add("\($0?.count ?? -1) \($1?.count ?? -1) \(code($2))")
    }
    await run(saving)
    let fetching = CKFetchRecordZonesOperation(recordZoneIDs: [zoneID])
    fetching.fetchRecordZonesCompletionBlock = { log.add("\($0?.keys.count ?? -1) \(code($1))") }
    await run(fetching)
    let subscribing = CKModifySubscriptionsOperation(
      subscriptionsToSave: [CKRecordZoneSubscription(zoneID: zoneID, subscriptionID: "s")])
    subscribing.modifySubscriptionsCompletionBlock = {
      log.add("\($0?.count ?? -1) \($1?.count ?? -1) \(code($2))")
    }
    await run(subscribing)
    let listing = CKFetchSubscriptionsOperation.fetchAllSubscriptionsOperation()
    listing.fetchSubscriptionCompletionBlock = {
      log.add("\($0?.keys.sorted() ?? []) \(code($1))")
    }
    await run(listing)
    #expect(log.lines == ["1 0 2", "1 0", "1 0 0", "[\"s\"] 0"])
  }

  @Test func sharesAndPeople() async throws {
    let log = log
    try cloud.addUser("bob", email: "bob@example.com")
    let root = note("root")
    let share = CKShare(rootRecord: root)
    share.publicPermission = .readOnly
    let saved = try await container.privateCloudDatabase.modifyRecords(
      saving: [root, share], deleting: [])
    let url = try #require((try saved.saveResults[share.recordID]?.get() as? CKShare)?.url)
    let bob = cloud.container(user: "bob")

    let metadata = CKFetchShareMetadataOperation(shareURLs: [url])
    nonisolated(unsafe) var found: CKShare.Metadata?
    metadata.perShareMetadataBlock = {
      found = $1
      log.add("\($0 == url) \($1 != nil) \(code($2))")
    }
    metadata.fetchShareMetadataCompletionBlock = { log.add("\(code($0))") }
    bob.add(metadata)
    await metadata.end()
    let accepting = CKAcceptSharesOperation(shareMetadatas: [try #require(found)])
    accepting.perShareCompletionBlock = { log.add("\($1 != nil) \(code($2))") }
    accepting.acceptSharesCompletionBlock = { log.add("\(code($0))") }
    bob.add(accepting)
    await accepting.end()
    #expect(log.lines == ["true true 0", "0", "true 0", "0"])

    let info = CKUserIdentity.LookupInfo(emailAddress: "bob@example.com")
    let people = CKFetchShareParticipantsOperation(userIdentityLookupInfos: [info])
    people.shareParticipantFetchedBlock = {
      log.add($0.userIdentity.lookupInfo?.emailAddress ?? "")
    }
    people.fetchShareParticipantsCompletionBlock = { log.add("\(code($0))") }
    await run(people)
    let discovering = CKDiscoverUserIdentitiesOperation(userIdentityLookupInfos: [info])
    discovering.discoverUserIdentitiesCompletionBlock = { log.add("one \(code($0))") }
    await run(discovering)
    let all = CKDiscoverAllUserIdentitiesOperation()
    all.discoverAllUserIdentitiesCompletionBlock = { log.add("all \(code($0))") }
    await run(all)
    #expect(log.lines.dropFirst(4) == ["bob@example.com", "0", "one 0", "all 0"])
  }
}
