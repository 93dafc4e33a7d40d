import CloudKit
import MockCloudKit
import MockCloudKitFramework
import MockCloudTesting
import Testing

/// The methods with a completion handler, which is called before they return.
@Suite(.mockCloud)
struct ConvenienceTests {
  private let database = MockCKDatabase(with: .private)
  private let log = Log()

  private func add(_ value: String?, _ error: (any Error)?) {
    let failure = error.map { Result<Void, any Error>.failure($0).text }
    log.add("\(value ?? "none") \(failure ?? "ok")")
  }

  /// Calls each method once for the record `a`.
  private func callAll() {
    database.save(note("a")) { add($0?.recordID.recordName, $1) }
    database.fetch(withRecordID: id("a")) { add($0?.recordID.recordName, $1) }
    database.fetch(withRecordIDs: [id("a"), id("none")]) { result in
      for (recordID, item) in ((try? result.get()) ?? [:]).sorted(by: {
        $0.key.recordName < $1.key.recordName
      }) {
        add(recordID.recordName, item.error)
      }
      add("fetch", result.error)
    }
    database.perform(notes(), inZoneWith: nil) { records, error in
      add(records.map { "\($0.map(\.recordID.recordName))" }, error)
    }
    database.fetch(withQuery: notes(), inZoneWith: .default, desiredKeys: [], resultsLimit: 1) {
      for (recordID, item) in (try? $0.get().matchResults) ?? [] {
        add("\(recordID.recordName) \(item.value?.allKeys() ?? ["?"])", item.error)
      }
      add("query", $0.error)
    }
    database.delete(withRecordID: id("a")) { add($0?.recordName, $1) }
  }

  @Test func methods() {
    callAll()
    #expect(
      log.lines == [
        "a ok", "a ok", "a ok", "none 11", "fetch ok", "[\"a\"] ok", "a [] ok", "query ok", "a ok",
      ])
    #expect(database.names == [])
    #expect(database.lastExecuted is MockCKModifyRecordsOperation)
    database.fetch(withRecordID: id("a")) { add($0?.recordID.recordName, $1) }
    database.delete(withRecordID: id("a")) { add($0?.recordName, $1) }
    #expect(log.lines.suffix(2) == ["none 11", "a ok"])
  }

  @Test func theErrorThatWasSet() {
    MockCKDatabaseOperation.setError = NSError(domain: "D", code: 1)
    callAll()
    #expect(
      log.lines == [
        "none D 1", "none D 1", "fetch D 1", "none D 1", "query D 1", "none D 1",
      ])
  }

  @Test func theErrorsOfRecords() {
    database.addRecords(records: [note("a")])
    MockCKDatabaseOperation.setRecordErrorCodes = [id("a"): .zoneBusy]
    callAll()
    #expect(
      log.lines == [
        "none 23", "none 23", "a 23", "none 11", "fetch ok", "[\"a\"] ok", "a [] ok", "query ok",
        "none 23",
      ])
  }

  @Test func theErrorsOfTheCloud() throws {
    try MockCloud.current.setNetwork(.offline)
    callAll()
    #expect(log.lines == ["none 3", "none 3", "fetch 3", "none 3", "query 3", "none 3"])
  }
}

extension Result {
  fileprivate var value: Success? { try? get() }
}
