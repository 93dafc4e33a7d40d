import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// A test changes the cloud while a client is between two pages. Whether it would have continued is not
/// known: only mistakes in calls that were made are kept.
@Suite(.mockCloud)
struct UnfinishedReadingTests {
  private static let zoneID = CKRecordZone.ID(zoneName: "Notes")

  /// What the test does between two pages.
  enum Change: CaseIterable {
    case restore, restoreByName, load, reset, fork, forkThatIsKept

    fileprivate func callAsFunction(_ cloud: MockCloud, _ state: String) throws -> MockCloud? {
      switch self {
      case .restore: try cloud.restore("start")
      case .restoreByName: cloud.call("mock/restore", #"{"name": "start"}"#)
      case .load: cloud.call("mock/state/load", #"{"state": \#(state)}"#)
      case .reset: try cloud.reset()
      case .fork: _ = cloud.fork()
      case .forkThatIsKept: return cloud.fork()
      }
      return nil
    }
  }

  /// Returns a cloud with five records in a zone, and pages of two.
  private static func seeded(_ cloud: MockCloud) throws -> MockCloud {
    try cloud.setLimits(.number(.pageSize, 2))
    try cloud.seed(
      (0..<5).map {
        CKRecord(recordType: "Note", recordID: .init(recordName: "\($0)", zoneID: zoneID))
      })
    try cloud.snapshot("start")
    return cloud
  }

  /// Reads all changes, and begins again where CloudKit requires it.
  private static func readChanges(
    _ database: CKDatabase, between: () throws -> Void
  ) async throws -> Int {
    var (token, names, pages) = (nil as CKServerChangeToken?, Set<String>(), 0)
    while true {
      do {
        let page = try await database.recordZoneChanges(inZoneWith: zoneID, since: token)
        names.formUnion(page.modificationResultsByID.keys.map(\.recordName))
        (token, pages) = (page.changeToken, pages + 1)
        if pages == 1 { try between() }
        if !page.moreComing { return names.count }
      } catch let error as CKError where error.code == .changeTokenExpired {
        (token, names) = (nil, [])
      }
    }
  }

  private static func readQuery(
    _ database: CKDatabase, between: () throws -> Void
  ) async throws -> Int {
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
    var (page, cursor) = try await database.records(matching: query, inZoneWith: zoneID)
    var count = page.count
    try between()
    while let next = cursor {
      (page, cursor) = try await database.records(continuingMatchFrom: next)
      count += page.count
    }
    return count
  }

  @Test(arguments: Change.allCases, [false, true])
  func aReadingThatContinues(_ change: Change, _ isQuery: Bool) async throws {
    let found = try await issues(.mockCloud(findings: .error)) {
      let cloud = try Self.seeded(try MockCloud.current)
      let (state, database) = (
        cloud.call("mock/state/save").json, CKContainer.default().privateCloudDatabase
      )
      var fork: MockCloud?
      let read = isQuery ? Self.readQuery : Self.readChanges
      let count = try? await read(database) { fork = try change(cloud, state) }
      // After a reset, there is no zone.
      if change != .reset { #expect(count == 5) }
      #expect(try cloud.findings().isEmpty)
      if let fork { #expect(try fork.findings().isEmpty) }
    }
    #expect(found == [])
  }

  /// A client of the copy has pages of its own.
  @Test func aPageThatAForkHasRead() async throws {
    let found = try await issues(.mockCloud(findings: .error)) {
      let cloud = try Self.seeded(try MockCloud.current)
      let count = try await Self.readChanges(CKContainer.default().privateCloudDatabase) {}
      #expect(count == 5)
      let fork = try Self.seeded(try MockCloud()).fork()
      let database = fork.container().privateCloudDatabase
      _ = try await database.recordZoneChanges(inZoneWith: Self.zoneID, since: nil)
      #expect(try fork.findings().map(\.kind) == [.moreComingIgnored])
      #expect(try cloud.findings().isEmpty)
    }
    #expect(found.count == 1 && found.first?.contains("moreComingIgnored") == true)
  }

  /// Each run of an exploration ends, so that nothing continues its pages.
  @Test func aPageThatARunDidNotContinue() async throws {
    let found = try await issues(.mockCloud(findings: .error)) {
      let cloud = try Self.seeded(try MockCloud.current)
      try await cloud.explore(.init(errors: [.networkFailure])) { _ in
        _ = try? await CKContainer.default().privateCloudDatabase.recordZoneChanges(
          inZoneWith: Self.zoneID, since: nil)
      }
    }
    #expect(found.count == 1 && found.first?.contains("moreComingIgnored") == true)
  }
}
