import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudKitFramework
import MockCloudTesting
import Testing

/// The cloud behind the mocks: whose data they show, and what its faults do to them.
@Suite(.mockCloud)
struct CloudTests {
  private let log = Log()

  @Test func theDatabasesAreThoseOfTheCloud() async throws {
    let (mock, real) = (MockCKContainer.default(), CKContainer.default())
    for scope in [CKDatabase.Scope.public, .private] {
      let record = note("a")
      mock.database(with: scope).add(modification(saving: [record], log))
      let fetched = try await real.database(with: scope).record(for: id("a"))
      #expect(fetched.recordChangeTag == record.recordChangeTag)
      fetched["title"] = "Bread"
      try await real.database(with: scope).save(fetched)
      // The client's object is not of that version.
      let stored = try #require(mock.database(with: scope).getRecords()?.first)
      #expect(stored !== record && stored["title"] as? String == "Bread")
    }
    try MockCloud.current.seed([note("seeded")])
    #expect(mock.privateCloudDatabase.names == ["a", "seeded"])
    // What the mock saved can be saved as CloudKit saves: it has the tag.
    let record = note("b")
    mock.privateCloudDatabase.add(modification(saving: [record], log))
    record["title"] = "Bread"
    try await real.privateCloudDatabase.save(record)
    // And a conflict has the version that was saved as the common ancestor, as the service has it.
    record["date"] = Date(timeIntervalSince1970: 1.000_4)
    mock.privateCloudDatabase.add(modification(saving: [record], log))
    let other = try await real.privateCloudDatabase.record(for: id("b"))
    other["title"] = "Butter"
    try await real.privateCloudDatabase.save(other)
    record["title"] = "Salt"
    let error = await #expect(throws: CKError.self) {
      try await real.privateCloudDatabase.save(record)
    }
    #expect(error?.ancestorRecord?["title"] as? String == "Bread")
    #expect(error?.ancestorRecord?["date"] as? Date == Date(timeIntervalSince1970: 1))
  }

  @Test func faultsOfTheCloud() throws {
    let database = MockCKContainer.default().privateCloudDatabase
    let cloud = try #require(MockCKContainer.default().cloud)
    database.addRecords(records: [note("a"), note("b")])
    try cloud.setError(.zoneBusy, for: .fetchRecords, times: 1)
    database.add(fetch("a", log: log))
    try cloud.setRecordErrors([id("b")], .permissionFailure)
    let operation = fetch("a", "b", log: log)
    var failure: NSError?
    operation.fetchRecordsResultBlock = { failure = $0.error }
    database.add(operation)
    #expect(
      log.lines == [
        "result 23", "completion", "a 1.0", "fetch a ok", "b 1.0", "fetch b 10", "completion",
      ])
    // As CloudKit has it.
    let errors = failure.flatMap { ($0 as any Error) as? CKError }?.partialErrorsByItemID
    #expect((errors?[id("b")] as? CKError)?.code == .permissionFailure)
    #expect(try cloud.journal(of: .fetchRecords).map(\.status) == [23, 2])
    try cloud.clearFaults()
    try cloud.setAccountStatus(.noAccount)
    database.add(modification(saving: [note("c")], log))
    #expect(log.lines.suffix(2) == ["result 9", "completion"])
    MockCKDatabaseOperation.setError = NSError(domain: "D", code: 1)
    database.add(modification(saving: [note("c")], log))
    #expect(log.lines.suffix(2) == ["result D 1", "completion"])
    MockCKDatabaseOperation.setRecordErrors = [id("c")]
    database.add(modification(saving: [note("d")], log))
    #expect(log.lines.suffix(2) == ["result 9", "completion"])
  }

  @Test func usersAndDevices() throws {
    let cloud = try MockCloud.current
    try cloud.addUser("alice", devices: ["phone"])
    let mine = MockCKContainer.default()
    let hers = cloud.as(user: "alice", device: "phone") { MockCKContainer.default() }
    mine.privateCloudDatabase.add(modification(saving: [note("mine")], log))
    hers.privateCloudDatabase.add(modification(saving: [note("hers")], log))
    hers.publicCloudDatabase.add(modification(saving: [note("public")], log))
    #expect(mine.privateCloudDatabase.names == ["mine"])
    #expect(hers.privateCloudDatabase.names == ["hers"])
    #expect(mine.publicCloudDatabase.names == ["public"])
    hers.setAccountStatus = .restricted
    #expect(mine.setAccountStatus == nil)
    #expect(try cloud.journal(user: "alice").count == 2)
    // Errors are those of all.
    MockCKDatabaseOperation.setError = NSError(domain: "D", code: 1)
    mine.privateCloudDatabase.add(fetch(log: log))
    #expect(log.lines.suffix(2) == ["result D 1", "completion"])
  }

  @Test func cloudsShareNothing() throws {
    let other = try MockCloud()
    MockCKContainer.default().containerIdentifier = "iCloud.a"
    MockCKDatabaseOperation.setError = NSError(domain: "D", code: 1)
    MockCloud.with(other) {
      let container = MockCKContainer.default()
      #expect(container.containerIdentifier == "MockCKContainer")
      #expect(MockCKDatabaseOperation.setError == nil)
      container.privateCloudDatabase.add(modification(saving: [note("a")], log))
    }
    #expect(log.lines.contains("result ok"))
    #expect(MockCKContainer.default().privateCloudDatabase.names == [])
    // A container stays in its cloud, and so do the errors of its operations.
    let container = MockCloud.with(other) { MockCKContainer.default() }
    container.privateCloudDatabase.add(fetch("a", log: log))
    #expect(log.lines.suffix(2) == ["result ok", "completion"])
    MockCKContainer.resetContainer()
    #expect(container.privateCloudDatabase.names == ["a"])
  }

  /// What a block makes belongs to the cloud of the database.
  @Test func blocksInheritTheCloud() throws {
    let other = try MockCloud()
    let database = MockCloud.with(other) { MockCKContainer.default().privateCloudDatabase }
    let operation = modification(saving: [note("a")], log)
    let isInCloud: @Sendable () -> Void = {
      #expect(MockCKContainer.default().privateCloudDatabase.names == ["a"])
    }
    operation.modifyRecordsResultBlock = { _ in isInCloud() }
    operation.completionBlock = isInCloud
    database.add(operation)
    database.add(operation)
    let container = MockCloud.with(other) { MockCKContainer.default() }
    container.accountStatus { _, _ in
      #expect(MockCKContainer.default().privateCloudDatabase.names == ["a"])
    }
  }

  /// A world that was restored may have other records with the same tags.
  @Test func restoredWorlds() throws {
    let cloud = try MockCloud.current
    let database = MockCKContainer.default().privateCloudDatabase
    try cloud.snapshot("empty")
    let first = note("a", "Milk")
    database.addRecords(records: [first])
    try cloud.snapshot("full")
    try cloud.restore("empty")
    #expect(database.names == [])
    let second = note("a", "Bread")
    database.addRecords(records: [second])
    #expect(database.getRecords() == [second])
    try cloud.restore("full")
    let stored = try #require(database.getRecords()?.first)
    #expect(stored !== second && stored["title"] as? String == "Milk")
  }

  @Test func removalsAreInTheFeed() async throws {
    let database = MockCKContainer.default().privateCloudDatabase
    let zone = CKRecordZone(zoneName: "Notes")
    try await database.cloudDatabase.save(zone)
    let recordID = CKRecord.ID(recordName: "a", zoneID: zone.zoneID)
    database.addRecords(records: [CKRecord(recordType: "Note", recordID: recordID)])
    let changes = try await database.cloudDatabase.recordZoneChanges(
      inZoneWith: zone.zoneID, since: nil)
    database.removeRecords(with: [recordID])
    let later = try await database.cloudDatabase.recordZoneChanges(
      inZoneWith: zone.zoneID, since: changes.changeToken)
    #expect(later.deletions.map(\.recordID) == [recordID])
    #expect(try MockCloud.current.core.problems().isEmpty)
  }

  // MARK: Lifetime and threads

  /// Mocks and their state do not keep a cloud.
  @Test func cloudsEnd() throws {
    weak var core: Cloud?
    do {
      let cloud = try MockCloud()
      core = cloud.core
      MockCloud.with(cloud) {
        let container = MockCKContainer.default()
        for scope in [CKDatabase.Scope.public, .private, .shared] {
          let database = container.database(with: scope)
          database.add(modification(saving: [note("a")], log))
          database.addRecords(records: [note("b")])
          #expect(database.names == ["a", "b"])
        }
        container.publicCloudDatabase = MockCKDatabase()
        MockCKDatabaseOperation.setError = NSError(domain: "D", code: 1)
      }
    }
    #expect(core == nil)
  }

  /// Threads that use clouds of their own and one in common.
  @Test func threads() throws {
    let common = try MockCloud()
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      guard let own = try? MockCloud() else {
        Issue.record("no cloud")
        return
      }
      for cloud in [own, common] {
        MockCloud.with(cloud) {
          let database = MockCKContainer.default().privateCloudDatabase
          for index in 0..<50 {
            let log = Log()
            let record = note("\(number)-\(index)")
            database.add(modification(saving: [record], log))
            database.add(fetch(record.recordID.recordName, log: log))
            MockCKDatabaseOperation.setRecordErrorCodes = [id("elsewhere \(index)"): .zoneBusy]
            #expect(log.lines.filter { $0.hasSuffix(" ok") && !$0.hasPrefix("result") }.count == 2)
          }
          MockCKDatabaseOperation.setRecordErrorCodes = nil
        }
      }
      MockCloud.with(own) {
        #expect(MockCKContainer.default().privateCloudDatabase.names?.count == 50)
      }
    }
    MockCloud.with(common) {
      #expect(MockCKContainer.default().privateCloudDatabase.names?.count == 400)
    }
  }
}

/// Tests in parallel, each of which would find the records and errors of another one.
@Test(.mockCloud, arguments: 0..<20) func testsHaveMocksOfTheirOwn(number: Int) {
  let database = MockCKContainer.default().privateCloudDatabase
  #expect(MockCKDatabaseOperation.setError == nil && database.names == [])
  MockCKDatabaseOperation.setError = NSError(domain: "D", code: number)
  let log = Log()
  database.add(modification(saving: [note("a")], log))
  #expect(log.lines.contains("result D \(number)"))
}
