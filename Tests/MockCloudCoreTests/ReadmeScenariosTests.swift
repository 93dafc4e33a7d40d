import MockCloudCore
import Testing

/// The scenarios of MockCloudKitFramework's README, with only the public interface.
@Suite struct ReadmeScenariosTests {
  let cloud: Cloud
  let database: CloudDatabase

  /// Creates a cloud with two tasks.
  init() throws {
    cloud = try Cloud()
    database = cloud.privateDatabase
    try database.seed([
      RecordDraft("Task", recordName: "glue", fields: ["title": "Buy glue"]),
      RecordDraft("Task", recordName: "paper", fields: ["title": "Buy paper"]),
    ])
  }

  @Test(arguments: AccountStatus.allCases) func everyAccountStatus(_ status: AccountStatus) throws {
    try cloud.setAccountStatus(status)
    #expect(try cloud.container().accountStatus() == status)
  }

  @Test func aRecordExists() throws {
    #expect(try database.record(named: "glue")["title"] == "Buy glue")
  }

  @Test func aRecordDoesNotExist() throws {
    let error = #expect(throws: CloudError.self) { try database.record(named: "scissors") }
    #expect(error?.code == .unknownItem)
    let results = try database.records(named: ["glue", "scissors"])
    let failure = #expect(throws: CloudError.self) { try results.get() }
    #expect(failure?.code == .partialFailure)
    #expect(failure?.partialErrors.map(\.error.code) == [.unknownItem])
    #expect(failure?.partialErrors.map { name(of: $0.item) } == ["scissors"])
  }

  @Test func theOperationFailsWhileTheRecordExists() throws {
    try cloud.setError(.internalError)
    let error = #expect(throws: CloudError.self) { try database.record(named: "glue") }
    #expect(error?.code == .internalError)
    #expect(try database.storedRecords().map(\.recordName) == ["glue", "paper"])
    try cloud.setError(nil)
    #expect(try database.record(named: "glue")["title"] == "Buy glue")
  }

  @Test func someRecordsFail() throws {
    let stored = try database.record(named: "glue")
    try cloud.setRecordErrors(["glue"], .quotaExceeded)

    let results = try database.save(
      [
        RecordDraft(nil, recordName: "glue", fields: ["title": "Buy tape"]),
        RecordDraft(nil, recordName: "paper", fields: ["title": "Buy cardboard"]),
      ], savePolicy: .changedKeys)
    let failure = #expect(throws: CloudError.self) { try results.get() }
    #expect(failure?.code == .partialFailure)
    #expect(failure?.partialErrors.map { name(of: $0.item) } == ["glue"])
    #expect(failure?.partialErrors.map(\.error.code) == [.quotaExceeded])
    #expect(try results.last?.get()["title"] == "Buy cardboard")

    try cloud.setRecordErrors([])
    let kept = try database.record(named: "glue")
    #expect(kept.recordChangeTag == stored.recordChangeTag)
    #expect(kept.fields == stored.fields)
    #expect(kept.modified == stored.modified)
  }

  private func name(of item: ItemID) -> RecordName? {
    guard case .record(let name, _) = item else { return nil }
    return name
  }
}
