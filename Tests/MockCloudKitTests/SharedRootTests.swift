import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// The roots of shares that are not saved yet.
@Suite(.mockCloud)
struct SharedRootTests {
  private let cloud: MockCloud
  private let database = CKContainer.default().privateCloudDatabase
  private let zoneID = CKRecordZone.ID(zoneName: "Lists")

  init() throws {
    cloud = try MockCloud.current
    try cloud.seed([], zones: [CKRecordZone(zoneID: zoneID)])
  }

  private func root() -> CKRecord {
    CKRecord(recordType: "List", recordID: .init(recordName: "list", zoneID: zoneID))
  }

  private func savedRoot() async throws -> CKRecord {
    let root = root()
    try await database.save(root)
    return root
  }

  /// The codes of the errors by record names; `ok` for saved records.
  private func save(_ records: [CKRecord]) async throws -> Set<String> {
    let results = try await database.modifyRecords(saving: records, deleting: [])
    return Set(results.saveResults.values.map(\.text))
  }

  @Test func aRootThatWasSavedSinceTheShareWasMade() async throws {
    let root = try await savedRoot()
    let share = CKShare(rootRecord: root)
    root["title"] = "Groceries"
    try await database.save(root)
    #expect(try await save([root, share]) == ["ok"])
    #expect(share.url != nil && root.share?.recordID == share.recordID)
  }

  @Test func aShareThatIsSavedAgainAfterAnError() async throws {
    let root = try await savedRoot()
    let share = CKShare(rootRecord: root)
    try cloud.setError(.zoneBusy, for: .modifyRecords, times: 1)
    await #expect(throws: CKError.self) { try await save([root, share]) }
    root["title"] = "Groceries"
    try await database.save(root)
    #expect(try await save([share, root]) == ["ok"])
  }

  @Test func theServersRecordOfAConflict() async throws {
    let root = try await savedRoot()
    let other = try await database.record(for: root.recordID)
    other["title"] = "Groceries"
    try await database.save(other)
    let share = CKShare(rootRecord: root)
    root["title"] = "Tools"
    let results = try await database.modifyRecords(saving: [root, share], deleting: [])
    let conflict = #expect(throws: CKError.self) {
      try results.saveResults[root.recordID]?.get()
    }
    let server = try #require(conflict?.serverRecord)
    server["title"] = "Tools"
    #expect(try await save([server, share]) == ["ok"])
    #expect(server.share?.recordID == share.recordID)
  }

  @Test func anArchivedShare() async throws {
    let root = try await savedRoot()
    let share = CKShare(rootRecord: root)
    root["title"] = "Groceries"
    try await database.save(root)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: share, requiringSecureCoding: true)
    let copy = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CKShare.self, from: data))
    #expect(try await save([root, copy]) == ["ok"])
  }

  /// Somebody else has changed the root.
  @Test func aStaleRoot() async throws {
    let root = try await savedRoot()
    let share = CKShare(rootRecord: root)
    let other = try await database.record(for: root.recordID)
    other["title"] = "Groceries"
    try await database.save(other)
    #expect(try await save([root, share]) == ["14"])
    #expect(share.url == nil)
  }

  // MARK: The link of the root

  @Test func aRootThatIsSavedAloneKeepsItsShare() async throws {
    for root in [root(), try await savedRoot()] {
      let share = CKShare(rootRecord: root)
      for title in ["Groceries", "Tools"] {
        root["title"] = title
        _ = try await database.modifyRecords(
          saving: [root], deleting: [], savePolicy: .changedKeys)
        #expect(root.share?.recordID == share.recordID)
        #expect(try await database.record(for: root.recordID).share == nil)
      }
    }
  }

  /// The link was that of a version, and the client has not set it.
  @Test func aShareThatIsDeletedIsNoLongerThatOfTheRoot() async throws {
    let root = try await savedRoot()
    let share = CKShare(rootRecord: root)
    #expect(try await save([root, share]) == ["ok"])
    try await database.deleteRecord(withID: share.recordID)
    root.parent = nil
    _ = try await database.modifyRecords(saving: [root], deleting: [], savePolicy: .changedKeys)
    #expect(root.share == nil)
  }
}
