import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// The harness, as the tests of an app use it.
@Suite(.mockCloud)
struct HarnessTests {
  private let zoneID = CKRecordZone.ID(zoneName: "Notes")

  private func note(_ name: String, _ title: String = "Milk") -> CKRecord {
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: name, zoneID: zoneID))
    record["title"] = title
    return record
  }

  private func database() async throws -> CKDatabase {
    let database = CKContainer.default().privateCloudDatabase
    try await database.save(CKRecordZone(zoneID: zoneID))
    return database
  }

  @Test func zonesWithOneKey() async throws {
    let cloud = try MockCloud.current
    let database = CKContainer.default().privateCloudDatabase
    let zone = CKRecordZone(zoneName: "Secret")
    zone.encryptionScope = .perZone
    let saved = try await database.save(zone)
    #expect(saved.encryptionScope == .perZone)
    #expect(saved.capabilities == [.fetchChanges, .atomic, .zoneWideSharing])
    #expect(try await database.recordZone(for: zone.zoneID).encryptionScope == .perZone)
    do {
      try await database.save(CKRecordZone(zoneName: "Secret"))
      Issue.record("the scope was changed")
    } catch let error as CKError {
      #expect(error.code == .serverRejectedRequest)
    }
    // Who names no scope means that of the zone.
    #expect(try cloud.core.privateDatabase.createZone(named: "Secret").encryptionScope == .perZone)
    let hash = try cloud.perform(GetStateHash())
    let loaded = try MockCloud()
    try loaded.load(try cloud.state())
    #expect(try loaded.perform(GetStateHash()) == hash)
    let kept = try await loaded.container().privateCloudDatabase.recordZone(for: zone.zoneID)
    #expect(kept.encryptionScope == .perZone)
    try await database.deleteRecordZone(withID: zone.zoneID)
    try await database.save(CKRecordZone(zoneName: "Secret"))
    #expect(try cloud.perform(GetStateHash()) != hash)
    #expect(throws: MockCloud.Misuse.self) { try cloud.seed([], zones: [zone]) }
  }

  // MARK: Which cloud

  /// Twenty tests in parallel, each of which would find the records of another one.
  @Test(arguments: 0..<20) func testsHaveCloudsOfTheirOwn(number: Int) async throws {
    let database = try await database()
    try await database.save(note("n"))
    let stored = try MockCloud.current.journal(of: .modifyRecords)
    #expect(stored.map(\.status) == [0])
  }

  @Test func theTasksCloudComesFirst() async throws {
    let (mine, other) = (try MockCloud(), try MockCloud())
    let container = MockCloud.with(mine) { CKContainer.default() }
    try await MockCloud.with(other) {
      // The container stays in its cloud.
      try await container.privateCloudDatabase.save(CKRecord(recordType: "Note"))
    }
    #expect(try mine.journal().count == 1)
    #expect(try other.journal().isEmpty)
    let inTask = try await MockCloud.with(other) {
      try await Task {
        try await CKContainer.default().privateCloudDatabase.save(CKRecord(recordType: "Note"))
      }.value
    }
    #expect(inTask.recordChangeTag != nil)
    #expect(try other.journal().count == 1)
  }

  @Test func errorsPassThroughWith() throws {
    struct Failure: Error {}
    let cloud = try MockCloud()
    #expect(throws: Failure.self) { try MockCloud.with(cloud) { throw Failure() } }
    #expect(throws: Failure.self) { try cloud.as(user: "me") { throw Failure() } }
  }

  // MARK: Who calls

  @Test func usersAndDevices() async throws {
    let cloud = try MockCloud.current
    let alice = try cloud.addUser("alice", devices: ["phone", "tablet"])
    let container = cloud.as(user: "alice", device: "phone") { CKContainer.default() }
    try await container.privateCloudDatabase.save(CKRecord(recordType: "Note"))
    #expect(try cloud.journal(user: "alice").map(\.device) == ["phone"])
    #expect(try await container.userRecordID() == alice)
    let tablet = cloud.container("iCloud.x", device: "tablet")
    #expect(tablet.containerIdentifier == "iCloud.x")
    #expect(try await tablet.userRecordID() == alice)
    #expect(try cloud.journal(device: "tablet").count == 1)
  }

  // MARK: Errors

  @Test func errorsOfOperations() async throws {
    let cloud = try MockCloud.current
    let database = try await database()
    try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 3, times: 1)
    do {
      try await database.save(note("n"))
      Issue.record("saved")
    } catch let error as CKError {
      #expect(error.code == .zoneBusy)
      #expect(error.retryAfterSeconds == 3)
    }
    try await database.save(note("n"))
    try cloud.setError(.networkFailure, for: .any(.fetchRecords, .query))
    #expect(
      await code { _ = try await database.record(for: note("n").recordID) } == .networkFailure)
    try cloud.setError(nil, for: .any(.fetchRecords, .query))
    _ = try await database.record(for: note("n").recordID)
  }

  @Test func errorsOfRecords() async throws {
    let cloud = try MockCloud.current
    let database = try await database()
    try cloud.setRecordErrors([note("b").recordID], .quotaExceeded)
    let results = try await database.modifyRecords(
      saving: [note("a"), note("b")], deleting: [], atomically: false)
    #expect((try? results.saveResults[note("a").recordID]?.get()) != nil)
    #expect(await code { _ = try results.saveResults[note("b").recordID]?.get() } == .quotaExceeded)
    // The zone counts: another zone has a record of the same name.
    try await database.save(CKRecord(recordType: "Note", recordID: .init(recordName: "b")))
    try cloud.setRecordErrors([])
    try await database.save(note("b"))
  }

  @Test func rules() async throws {
    let cloud = try MockCloud.current
    let database = try await database()
    let names = try cloud.addFaults(
      MockCloud.FaultRule(
        id: "busy", when: .calls("records/modify"), limit: .first(1),
        then: [.error(.zoneBusy(retryAfter: 2))]))
    #expect(names == ["busy"])
    #expect(await code { try await database.save(note("n")) } == .zoneBusy)
    try await database.save(note("n"))
    try cloud.removeFault("busy")
    #expect(throws: MockCloud.Misuse.self) { try cloud.removeFault("busy") }
  }

  @Test func networksOfDevices() async throws {
    let cloud = try MockCloud.current
    try cloud.addDevice("tablet")
    let (phone, tablet) = (cloud.container(), cloud.container(device: "tablet"))
    try cloud.setNetwork(.offline, device: "tablet")
    #expect(await code { _ = try await tablet.userRecordID() } == .networkUnavailable)
    _ = try await phone.userRecordID()
    try cloud.heal()
    _ = try await tablet.userRecordID()
  }

  @Test func tokensAndZonesThatAreLost() async throws {
    let cloud = try MockCloud.current
    let database = try await database()
    try await database.save(note("n"))
    let token = try await database.recordZoneChanges(inZoneWith: zoneID, since: nil).changeToken
    try cloud.expireTokens()
    let expired = await code {
      _ = try await database.recordZoneChanges(inZoneWith: zoneID, since: token)
    }
    #expect(expired == .changeTokenExpired)
    let start = try await database.databaseChanges(since: nil).changeToken
    try cloud.purge(zoneID)
    let changes = try await database.databaseChanges(since: start)
    #expect(changes.deletions.map(\.reason) == [.purged])
    #expect(await code { try await database.save(note("n")) } == .userDeletedZone)
  }

  // MARK: Accounts

  @Test func changesOfAccountsArePosted() async throws {
    let cloud = try MockCloud.current
    let container = CKContainer.default()
    await confirmation(expectedCount: 2) { posted in
      let observer = NotificationCenter.default.addObserver(
        forName: .CKAccountChanged, object: nil, queue: nil
      ) { _ in
        // Other tests post it at the same time, in clouds of their own.
        if (try? MockCloud.current.core) === cloud.core { posted() }
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      try? cloud.setAccountStatus(.noAccount)
      #expect(await code { _ = try await container.userRecordID() } == .notAuthenticated)
      #expect((try? await container.accountStatus()) == .noAccount)
      try? cloud.setAccountStatus(.available)
      try? cloud.setAccountStatus(.available)
    }
    _ = try await container.userRecordID()
  }

  @Test func signingInAndOut() async throws {
    let cloud = try MockCloud.current
    let alice = try cloud.addUser("alice")
    let container = cloud.container(device: "device-1")
    try cloud.signIn("alice", device: "device-1")
    #expect(try await container.userRecordID() == alice)
    try cloud.signOut(device: "device-1")
    #expect(try await container.accountStatus() == .noAccount)
    try cloud.signIn("me", device: "device-1")
    #expect(try await CKContainer.default().accountStatus() == .available)
  }

  // MARK: Pushes

  @Test func pushesAreDictionaries() async throws {
    let cloud = try MockCloud.current
    try cloud.addDevice("tablet")
    let database = try await database()
    let subscription = CKRecordZoneSubscription(zoneID: zoneID, subscriptionID: "notes")
    let info = CKSubscription.NotificationInfo()
    info.shouldSendContentAvailable = true
    subscription.notificationInfo = info
    try await database.save(subscription)
    try await database.save(note("n"))
    let pushes = try cloud.takePushes()
    #expect(pushes.map(\.device) == ["tablet"], "the device that saved gets none")
    let notification = try #require(pushes.first?.notification as? CKRecordZoneNotification)
    #expect(notification.subscriptionID == "notes")
    #expect(notification.recordZoneID == zoneID)
    #expect(try cloud.takePushes().isEmpty)
  }

  @Test func pushesStayForTheirDevice() async throws {
    let cloud = try MockCloud.current
    try cloud.addDevice("tablet")
    let database = try await database()
    let subscription = CKDatabaseSubscription(subscriptionID: "all")
    let info = CKSubscription.NotificationInfo()
    info.shouldSendContentAvailable = true
    subscription.notificationInfo = info
    try await database.save(subscription)
    try await database.save(note("n"))
    #expect(try cloud.takePushes(device: "device-1").isEmpty)
    #expect(try cloud.takePushes(device: "tablet").count == 1)
  }

  // MARK: The journal

  /// What cannot be sent is in the journal, with the error that its client got.
  @Test func callsThatCannotBeSent() async throws {
    let cloud = try MockCloud.current
    let database = CKContainer.default().privateCloudDatabase
    let mixed = CKRecord(recordType: "Note")
    mixed["list"] = NSArray(array: [1, "x"])
    #expect(await code { try await database.save(mixed) } == .invalidArguments)
    #expect(try cloud.journal(of: .modifyRecords).map(\.status) == [12])
    let query = CKQuery(recordType: "Note", predicate: NSPredicate { _, _ in true })
    #expect(await code { _ = try await database.records(matching: query) } == .invalidArguments)
    let operation = CKQueryOperation(query: query)
    database.add(operation)
    await operation.end()
    #expect(try cloud.journal(of: .query).map(\.status) == [12, 12])
    #expect(cloud.call("mock/journal").status == 0)
    #expect(try cloud.core.problems().isEmpty)
  }

  // MARK: State and time

  @Test func seedsSnapshotsAndForks() async throws {
    let cloud = try MockCloud.current
    try cloud.seed([note("a")], zones: [CKRecordZone(zoneName: "Empty")])
    let database = CKContainer.default().privateCloudDatabase
    let seeded = try await database.record(for: note("a").recordID)
    #expect(seeded["title"] == "Milk")
    try cloud.snapshot("start")
    let fork = cloud.fork()
    try await database.deleteRecord(withID: seeded.recordID)
    #expect(await code { _ = try await database.record(for: seeded.recordID) } == .unknownItem)
    let forked = fork.container().privateCloudDatabase
    _ = try await forked.record(for: seeded.recordID)
    try cloud.restore("start")
    _ = try await database.record(for: seeded.recordID)
    let other = try MockCloud()
    try other.load(try cloud.state())
    _ = try await other.container().privateCloudDatabase.record(for: seeded.recordID)
    try cloud.reset()
    #expect(await code { _ = try await database.record(for: seeded.recordID) } == .zoneNotFound)
  }

  /// A record that cannot be sent cannot be seeded.
  @Test func seedsAreChecked() throws {
    let record = CKRecord(recordType: "")
    let cloud = try MockCloud.current
    #expect(throws: MockCloud.Misuse.self) { try cloud.seed([record]) }
  }

  @Test func commitsHaveStampsOfTheirOwn() async throws {
    let cloud = try MockCloud.current
    let database = try await database()
    var last = try cloud.now
    for number in 0..<5 {
      let saved = try await database.save(note("n\(number)"))
      let date = try #require(saved.modificationDate)
      #expect(date.timeIntervalSince(last) >= 0.0009)
      last = date
    }
    // A fork and a restored snapshot go on in the same way.
    try cloud.snapshot("s")
    try cloud.restore("s")
    let first = try await database.save(note("x")).modificationDate
    let second = try await database.save(note("y")).modificationDate
    #expect(try #require(second) > #require(first))
    try cloud.advance(by: 60)
    #expect(try cloud.now.timeIntervalSince(last) > 60)
    #expect(throws: MockCloud.Misuse.self) { try cloud.advance(by: -1) }
    #expect(throws: MockCloud.Misuse.self) { try cloud.advance(by: .nan) }
  }

  @Test func commitsHaveStampsOfTheirOwnAfterAReset() async throws {
    let cloud = try MockCloud.current
    try cloud.reset()
    let database = try await database()
    let first = try await database.save(note("x")).modificationDate
    let second = try await database.save(note("y")).modificationDate
    #expect(try #require(second) > #require(first))
  }

  /// Handles of one cloud share its clock, and what waits for it.
  @Test func handlesOfOneCloud() async throws {
    let cloud = try MockCloud.current
    let other = MockCloud(cloud.core)
    try cloud.holdClock()
    #expect(other.isClockHeld)
    try cloud.addFaults(
      MockCloud.FaultRule(
        id: "slow", when: .calls("records/lookup"), then: [.latency(seconds: 5)]))
    let operation = CKFetchRecordsOperation(recordIDs: [note("n").recordID])
    cloud.container().privateCloudDatabase.add(operation)
    try other.advance(by: 6)
    await operation.end()
    #expect(operation.isFinished)
  }

  /// A cursor keeps the query that it is of.
  @Test func queriesMayBeChangedAfterwards() async throws {
    let database = try await database()
    for number in 0..<4 { try await database.save(note("n\(number)")) }
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
    let page = try await database.records(matching: query, inZoneWith: zoneID, resultsLimit: 2)
    query.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let cursor = try #require(page.queryCursor)
    let rest = try await database.records(continuingMatchFrom: cursor)
    #expect(rest.matchResults.count == 2)
  }

  /// What could have no effect is refused.
  @Test func settingsWithoutEffect() throws {
    let cloud = try MockCloud()
    func refuses(_ key: String, _ body: () throws(MockCloud.Misuse) -> Void) {
      do throws(MockCloud.Misuse) {
        try body()
        Issue.record("\(key) was accepted")
      } catch {
        #expect(error.key == key)
      }
    }
    refuses("times") { () throws(MockCloud.Misuse) in try cloud.setError(nil, times: 3) }
    refuses("after") { () throws(MockCloud.Misuse) in try cloud.setError(nil, after: 1) }
    refuses("retryAfter") { () throws(MockCloud.Misuse) in
      try cloud.setError(.zoneBusy, retryAfter: .infinity)
    }
    refuses("recordNames") { () throws(MockCloud.Misuse) in
      try cloud.setRecordErrors([], .zoneBusy)
    }
    refuses("times") { () throws(MockCloud.Misuse) in try cloud.setRecordErrors([], times: 3) }
    refuses("bytesPerSecond") { () throws(MockCloud.Misuse) in
      try cloud.setNetwork(.offline, bytesPerSecond: 10)
    }
    refuses("device") { () throws(MockCloud.Misuse) in _ = try cloud.takePushes(device: "fax") }
    refuses("device") { () throws(MockCloud.Misuse) in _ = try cloud.hasEnded(device: "fax") }
    var configuration = MockCloud.Configuration()
    configuration.clock = nil
    let onSystemClock = try MockCloud(configuration)
    refuses("clock") { () throws(MockCloud.Misuse) in try onSystemClock.holdClock() }
    #expect(!onSystemClock.isClockHeld)
    try cloud.setError(nil)
    try cloud.setRecordErrors([])
  }

  @Test func callsByName() throws {
    let cloud = try MockCloud.current
    let answer = cloud.call("mock/users/add", #"{"alias": "bob"}"#)
    #expect(answer.status == 0)
    #expect(cloud.call("mock/nonsense").status == MisuseStatus.unknownOperation.rawValue)
  }
}
