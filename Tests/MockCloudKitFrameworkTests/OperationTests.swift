import CloudKit
import MockCloudKit
import MockCloudKitFramework
import MockCloudTesting
import Testing

/// What each operation does with the records, and which blocks it calls.
@Suite(.mockCloud)
struct OperationTests {
  private let database = MockCKContainer.default().privateCloudDatabase
  private let log = Log()

  // MARK: Modifying

  @Test func modifying() {
    database.addRecords(records: [note("old")])
    let (first, second) = (note("b"), note("a"))
    let operation = modification(
      saving: [first, second], deleting: [id("none"), id("old"), id("old")], log)
    var saved: [CKRecord] = []
    let logging = operation.perRecordSaveBlock
    operation.perRecordSaveBlock = { recordID, result in
      // All are saved before the first block.
      #expect(database.names?.contains("a") == true)
      if case .success(let record) = result { saved.append(record) }
      logging?(recordID, result)
    }
    database.add(operation)
    #expect(
      log.lines == [
        "b 1.0", "save b ok", "a 1.0", "save a ok", "delete old ok", "result ok", "completion",
      ])
    #expect(saved == [first, second])
    #expect(database.getRecords() == [second, first])
    #expect(first.creationDate != nil && first.changedKeys().isEmpty)
  }

  @Test func modifyingNothing() throws {
    database.add(modification(log))
    database.add(modification(deleting: [id("none")], log))
    #expect(log.lines == ["result ok", "completion", "result ok", "completion"])
    // What the database does not have is deleted, too: the cloud has the call.
    #expect(try MockCloud.current.journal().count == 1)
  }

  @Test func savingAndDeletingTheSame() {
    database.add(modification(saving: [note("a"), note("b")], deleting: [id("a")], log))
    #expect(
      log.lines == [
        "a 1.0", "save a ok", "b 1.0", "save b ok", "delete a ok", "result ok", "completion",
      ])
    #expect(database.names == ["b"])
  }

  /// A record without the tag of the stored version replaces it, whatever the policy.
  @Test(arguments: [
    CKModifyRecordsOperation.RecordSavePolicy.ifServerRecordUnchanged, .changedKeys, .allKeys,
  ])
  func savesReplace(_ policy: CKModifyRecordsOperation.RecordSavePolicy) throws {
    let old = note("a")
    old["old"] = 1
    database.addRecords(records: [old])
    let operation = modification(saving: [note("a", "Bread")], log)
    #expect(operation.savePolicy == .allKeys)
    operation.savePolicy = policy
    database.add(operation)
    #expect(log.lines == ["a 1.0", "save a ok", "result ok", "completion"])
    let stored = try #require(database.getRecords()?.first)
    #expect(stored["title"] as? String == "Bread" && stored["old"] == nil)
  }

  /// Blocks belong to their operation: making another one changes none.
  @Test func operationsHaveTheirOwnBlocks() {
    let first = modification(saving: [note("a")], log)
    let other = Log()
    let second = modification(saving: [note("b")], other)
    database.add(first)
    #expect(log.lines.count == 4 && other.lines.isEmpty)
    database.add(second)
    #expect(log.lines.count == 4 && other.lines.count == 4)
  }

  @Test func operationsInsideBlocks() {
    let operation = modification(saving: [note("a")], log)
    operation.perRecordSaveBlock = { _, _ in
      database.add(fetch("a", log: log))
      database.removeRecords(with: [id("a")])
    }
    database.add(operation)
    #expect(
      log.lines == [
        "a 1.0", "a 1.0", "fetch a ok", "result ok", "completion", "result ok", "completion",
      ])
    #expect(database.names == [])
  }

  // MARK: Fetching

  @Test func fetching() {
    let (first, second) = (note("a"), note("b"))
    database.addRecords(records: [first, second])
    let operation = fetch("b", "none", "a", "b", log: log)
    var found: [CKRecord] = []
    let logging = operation.perRecordResultBlock
    operation.perRecordResultBlock = { recordID, result in
      if case .success(let record) = result { found.append(record) }
      logging?(recordID, result)
    }
    database.add(operation)
    #expect(
      log.lines == ["b 1.0", "fetch b ok", "a 1.0", "fetch a ok", "result ok", "completion"])
    #expect(found == [second, first])
  }

  @Test func fetchingWhatIsMissing() {
    let operation = fetch("none", log: log)
    operation.recordIDs?.append(
      CKRecord.ID(recordName: "a", zoneID: CKRecordZone.ID(zoneName: "Nowhere")))
    database.add(operation)
    operation.recordIDs = nil
    database.add(operation)
    #expect(log.lines == ["result ok", "completion", "result ok", "completion"])
  }

  @Test(arguments: [[], ["title"], nil] as [[String]?])
  func desiredKeys(_ keys: [String]?) throws {
    let record = note("a")
    record["count"] = 1
    database.addRecords(records: [record])
    let fetching = fetch("a", log: log)
    fetching.desiredKeys = keys
    let finding = query(notes(), log)
    finding.desiredKeys = keys
    var found: [CKRecord] = []
    fetching.perRecordResultBlock = { if case .success(let record) = $1 { found.append(record) } }
    finding.recordMatchedBlock = fetching.perRecordResultBlock
    database.add(fetching)
    database.add(finding)
    #expect(
      found.map { $0.allKeys() } == [keys ?? ["count", "title"], keys ?? ["count", "title"]])
    // The database keeps all fields.
    #expect(database.getRecords()?.first?.allKeys() == ["count", "title"])
    #expect(record.allKeys() == ["count", "title"])
  }

  // MARK: Querying

  @Test func querying() {
    let records = [note("a"), note("b", "Bread"), note("c")]
    for record in records { database.add(modification(saving: [record], Log())) }
    let wanted = notes(NSPredicate(format: "title == %@", "Milk"))
    wanted.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    let operation = query(wanted, log)
    var found: [CKRecord] = []
    operation.recordMatchedBlock = { if case .success(let record) = $1 { found.append(record) } }
    database.add(operation)
    #expect(found == [records[2], records[0]] && log.lines == ["result ok", "completion"])
  }

  @Test func queriesWithoutMatches() {
    // No record ever had the type.
    database.add(query(CKQuery(recordType: "List", predicate: NSPredicate(value: true)), log))
    let operation = query(notes(), log)
    operation.query = nil
    database.add(operation)
    #expect(log.lines == ["result ok", "completion", "result ok", "completion"])
  }

  @Test func queriesThatCloudKitDoesNotHave() {
    database.addRecords(records: [note("a")])
    database.add(query(notes(NSPredicate { _, _ in true }), log))
    database.add(query(notes(NSPredicate(format: "title LIKE 'M*'")), log))
    #expect(log.lines == ["result 12", "completion", "result 12", "completion"])
  }

  @Test func pages() throws {
    database.addRecords(records: (0..<60).map { note("n\($0)") })
    var cursor: CKQueryOperation.Cursor?
    var names: Set<String> = []
    let operation = MockCKQueryOperation(query: notes())
    #expect(operation.resultsLimit == 50)
    operation.recordMatchedBlock = { recordID, _ in names.insert(recordID.recordName) }
    operation.queryResultBlock = { cursor = (try? $0.get()) ?? nil }
    for limit in [0, 1000, 50] {
      names = []
      operation.resultsLimit = limit
      database.add(operation)
      #expect(names.count == 50 && cursor != nil)
    }
    let next = MockCKQueryOperation()
    next.cursor = cursor
    next.recordMatchedBlock = operation.recordMatchedBlock
    next.queryResultBlock = operation.queryResultBlock
    database.add(next)
    #expect(names.count == 60 && cursor == nil)
    names = []
    operation.resultsLimit = 3
    database.add(operation)
    #expect(names.count == 3)
    operation.resultsLimit = -1
    operation.queryResultBlock = { self.log.add("result \($0.text)") }
    database.add(operation)
    #expect(log.lines == ["result 12"] && names.count == 3)
  }
}
