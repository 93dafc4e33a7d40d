import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// A save makes the saved object the saved version.
@Suite(.mockCloud)
struct SavedRecordTests {
  private let zoneID = CKRecordZone.ID(zoneName: "Notes")
  private let cloud: MockCloud
  private let database = CKContainer.default().privateCloudDatabase

  init() throws {
    cloud = try MockCloud.current
    try cloud.seed([], zones: [CKRecordZone(zoneID: zoneID)])
  }

  private func note(_ name: String) -> CKRecord {
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: name, zoneID: zoneID))
    record["title"] = "Milk"
    return record
  }

  @Test func anObjectCanBeSavedAgain() async throws {
    let record = note("a")
    let saved = try await database.save(record)
    #expect(saved !== record)
    #expect(record.recordChangeTag == saved.recordChangeTag && record.recordChangeTag != nil)
    #expect(record.modificationDate == saved.modificationDate)
    #expect(record.creatorUserRecordID == saved.creatorUserRecordID)
    #expect(record.changedKeys() == [])
    record["title"] = "Bread"
    #expect(record.changedKeys() == ["title"])
    let again = try await database.save(record)
    #expect(again["title"] as? String == "Bread")
    saved["title"] = "Glue"
    #expect(record["title"] as? String == "Bread", "another object")
  }

  @Test func whatTheServerHasBesidesIsNotInTheObject() async throws {
    let first = note("a")
    first["done"] = 1
    try await database.save(first)
    let partial = note("a")
    _ = try await database.modifyRecords(
      saving: [partial], deleting: [], savePolicy: .changedKeys)
    #expect(partial.allKeys() == ["title"])
    #expect(partial.recordChangeTag != first.recordChangeTag)
    _ = try await database.modifyRecords(saving: [partial], deleting: [], savePolicy: .allKeys)
    let stored = try await database.record(for: partial.recordID)
    #expect(stored["done"] as? Int == 1)
  }

  @Test func fieldsOfAFetchedRecordThatWereRemovedStayRemoved() async throws {
    let first = note("a")
    (first["done"], first["count"], first["hidden"]) = (1, 2, 3)
    try await database.save(first)
    let partly = try await database.records(
      for: [first.recordID], desiredKeys: ["title", "done", "count"])
    let record = try #require(try partly[first.recordID]?.get())
    (record["title"], record["done"]) = ("Bread", nil)
    try await database.save(record)
    #expect(record.allKeys().sorted() == ["count", "title"] && record.changedKeys() == [])
    #expect(record["title"] as? String == "Bread" && record["count"] as? Int == 2)
    record["count"] = nil
    try await database.save(record)
    #expect(record.allKeys() == ["title"])
    let stored = try await database.record(for: record.recordID)
    #expect(stored.allKeys().sorted() == ["hidden", "title"])
  }

  @Test func aConflictAfterASaveHasTheSavedVersionAsAncestor() async throws {
    let record = note("a")
    try await database.save(record)
    let other = try await database.record(for: record.recordID)
    other["title"] = "Rice"
    try await database.save(other)
    record["title"] = "Bread"
    let error = await #expect(throws: CKError.self) { try await database.save(record) }
    #expect(error?.code == .serverRecordChanged)
    #expect(error?.ancestorRecord?["title"] as? String == "Milk")
    #expect(record.changedKeys() == ["title"])
    #expect(record.recordChangeTag == error?.ancestorRecord?.recordChangeTag)
  }

  @Test func whatWasSetAfterTheRequestStaysChanged() async throws {
    let parent = note("p")
    try await database.save(parent)
    let record = note("a")
    let operation = CKModifyRecordsOperation(recordsToSave: [record])
    try cloud.holdClock()
    try cloud.addFaults(.init(when: .calls(.modifyRecords), then: [.latency(seconds: 2)]))
    database.add(operation)
    record["done"] = 1
    record.setParent(parent)
    try cloud.advance(by: 3)
    await operation.end()
    #expect(record.recordChangeTag != nil)
    #expect(record.changedKeys() == ["done"])
    cloud.releaseClock()
    try await database.save(record)
    let stored = try await database.record(for: record.recordID)
    #expect(stored["done"] as? Int == 1 && stored.parent?.recordID == parent.recordID)
  }

  @Test func aSavedShareHasItsLink() async throws {
    let root = note("root")
    let share = CKShare(rootRecord: root)
    _ = try await database.modifyRecords(saving: [root, share], deleting: [])
    #expect(share.url != nil)
    #expect(root.share?.recordID == share.recordID)
    share.publicPermission = .readOnly
    let saved = try #require(try await database.save(share) as? CKShare)
    #expect(saved.publicPermission == .readOnly && saved.url == share.url)
    root["title"] = "Bread"
    try await database.save(root)
  }

  @Test func anObjectOfAFailedSaveStays() async throws {
    let record = note("a")
    try cloud.setError(.zoneBusy, for: .modifyRecords, times: 1)
    await #expect(throws: CKError.self) { try await database.save(record) }
    #expect(record.recordChangeTag == nil && record.changedKeys() == ["title"])
  }
}
