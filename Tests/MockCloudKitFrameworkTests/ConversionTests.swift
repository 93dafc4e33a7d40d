import CloudKit
import MockCloudKit
import MockCloudKitFramework
import MockCloudTesting
import Testing

/// `getMock`, `Reflectable`, and the protocols that Apple's classes and the mocks have in common.
@Suite(.mockCloud)
struct ConversionTests {
  private let database = MockCKDatabase(with: .private)

  private func configure(_ operation: CKDatabaseOperation) {
    operation.name = "name"
    operation.qualityOfService = .utility
    operation.queuePriority = .high
    operation.configuration.timeoutIntervalForRequest = 5
    operation.completionBlock = {}
  }

  private func check(_ mock: MockCKDatabaseOperation) {
    #expect(mock.database === database)
    #expect(mock.name == "name" && mock.qualityOfService == .utility)
    #expect(mock.queuePriority == .high && mock.completionBlock != nil)
    #expect(mock.configuration.timeoutIntervalForRequest == 5)
  }

  @Test func modifications() {
    let operation = CKModifyRecordsOperation(
      recordsToSave: [note("a")], recordIDsToDelete: [id("b")])
    configure(operation)
    operation.savePolicy = .changedKeys
    operation.perRecordProgressBlock = { _, _ in }
    operation.perRecordDeleteBlock = { _, _ in }
    let mock: MockCKModifyRecordsOperation = operation.getMock(database: database)
    check(mock)
    #expect(mock.recordsToSave == operation.recordsToSave)
    #expect(mock.recordIDsToDelete == [id("b")] && mock.savePolicy == .changedKeys)
    #expect(mock.perRecordProgressBlock != nil && mock.perRecordDeleteBlock != nil)
    #expect(mock.perRecordSaveBlock == nil && mock.modifyRecordsResultBlock == nil)
    #expect(operation.properties() == mock.properties())
  }

  @Test func fetches() {
    let operation = CKFetchRecordsOperation(recordIDs: [id("a")])
    configure(operation)
    operation.desiredKeys = ["title"]
    operation.perRecordResultBlock = { _, _ in }
    operation.fetchRecordsResultBlock = { _ in }
    let mock: MockCKFetchRecordsOperation = operation.getMock(database: database)
    check(mock)
    #expect(mock.recordIDs == [id("a")] && mock.desiredKeys == ["title"])
    #expect(mock.perRecordResultBlock != nil && mock.fetchRecordsResultBlock != nil)
    #expect(mock.perRecordProgressBlock == nil)
    #expect(operation.properties() == mock.properties())
  }

  @Test func queries() {
    let operation = CKQueryOperation(query: notes())
    configure(operation)
    operation.resultsLimit = 3
    operation.desiredKeys = []
    operation.zoneID = CKRecordZone.ID(zoneName: "Notes")
    operation.queryResultBlock = { _ in }
    let mock: MockCKQueryOperation = operation.getMock(database: database)
    check(mock)
    #expect(mock.query === operation.query && mock.resultsLimit == 3 && mock.desiredKeys == [])
    #expect(mock.zoneID == operation.zoneID && mock.cursor == nil)
    #expect(mock.queryResultBlock != nil && mock.recordMatchedBlock == nil)
    #expect(operation.properties() == mock.properties())
  }

  @Test func reflection() {
    let operation = MockCKFetchRecordsOperation(recordIDs: [id("a")])
    operation.name = "fetching"
    #expect(
      operation.properties() == [
        "recordIDs", "desiredKeys", "perRecordProgressBlock", "perRecordResultBlock",
        "fetchRecordsResultBlock", "name", "database", "configuration", "completionBlock",
      ])
    #expect(operation["name"] as? String == "fetching")
    #expect(operation["recordIDs"] as? [CKRecord.ID] == [id("a")])
    #expect(operation["desiredKeys"] == nil && operation["none"] == nil)
    #expect(operation.reflected().count == 9)
    #expect(operation.reflected()["desiredKeys"].map { $0 == nil } == true)
    #expect(operation.reflectedString.hasPrefix("MockCKFetchRecordsOperation(recordIDs: ["))
    #expect(operation.reflectedString.contains("name: fetching"))
    #expect(MockCKDatabaseOperation().properties().count == 4)
  }

  /// A class of a client.
  @Test func reflectionOfOtherClasses() {
    class Base: NSObject, Reflectable { let first: Int? = nil }
    final class Derived: Base { let second = "b" }
    let object = Derived()
    #expect(object.properties() == ["second", "first"])
    #expect(object["second"] as? String == "b" && object["first"] == nil)
    #expect(object.reflectedString == "Derived(second: b, first: nil)")
  }

  /// Blocks of the protocols need not be `@Sendable`.
  @Test func completionBlocks() {
    func set<Operation: DatabaseOperational>(_ operation: Operation, _ block: @escaping () -> Void)
    {
      operation.completionBlock = block
      operation.completionBlock?()
      operation.completionBlock = nil
    }
    var count = 0
    set(MockCKFetchRecordsOperation()) { count += 1 }
    set(CKFetchRecordsOperation()) { count += 1 }
    #expect(count == 2)
  }

  @Test func containersOfCloudKit() async {
    func status<Container: CloudContainable>(
      _ container: Container
    ) async -> (CKAccountStatus, CKRecord.ID?) {
      let status = await withCheckedContinuation { continuation in
        container.accountStatus { status, _ in continuation.resume(returning: status) }
      }
      let recordID = await withCheckedContinuation { continuation in
        container.fetchUserRecordID { recordID, _ in continuation.resume(returning: recordID) }
      }
      return (status, recordID)
    }
    let real = await status(CKContainer.default())
    #expect(real.0 == .available && real.1 != nil)
    let mock = await status(MockCKContainer.default())
    #expect(mock.0 == .couldNotDetermine && mock.1 == nil)
  }
}
