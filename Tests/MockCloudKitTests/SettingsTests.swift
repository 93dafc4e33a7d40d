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

  /// `qualityOfService` of `Operation` is that of the configuration.
  @Test func qualityOfServiceOfOperations() async throws {
    let operation = fetching()
    operation.qualityOfService = .userInitiated
    #expect(operation.configuration.qualityOfService == .userInitiated)
    #expect(try await delivery(of: operation).qualityOfService == .userInitiated)
    let other = fetching()
    other.configuration.qualityOfService = .userInteractive
    #expect(other.qualityOfService == .userInteractive)
    let grouped = fetching()
    grouped.group = group("sync")
    #expect(grouped.qualityOfService == .background)
    grouped.qualityOfService = .utility
    #expect(try await delivery(of: grouped).qualityOfService == .utility)
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

  /// Each kind of convenience method makes its call as the settings say.
  @Test func convenienceMethodsOfConfiguredDatabases() async throws {
    let configuration = CKOperation.Configuration()
    configuration.qualityOfService = .utility
    configuration.isLongLived = true
    let (cloud, group) = (cloud, group("all"))
    let zone = CKRecordZone(zoneName: "Notes")
    let recordID = CKRecord.ID(recordName: "a", zoneID: zone.zoneID)
    try await CKContainer.default().configuredWith(configuration: configuration, group: group) {
      container in
      let database = container.privateCloudDatabase
      try await database.save(zone)
      let saved = try await database.save(CKRecord(recordType: "Note", recordID: recordID))
      #expect(saved.recordID == recordID)
      #expect(try await database.record(for: recordID).recordChangeTag == saved.recordChangeTag)
      let found = try await database.records(
        matching: CKQuery(recordType: "Note", predicate: NSPredicate(value: true)),
        inZoneWith: zone.zoneID)
      #expect(found.matchResults.map(\.0) == [recordID])
      let changes = try await database.recordZoneChanges(inZoneWith: zone.zoneID, since: nil)
      #expect(changes.modificationResultsByID.keys.map { $0 } == [recordID])
      #expect(try await database.databaseChanges(since: nil).modifications.count == 1)
      _ = try await container.userIdentity(forEmailAddress: "nobody@example.com")
      do {
        _ = try await database.record(for: CKRecord.ID(recordName: "none", zoneID: zone.zoneID))
        Issue.record("found what is missing")
      } catch let error as CKError {
        #expect(error.code == .unknownItem)
      }
    }
    let calls = try cloud.journal()
    #expect(calls.count == 8)
    for call in calls {
      #expect(call.delivery?.group == "all", "\(call.operation)")
      #expect(call.delivery?.qualityOfService == .utility, "\(call.operation)")
      #expect(call.delivery?.timeoutMilliseconds == 5000, "\(call.operation)")
      #expect(call.delivery?.allowsCellularAccess == false, "\(call.operation)")
    }
    #expect(try await CKContainer.default().allLongLivedOperationIDs() == [])
  }

  @Test func timeoutsOfConvenienceMethods() async throws {
    let configuration = CKOperation.Configuration()
    configuration.timeoutIntervalForRequest = 3
    var condition = FaultCondition()
    condition.operations = OperationKind.fetchRecords.names
    try cloud.addFaults(MockCloud.FaultRule(when: condition, then: [.latency(seconds: 10)]))
    // As the other convenience methods, they let time pass.
    try cloud.holdClock()
    let start = try cloud.now
    do {
      _ = try await database.configuredWith(configuration: configuration) {
        try await $0.record(for: CKRecord.ID(recordName: "a"))
      }
      Issue.record("no timeout")
    } catch let error as CKError {
      #expect(error.code == .networkFailure)
    }
    #expect(try cloud.now.timeIntervalSince(start) < 4)
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
