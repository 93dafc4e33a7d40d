import CloudKit
import MockCloudKit
import Testing

/// Findings are about responses that the code of a client had when it made a call: a handler or block
/// has its own, and those that led to its call; a task those of its own calls.
struct KnownResponseTests {
  private let cloud: MockCloud
  private let database: CKDatabase

  init() throws {
    cloud = try MockCloud()
    database = cloud.container().privateCloudDatabase
  }

  private func note(_ name: String, _ text: String? = nil) -> CKRecord {
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: name))
    record["text"] = text
    return record
  }

  /// Makes calls, and waits until their handlers were called.
  private func handled(_ calls: (DispatchGroup) -> Void) async {
    let group = DispatchGroup()
    calls(group)
    await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
  }

  private func kinds() throws -> [String] { try cloud.findings().map(\.kind.rawValue) }

  // MARK: Completion handlers

  @Test func callsBesideTheHandlerOfAnErrorAreNoRetries() async throws {
    for configuration in [nil, CKOperation.Configuration()] {
      configuration?.timeoutIntervalForRequest = 30
      try cloud.reset()
      try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 2)
      try cloud.setError(.requestRateLimited, for: .query, retryAfter: 30, times: 2)
      await handled { group in
        cloud.container().configuredWith(configuration: configuration) { container in
          let database = container.privateCloudDatabase
          for name in ["a", "b"] {
            group.enter()
            database.save(note(name)) { _, _ in group.leave() }
            group.enter()
            let query = CKQuery(recordType: name, predicate: NSPredicate(value: true))
            database.fetch(withQuery: query) { _ in group.leave() }
          }
        }
      }
      #expect(try kinds().isEmpty)
    }
  }

  @Test func savesBesideTheHandlerOfAConflictAreNotBlind() async throws {
    try await database.save(note("a"))
    await handled { group in
      for text in ["1", "2"] {
        group.enter()
        database.save(note("a", text)) { _, _ in group.leave() }
      }
    }
    #expect(try kinds().isEmpty)
  }

  /// Who reads the database by handlers may read its zones otherwise.
  @Test func aDatabaseThatIsReadAgainByAHandler() async throws {
    let zoneID = CKRecordZone.ID(zoneName: "Work")
    _ = try await database.save(CKRecordZone(zoneID: zoneID))
    for _ in 0..<2 {
      await handled { group in
        group.enter()
        database.fetchDatabaseChanges(since: nil) { _ in group.leave() }
      }
      _ = try await database.recordZoneChanges(inZoneWith: zoneID, since: nil)
    }
    #expect(try kinds().isEmpty)
    _ = try await database.recordZoneChanges(inZoneWith: zoneID, since: nil)
    #expect(try kinds() == ["tokenThrownAway"])
  }

  /// Also if an operation is made in it.
  @Test func aHandlerKnowsItsError() async throws {
    for adds in [false, true] {
      try cloud.reset()
      try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 1)
      let (database, again) = (database, note("b"))
      await handled { group in
        group.enter()
        database.save(note("a")) { _, error in
          #expect(error != nil)
          guard adds else { return database.save(again) { _, _ in group.leave() } }
          let operation = CKModifyRecordsOperation(recordsToSave: [again])
          operation.completionBlock = { group.leave() }
          database.add(operation)
        }
      }
      #expect(try kinds() == ["earlyRetry"])
    }
  }

  @Test func aHandlerKnowsItsConflict() async throws {
    try await database.save(note("a"))
    let (database, again) = (database, note("a", "2"))
    await handled { group in
      group.enter()
      database.save(note("a", "1")) { _, _ in database.save(again) { _, _ in group.leave() } }
    }
    #expect(try kinds() == ["blindRetry"])
  }

  /// Also if another cloud or user is chosen in it.
  @Test func aChoiceInAHandlerKnowsItsError() async throws {
    try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 1)
    let (cloud, database, again) = (cloud, database, note("b"))
    await handled { group in
      group.enter()
      database.save(note("a")) { _, _ in
        cloud.as(user: "me") { database.save(again) { _, _ in group.leave() } }
      }
    }
    #expect(try kinds() == ["earlyRetry"])
  }

  // MARK: Tasks

  /// As those of `async let`, of which the second one may begin after the first one has failed.
  @Test func aTaskDoesNotKnowTheErrorOfAnother() async throws {
    try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 2)
    let (database, records) = (database, ["a", "b", "c"].map { note($0) })
    let (failed, failure) = AsyncStream.makeStream(of: Void.self)
    async let first: Void = {
      _ = try? await database.save(records[0])
      failure.finish()
    }()
    async let second: Void = {
      for await _ in failed {}
      _ = try? await database.save(records[1])
    }()
    _ = await (first, second)
    #expect(try kinds().isEmpty)
    for record in records { _ = try? await database.save(record) }
    #expect(try kinds().isEmpty)
    try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 1)
    for record in records.prefix(2) { _ = try? await database.save(record) }
    #expect(try kinds() == ["earlyRetry"])
  }

  /// A task may have the memory of one that has ended.
  @Test func aTaskDoesNotKnowTheErrorOfAnEndedOne() async throws {
    let database = database
    for _ in 0..<20 {
      try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 1)
      for record in ["a", "b"].map({ note($0) }) {
        await Task { _ = try? await database.save(record) }.value
      }
      try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 1)
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<10 {
          if index > 2 { await group.next() }
          let record = note("\(index)")
          group.addTask { _ = try? await database.save(record) }
        }
      }
      #expect(try kinds().isEmpty)
      try cloud.reset()
    }
  }

  @Test func aTaskKnowsTheErrorOfTheHandlerThatMadeIt() async throws {
    try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 1)
    let (database, again) = (database, note("b"))
    await handled { group in
      group.enter()
      database.save(note("a")) { _, _ in
        Task {
          _ = try? await database.save(again)
          group.leave()
        }
      }
    }
    #expect(try kinds() == ["earlyRetry"])
  }

  // MARK: Operations

  private func saving(_ records: [CKRecord]) -> CKModifyRecordsOperation {
    CKModifyRecordsOperation(recordsToSave: records)
  }

  @Test func operationsThatWereMadeBeforeAnErrorAreNoRetries() async throws {
    try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 2)
    let operations = ["a", "b"].map { saving([note($0)]) }
    for operation in operations {
      database.add(operation)
      await operation.end()
    }
    #expect(try kinds().isEmpty)
  }

  /// An operation is made while the blocks of another one are called elsewhere.
  @Test(arguments: [false, true]) func operationsInARowAreNoRetries(_ isTask: Bool) async throws {
    try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 1)
    let (database, first) = (database, saving([note("a")]))
    database.add(first)
    await first.end()
    if isTask {
      let second = saving([note("b")])
      database.add(second)
      await second.end()
    } else {
      await withCheckedContinuation { done in
        Thread.detachNewThread {
          let second = CKModifyRecordsOperation(
            recordsToSave: [CKRecord(recordType: "Note")])
          second.completionBlock = { done.resume() }
          database.add(second)
        }
      }
    }
    #expect(try kinds().isEmpty)
  }

  /// Also in the completion block, and through other operations.
  @Test(arguments: [false, true]) func aBlockKnowsItsError(_ completes: Bool) async throws {
    try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 1)
    let (database, retry) = (database, saving([note("c")]))
    let first = saving([note("a")])
    await handled { group in
      group.enter()
      let fetch: @Sendable () -> Void = {
        let fetch = CKFetchRecordsOperation(recordIDs: [])
        fetch.fetchRecordsResultBlock = { _ in
          let retry = CKModifyRecordsOperation(recordsToSave: retry.recordsToSave)
          retry.completionBlock = { group.leave() }
          database.add(retry)
        }
        database.add(fetch)
      }
      if completes {
        first.completionBlock = fetch
      } else {
        first.modifyRecordsResultBlock = { _ in fetch() }
      }
      database.add(first)
    }
    #expect(try kinds() == ["earlyRetry"])
  }

  /// Two chains of handlers run beside each other.
  @Test func aHandlerDoesNotKnowTheErrorOfAnother() async throws {
    try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 30, times: 1)
    let (database, records) = (database, ["a", "b"].map { note($0) })
    let failed = DispatchSemaphore(value: 0)
    await handled { group in
      group.enter()
      database.fetch(withRecordID: .init(recordName: "x")) { _, _ in
        failed.wait()
        database.save(records[0]) { _, _ in group.leave() }
      }
      group.enter()
      database.save(records[1]) { _, error in
        #expect(error != nil)
        failed.signal()
        group.leave()
      }
    }
    #expect(try kinds().isEmpty)
  }

  @Test func operationsThatWereMadeBeforeAConflictAreNotBlind() async throws {
    try await database.save(note("a"))
    for operation in ["1", "2"].map({ saving([note("a", $0)]) }) {
      database.add(operation)
      await operation.end()
    }
    #expect(try kinds().isEmpty)
  }

  @Test func aBlockKnowsItsConflict() async throws {
    try await database.save(note("a"))
    let (database, first, again) = (database, saving([note("a", "1")]), note("a", "2"))
    await handled { group in
      group.enter()
      first.modifyRecordsResultBlock = { _ in
        let retry = CKModifyRecordsOperation(recordsToSave: [again])
        retry.completionBlock = { group.leave() }
        database.add(retry)
      }
      database.add(first)
    }
    #expect(try kinds() == ["blindRetry"])
  }

  /// Its later calls do not know what others have got meanwhile.
  @Test func laterPagesAreNoRetries() async throws {
    let zones = ["Notes", "Work"].map { CKRecordZone.ID(zoneName: $0) }
    for zoneID in zones {
      try cloud.seed(
        (0..<6).map {
          CKRecord(recordType: "Note", recordID: .init(recordName: "\($0)", zoneID: zoneID))
        })
    }
    let operations = zones.map {
      CKFetchRecordZoneChangesOperation(
        recordZoneIDs: [$0], configurationsByRecordZoneID: [$0: .init(resultsLimit: 2)])
    }
    let (cloud, database, second, log) = (cloud, database, operations[1], Log())
    operations[0].recordWasChangedBlock = { _, _ in
      log.add("record")
      guard log.lines.count == 1 else { return }
      try? cloud.setError(
        .requestRateLimited, for: .fetchRecordZoneChanges, retryAfter: 30, times: 1)
      database.add(second)
      second.waitUntilFinished()
    }
    database.add(operations[0])
    await operations[0].end()
    #expect(log.lines.count == 6)
    #expect(try kinds().isEmpty)
  }

  /// The later calls of an operation are made with what its first ones have returned; and a client may
  /// give a token to an operation that it has made before.
  @Test func tokensThatAnOperationGetsLaterAreUsed() async throws {
    let zoneID = CKRecordZone.ID(zoneName: "Notes")
    try cloud.seed(
      (0..<5).map {
        CKRecord(recordType: "Note", recordID: .init(recordName: "\($0)", zoneID: zoneID))
      })
    func fetching() -> CKFetchRecordZoneChangesOperation {
      CKFetchRecordZoneChangesOperation(
        recordZoneIDs: [zoneID], configurationsByRecordZoneID: [zoneID: .init(resultsLimit: 2)])
    }
    let (first, second, log) = (fetching(), fetching(), Log())
    first.fetchAllChanges = false
    second.fetchAllChanges = false
    second.addDependency(first)
    first.recordZoneFetchResultBlock = { zoneID, result in
      guard let token = try? result.get().serverChangeToken else { return }
      log.add("page")
      // Its response would replace that with the token.
      try? cloud.setError(.networkFailure, for: .fetchRecordZoneChanges, times: 1)
      second.configurationsByRecordZoneID = [
        zoneID: .init(previousServerChangeToken: token, resultsLimit: 2)
      ]
    }
    database.add(first)
    database.add(second)
    await second.end()
    #expect(log.lines == ["page"])
    #expect(try kinds().isEmpty)
    let all = fetching()
    database.add(all)
    await all.end()
    #expect(try kinds().isEmpty)
  }
}
