import CloudKit
import MockCloudKit
import MockCloudKitFramework
import MockCloudTesting
import Testing

/// Access to a database without operations, and what `add` does with operations of all kinds.
@Suite(.mockCloud)
struct DatabaseTests {
  private let database = MockCKDatabase(with: .private)

  // MARK: Records

  @Test func recordsAreTheSameObjects() throws {
    let (first, second) = (note("a"), note("b"))
    database.addRecords(records: [second, first])
    #expect(database.getRecords() == [first, second])
    #expect(database.getRecords(matching: [id("b"), id("none"), id("b")]) == [second])
    #expect(database.getRecords(matching: []) == [])
    #expect(database.lastFailure == nil)
    // They are those that the cloud stores.
    #expect(first.recordChangeTag != nil && first.changedKeys().isEmpty)
  }

  @Test func addingReplaces() throws {
    let old = note("a", "Milk")
    old["old"] = 1
    let new = note("a", "Bread")
    database.addRecords(records: [old])
    database.addRecords(records: [note("a"), new])
    #expect(database.getRecords() == [new])
    let stored = try #require(database.getRecords()?.first)
    #expect(stored["title"] as? String == "Bread" && stored["old"] == nil)
  }

  /// An edit of the client does not reach the database before it is saved.
  @Test func editsStayWithTheClient() throws {
    let record = note("a", "Milk")
    database.addRecords(records: [record])
    record["title"] = "Bread"
    let stored = try #require(database.getRecords()?.first)
    #expect(stored !== record && stored["title"] as? String == "Milk")
    database.add(modification(saving: [record], Log()))
    #expect(database.getRecords() == [record])
  }

  @Test func removing() {
    database.addRecords(records: [note("a"), note("b"), note("c")])
    database.removeRecords(with: [id("b"), id("none")])
    #expect(database.names == ["a", "c"])
    database.resetStore()
    #expect(database.names == [])
    #expect(database.lastFailure == nil)
  }

  @Test func removingFollowsReferences() throws {
    let (parent, child) = (note("parent"), note("child"))
    child["of"] = CKRecord.Reference(recordID: id("parent"), action: .deleteSelf)
    database.addRecords(records: [parent, child])
    database.removeRecords(with: [id("parent")])
    #expect(database.names == [])
    #expect(try MockCloud.current.core.problems().isEmpty)
  }

  @Test func queries() throws {
    #expect(database.getRecords(matching: notes()) == [])
    let (milk, bread) = (note("a"), note("b", "Bread"))
    database.addRecords(records: [milk, bread] + (0..<300).map { note("n\($0)", "Other") })
    let titled = notes(NSPredicate(format: "title == %@", "Bread"))
    #expect(database.getRecords(matching: titled) == [bread])
    // All pages.
    #expect(database.getRecords(matching: notes())?.count == 302)
    #expect(database.getRecords(matching: notes(NSPredicate { _, _ in true })) == nil)
    #expect((database.lastFailure as? CKError)?.code == .invalidArguments)
    #expect(database.getRecords(matching: titled)?.count == 1)
    #expect(database.lastFailure == nil)
  }

  /// Neither errors that were set nor faults of the cloud act, and the journal does not have it.
  @Test func nothingFailsDirectAccess() throws {
    let cloud = try MockCloud.current
    try cloud.setError(.zoneBusy)
    try cloud.setNetwork(.offline)
    try cloud.setAccountStatus(.noAccount)
    MockCKDatabaseOperation.setError = NSError(domain: "D", code: 1)
    database.addRecords(records: [note("a"), note("b")])
    #expect(database.names == ["a", "b"])
    #expect(database.getRecords(matching: notes())?.count == 2)
    #expect(database.getRecords(matching: [id("a")])?.count == 1)
    database.removeRecords(with: [id("a")])
    #expect(database.names == ["b"])
    database.resetStore()
    #expect(database.names == [] && database.lastFailure == nil)
    #expect(try cloud.journal().isEmpty)
  }

  @Test func whatCannotBeStored() {
    let record = note("a")
    record.setValue(NSObject(), forKey: "title")
    database.addRecords(records: [note("b"), record])
    #expect((database.lastFailure as? CKError)?.code == .invalidArguments)
    #expect(database.names == [])
  }

  @Test func databasesOfTestsAreSeparate() throws {
    let other = MockCKDatabase()
    #expect(other.databaseScope == .public && database.databaseScope == .private)
    database.addRecords(records: [note("a")])
    #expect(other.names == [])
    #expect(MockCKContainer.default().privateCloudDatabase.names == [])
    let cloud = try MockCloud(json: #"{"containers": "declared"}"#)
    MockCloud.with(cloud) {
      let declared = MockCKDatabase(with: .shared)
      declared.add(modification(saving: [note("b")], Log()))
      #expect(declared.names == ["b"])
    }
  }

  // MARK: Operations

  @Test func operationsRunBeforeAddReturns() {
    let log = Log()
    let operation = modification(saving: [note("a")], log)
    let thread = Thread.current
    operation.modifyRecordsResultBlock = { _ in
      #expect(Thread.current === thread)
      log.add("result")
    }
    #expect(database.lastExecuted == nil)
    database.add(operation)
    #expect(log.lines == ["a 1.0", "save a ok", "result", "completion"])
    #expect(database.lastExecuted === operation && operation.database === database)
    // It was not started.
    #expect(!operation.isFinished && !operation.isExecuting)
  }

  @Test func cancellingHasNoEffect() {
    let log = Log()
    let operation = modification(saving: [note("a")], log)
    operation.cancel()
    database.add(operation)
    #expect(log.lines == ["a 1.0", "save a ok", "result ok", "completion"])
  }

  @Test func operationsRunAgain() {
    let log = Log()
    let operation = fetch("a", log: log)
    database.add(operation)
    database.addRecords(records: [note("a")])
    database.add(operation)
    #expect(
      log.lines == ["result ok", "completion", "a 1.0", "fetch a ok", "result ok", "completion"])
  }

