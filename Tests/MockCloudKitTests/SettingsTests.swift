import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// How operations are run, as the journal has it (DOC: an operation's own settings count before those
/// of its group's default configuration).
@Suite(.mockCloud)
struct SettingsTests {
  private let cloud: MockCloud
  private let database: CKDatabase

  init() throws {
    cloud = try MockCloud.current
    database = CKContainer.default().privateCloudDatabase
  }

  private func fetching() -> CKFetchRecordsOperation {
    CKFetchRecordsOperation(recordIDs: [CKRecord.ID(recordName: "a")])
  }

  /// Runs an operation, and returns how the journal says it was run.
  private func delivery(
    of operation: CKDatabaseOperation, in database: CKDatabase? = nil
  ) async throws -> Delivery {
    (database ?? self.database).add(operation)
    await operation.end()
    return try #require(try cloud.journal().last?.delivery)
  }

  @Test func defaults() async throws {
    #expect(try await delivery(of: fetching()) == Delivery())
    _ = try? await database.record(for: CKRecord.ID(recordName: "a"))
    #expect(try cloud.journal().last?.delivery == nil, "no operation")
  }

  @Test func settingsOfOperations() async throws {
    let operation = fetching()
    operation.queuePriority = .veryLow
    operation.configuration.qualityOfService = .utility
    operation.allowsCellularAccess = false
    operation.isLongLived = true
    operation.timeoutIntervalForRequest = 3
    var expected = Delivery()
    expected.priority = .veryLow
    expected.qualityOfService = .utility
    expected.allowsCellularAccess = false
    expected.isLongLived = true
    expected.timeoutMilliseconds = 3000
    #expect(try await delivery(of: operation) == expected)
  }

  @Test func theShorterTimeoutCounts() async throws {
    let operation = fetching()
    operation.timeoutIntervalForRequest = 30
    operation.timeoutIntervalForResource = 20
    #expect(try await delivery(of: operation).timeoutMilliseconds == 20_000)
  }

  private func group(_ name: String) -> CKOperationGroup {
    let group = CKOperationGroup()
    group.name = name
    group.defaultConfiguration.qualityOfService = .background
    group.defaultConfiguration.timeoutIntervalForRequest = 5
    group.defaultConfiguration.allowsCellularAccess = false
    return group
  }

  @Test func settingsOfGroups() async throws {
    let operation = fetching()
    operation.group = group("sync")
    operation.configuration.timeoutIntervalForRequest = 7
    let found = try await delivery(of: operation)
    #expect(found.group == "sync")
    #expect(found.qualityOfService == .background)
    #expect(!found.allowsCellularAccess)
    #expect(found.timeoutMilliseconds == 7000, "its own setting")
  }

  @Test func settingsOfConfiguredDatabases() async throws {
    let configuration = CKOperation.Configuration()
    configuration.qualityOfService = .userInitiated
    configuration.timeoutIntervalForRequest = 9
    let (plain, own) = (fetching(), fetching())
    own.group = group("own")
    own.configuration.qualityOfService = .utility
    try await database.configuredWith(configuration: configuration, group: group("database")) {
      var found = try await delivery(of: plain, in: $0)
      #expect(found.group == "database")
      #expect(found.qualityOfService == .userInitiated, "before that of the group")
      #expect(found.timeoutMilliseconds == 9000)
      #expect(!found.allowsCellularAccess, "that of the group")
      found = try await delivery(of: own, in: $0)
      #expect(found.group == "own")
      #expect(found.qualityOfService == .utility)
      #expect(found.timeoutMilliseconds == 9000)
    }
  }

  @Test func settingsOfConfiguredContainers() async throws {
    let operation = CKDiscoverAllUserIdentitiesOperation()
    let container = CKContainer.default()
    container.configuredWith(group: group("container")) { $0.add(operation) }
    await operation.end()
    let found = try #require(try cloud.journal().last?.delivery)
    #expect(found.group == "container")
    #expect(found.timeoutMilliseconds == 5000)
  }
}
