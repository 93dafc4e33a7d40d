import CloudKit
import MockCloudKit
import MockCloudKitFramework
import MockCloudTesting
import Testing

/// The errors that a test sets, and the helpers for errors.
@Suite(.mockCloud)
struct ErrorTests {
  private let database = MockCKContainer.default().privateCloudDatabase
  private let log = Log()
  private let error = NSError(domain: "Test", code: 7)

  // MARK: The operation as a whole

  @Test func anErrorStaysUntilItIsCleared() {
    database.addRecords(records: [note("a")])
    MockCKDatabaseOperation.setError = error
    for _ in 0..<2 { database.add(fetch("a", log: log)) }
    database.add(modification(saving: [note("b")], deleting: [id("a")], log))
    MockCKDatabaseOperation.setError = nil
    database.add(fetch("b", log: log))
    let failed = ["a 1.0", "fetch a ok", "result Test 7", "completion"]
    #expect(
      log.lines == failed + failed + [
        "b 1.0", "save b ok", "delete a ok", "result Test 7", "completion",
        "b 1.0", "fetch b ok", "result ok", "completion",
      ])
    // Records were saved and deleted, as was reported.
    #expect(database.names == ["b"])
  }

  @Test func theErrorIsTheOneThatWasSet() {
    let operation = fetch(log: log)
    var passed: NSError?
    operation.fetchRecordsResultBlock = { passed = $0.error }
    MockCKQueryOperation.setError = error
    database.add(operation)
    #expect(passed === error)
    #expect(operation.setError === error && MockCKFetchRecordsOperation.setError === error)
  }

  @Test func allMatchesOfAQueryFail() {
    database.addRecords(records: [note("a"), note("b")])
    MockCKDatabaseOperation.setError = error
    database.add(query(notes(), log))
    #expect(
      log.lines == ["match a Test 7", "match b Test 7", "result Test 7", "completion"])
  }

  @Test func anErrorOfOneOperation() {
    let failing = fetch(log: log)
    failing.setError = error
    database.add(failing)
    database.add(fetch(log: log))
    MockCKDatabaseOperation.setError = NSError(domain: "Other", code: 1)
    database.add(failing)
    #expect(
      log.lines.filter { $0.hasPrefix("result") } == [
        "result Test 7", "result ok", "result Test 7",
      ])
    #expect(MockCKDatabaseOperation.setError?.domain == "Other")
  }

  // MARK: Records

  @Test func recordsThatFail() throws {
    database.addRecords(records: [note("old")])
    MockCKDatabaseOperation.setRecordErrors = [id("bad"), id("old")]
    let operation = modification(
      saving: [note("good"), note("bad")], deleting: [id("old"), id("none")], log)
    var failure: NSError?
    operation.modifyRecordsResultBlock = { failure = $0.error }
    database.add(operation)
    #expect(log.lines.count == 6)
    #expect(Array(log.lines.prefix(2)) == ["good 1.0", "save good ok"])
    let progress = try #require(Double(log.lines[2].dropFirst(4)))
    #expect((0..<1).contains(progress))
    #expect(log.lines[3].hasPrefix("save bad ") && log.lines[3] != "save bad ok")
    #expect(log.lines[4].hasPrefix("delete old ") && log.lines[4] != "delete old ok")
    #expect(log.lines[5] == "completion")
    // What failed has not changed.
    #expect(database.names == ["good", "old"])

    #expect(failure?.domain == "MockCKErrorDomain" && failure?.code == 2)
    let errors = failure?.userInfo[CKPartialErrorsByItemIDKey] as? [String: CKError]
    #expect(errors?.keys.sorted() == ["bad", "old"])
    #expect(log.lines[3] == "save bad \(try #require(errors?["bad"]).errorCode)")
    #expect(try #require(failure).createCKError().partialErrorsByItemID?.count == 2)
  }

  @Test func theSeedChoosesTheErrors() throws {
    func lines(_ configuration: MockCloud.Configuration) throws -> [String] {
      MockCloud.with(try MockCloud(configuration)) {
        let (log, database) = (Log(), MockCKContainer.default().privateCloudDatabase)
        let names = (0..<20).map { "n\($0)" }
        MockCKDatabaseOperation.setRecordErrors = names.map(id)
        database.add(modification(saving: names.map { note($0) }, log))
        return log.lines
      }
    }
    var configuration = MockCloud.Configuration()
    configuration.seed = 1
    let first = try lines(configuration)
    #expect(try lines(configuration) == first)
    #expect(Set(first.filter { $0.hasPrefix("save") }.map { $0.suffix(2) }).count > 3)
    configuration.seed = 2
    #expect(try lines(configuration) != first)
  }

  @Test func codesCanBeChosen() {
    database.addRecords(records: [note("a"), note("b")])
    MockCKDatabaseOperation.setRecordErrorCodes = [id("a"): .permissionFailure]
    MockCKDatabaseOperation.setRecordErrors = [id("a")]
    database.add(modification(saving: [note("a")], log))
    database.add(fetch("b", "a", log: log))
    let lines = log.lines.filter { !$0.hasPrefix("a ") }
    #expect(
      lines == [
        "save a 10", "result MockCKErrorDomain 2", "completion", "b 1.0", "fetch b ok",
        "fetch a 10", "result MockCKErrorDomain 2", "completion",
      ])
  }

  @Test func recordErrorsComeBeforeTheError() {
    MockCKDatabaseOperation.setError = error
    MockCKDatabaseOperation.setRecordErrors = [id("elsewhere")]
    let operation = fetch(log: log)
    var failure: NSError?
    operation.fetchRecordsResultBlock = { failure = $0.error }
    database.add(operation)
    #expect(failure?.domain == "MockCKErrorDomain")
    #expect((failure?.userInfo[CKPartialErrorsByItemIDKey] as? [String: CKError])?.isEmpty == true)
    MockCKDatabaseOperation.setRecordErrors = []
    database.add(operation)
    #expect(failure === error)
  }

  @Test func recordErrorsOfOneOperation() {
    database.addRecords(records: [note("a"), note("b")])
    let failing = fetch("a", "b", log: log)
    failing.setRecordErrorCodes = [id("a"): .zoneBusy]
    #expect(MockCKDatabaseOperation.setRecordErrorCodes == nil)
    database.add(failing)
    database.add(fetch("a", log: log))
    #expect(
      log.lines.filter { !$0.hasPrefix("a ") && !$0.hasPrefix("b ") } == [
        "fetch a 23", "fetch b ok", "result MockCKErrorDomain 2", "completion", "fetch a ok",
        "result ok", "completion",
      ])
  }

  /// Those of all operations do not act on queries; those of a query do.
  @Test func recordErrorsOfQueries() {
    database.addRecords(records: [note("a"), note("b")])
    MockCKDatabaseOperation.setRecordErrors = [id("a")]
    database.add(query(notes(), log))
    let failing = query(notes(), log)
    failing.setRecordErrorCodes = [id("b"): .assetNotAvailable]
    database.add(failing)
    #expect(
      log.lines == [
        "match a ok", "match b ok", "result ok", "completion",
        "match a ok", "match b 35", "result ok", "completion",
      ])
  }

  // MARK: Helpers

  @Test func conversions() throws {
    let object: any Error = NSError(domain: "D", code: 4, userInfo: ["key": "value"])
    #expect(object.toNSError().domain == "D")
    #expect(object.createCKError().code == .networkFailure)
    #expect(object.createCKError().userInfo["key"] as? String == "value")
    #expect(object.createCKError()._nsError.domain == CKErrorDomain)
    #expect(object.createCKError(code: 23).code == .zoneBusy)
    #expect(object.createCKError(code: 23, userInfo: ["a": 1]).userInfo["a"] as? Int == 1)
    #expect(object.createCKError(code: 0).code == .internalError)
    #expect(NSError(domain: "D", code: -3).createCKError().code == .internalError)
    #expect(object.createCKError(code: 999).errorCode == 999)
    #expect(CKError(.zoneBusy).toNSError().code == 23)
  }

  @Test func helpersOfCloudKitsErrors() throws {
    let error = CKError(.zoneBusy)
    let status = error.createAccountStatusError(code: .restricted)
    #expect(status._nsError.domain == "CKAccountStatus" && status.errorCode == 2)
    let object = error.createNSError(with: .quotaExceeded)
    #expect(object.domain == CKErrorDomain && object.code == 25)
    #expect(error.getPartialErrors() == nil)
    let items: [AnyHashable: any Error] = [
      id("a"): CKError(.zoneBusy), "b": CKError(.zoneNotFound),
    ]
    let partial = CKError(.partialFailure, userInfo: [CKPartialErrorsByItemIDKey: items])
    let errors = try #require(partial.getPartialErrors())
    #expect(errors.count == 2)
    #expect((errors[id("a")] as? CKError)?.code == .zoneBusy)
    #expect((errors["b"] as? CKError)?.code == .zoneNotFound)
  }

  @Test func textsOfOperationErrors() {
    let plain = OperationError.invalidDatabaseOperation(operation: MockCKDatabaseOperation.self)
    let foreign = OperationError.invalidDatabaseOperation(operation: MockCKQueryOperation.self)
    let unknown = OperationError.operationNotImplemented(
      operationName: nil, recoveryMessage: "Wait.")
    for error in [plain, foreign, unknown] {
      #expect(error.localizedDescription.hasPrefix("The database cannot run"))
      #expect(error.failureReason?.isEmpty == false)
      #expect(error.recoverySuggestion?.isEmpty == false)
    }
    #expect(foreign.errorDescription?.contains("MockCKQueryOperation") == true)
    #expect(unknown.recoverySuggestion == "Wait.")
  }
}