  @Test func aQueueRunsThemToo() async {
    let log = Log()
    let operation = modification(saving: [note("a")], log)
    operation.database = database
    operation.completionBlock = nil
    let cancelled = modification(saving: [note("b")], log)
    cancelled.database = database
    cancelled.completionBlock = nil
    cancelled.addDependency(operation)
    cancelled.cancel()
    let queue = OperationQueue()
    for each in [operation, cancelled] { queue.addOperation(each) }
    await withCheckedContinuation { continuation in
      queue.addBarrierBlock { continuation.resume() }
    }
    // A cancelled operation does not wait for those that it depends on.
    let lines = log.lines
    #expect(lines.filter { $0 != "result 20" } == ["a 1.0", "save a ok", "result ok"])
    #expect(lines.count == 4)
    #expect(database.names == ["a"])
  }

  @Test func aPlainOperationDoesNothing() throws {
    let log = Log()
    let operation = MockCKDatabaseOperation()
    operation.completionBlock = { log.add("completion") }
    database.add(operation)
    #expect(log.lines == [])
    #expect(database.lastExecuted === operation)
    guard case .invalidDatabaseOperation(let type)? = database.lastFailure as? OperationError else {
      Issue.record("no error")
      return
    }
    #expect(type == MockCKDatabaseOperation.self)
    database.add(fetch(log: log))
    #expect(database.lastFailure == nil)
  }

  // MARK: Operations of any type

  private func addAny<Database: CloudStorable>(_ operation: Any, to database: Database) {
    database.add(operation)
  }

  @Test func ownOperationsAsAny() {
    let log = Log()
    addAny(modification(saving: [note("a")], log), to: database)
    #expect(log.lines == ["a 1.0", "save a ok", "result ok", "completion"])
  }

  @Test func applesOperationsAreConverted() {
    let log = Log()
    let saving = CKModifyRecordsOperation(recordsToSave: [note("a")])
    saving.modifyRecordsResultBlock = { log.add("result \($0.text)") }
    saving.completionBlock = { log.add("completion") }
    addAny(saving, to: database)
    #expect(database.lastExecuted is MockCKModifyRecordsOperation)
    let fetching = CKFetchRecordsOperation(recordIDs: [id("a")])
    fetching.perRecordResultBlock = { log.add("fetch \($0.recordName) \($1.text)") }
    addAny(fetching, to: database)
    #expect(database.lastExecuted is MockCKFetchRecordsOperation)
    let finding = CKQueryOperation(query: notes())
    finding.recordMatchedBlock = { log.add("match \($0.recordName) \($1.text)") }
    addAny(finding, to: database)
    #expect(database.lastExecuted is MockCKQueryOperation)
    #expect(log.lines == ["result ok", "completion", "fetch a ok", "match a ok"])
  }

  /// Zones, which have no mock, are made in the same database.
  @Test func otherOperationsRunInTheCloud() async throws {
    let zone = CKRecordZone(zoneName: "Notes")
    let operation = CKModifyRecordZonesOperation(recordZonesToSave: [zone])
    await withCheckedContinuation { continuation in
      operation.modifyRecordZonesResultBlock = { _ in continuation.resume() }
      addAny(operation, to: database)
    }
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: "a", zoneID: zone.zoneID))
    let log = Log()
    database.add(modification(saving: [record], log))
    #expect(log.lines.contains("save a ok"))
    // With CloudKit's own calls, too.
    let saved = try await database.cloudDatabase.record(for: record.recordID)
    #expect(saved.recordChangeTag == record.recordChangeTag)
    #expect(try await database.cloudDatabase.allRecordZones().count == 2)
    let identities = CKDiscoverUserIdentitiesOperation(userIdentityLookupInfos: [])
    await withCheckedContinuation { continuation in
      identities.discoverUserIdentitiesResultBlock = { _ in continuation.resume() }
      addAny(identities, to: database)
    }
    #expect(database.lastFailure == nil)
  }

  @Test func whatIsNoOperation() throws {
    addAny("text", to: database)
    let error = try #require(database.lastFailure as? OperationError)
    #expect(error.errorDescription == "The database cannot run a String.")
    #expect(error.recoverySuggestion == "Add an operation of CloudKit, or its mock.")
    #expect(database.lastExecuted == nil)
  }

  @Test func mocksInADatabaseOfCloudKit() {
    let log = Log()
    let operation = modification(saving: [note("a")], log)
    addAny(operation, to: CKContainer.default().privateCloudDatabase)
    #expect(log.lines.count == 2 && log.lines.last == "completion")
    #expect(log.lines.first?.contains("OperationError") == true)
    #expect(CKContainer.default().privateCloudDatabase.lastExecuted == nil)
    addAny(7, to: CKContainer.default().privateCloudDatabase)
  }
}
