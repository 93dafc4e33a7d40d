import Testing

@testable import MockCloudCore

/// The digest of a cloud's contents.
@Suite struct WorldDigestTests {
  private let cloud: Cloud
  private let database: CloudDatabase

  init() throws {
    cloud = try Cloud()
    database = cloud.privateDatabase
    try cloud.seed([RecordDraft("Note", recordName: "n1", fields: ["title": "Milk"])])
  }

  private func call(_ operation: String, _ request: String, status: Int32 = 0) {
    let answer = cloud.call(operation, request)
    #expect(answer.status == status, "\(answer.json)")
  }

  private func delete(_ name: String) {
    let item = #"{"operationType": "forceDelete", "record": {"recordName": "\#(name)"}}"#
    call("records/modify", #"{"operations": [\#(item)]}"#)
  }

  @Test func anEmptyCloudHasNone() throws {
    #expect(try Cloud().stateHash() == 0)
    #expect(try Cloud().privateDatabase.zones().count == 1)
    #expect(try cloud.stateHash() != 0)
  }

  @Test func aRefusedCallLeavesIt() throws {
    let before = try cloud.stateHash()
    let stale = try database.save([
      RecordDraft("Note", recordName: "n1"), RecordDraft("Note", recordName: "_no"),
    ])
    #expect(stale.allSatisfy { $0.errorCode != nil })
    _ = try? database.record(named: "gone")
    call("zones/modify", #"{"operations": 7}"#, status: 12)
    #expect(try cloud.stateHash() == before)
    for entry in try cloud.journal() {
      #expect(entry.stateBefore == before && entry.stateAfter == before, "\(entry.operation)")
    }
  }

  @Test func theJournalHasItBeforeAndAfter() throws {
    let seeded = try cloud.stateHash()
    try database.save(RecordDraft("Note", recordName: "n2"))
    let saved = try cloud.stateHash()
    try cloud.seed([RecordDraft("Note", recordName: "n3")])
    delete("n3")
    let entries = try cloud.journal()
    #expect(entries.map(\.stateBefore) == [seeded, entries[1].stateBefore])
    #expect(entries.map(\.stateAfter) == [saved, try cloud.stateHash()])
    #expect(Set([seeded, saved, entries[1].stateBefore, entries[1].stateAfter]).count == 4)
  }

  @Test(arguments: [
    #"{"recordName": "n1", "recordType": "Note", "fields": {"title": {"value": "Bread"}}}"#,
    #"{"recordName": "n1", "recordType": "Note", "fields": {"title": {"value": null}}}"#,
    #"{"recordName": "n1", "recordType": "Note", "fields": {"body": {"value": "Milk"}}}"#,
    #"{"recordName": "n1", "recordType": "Page", "fields": {"title": {"value": "Milk"}}}"#,
    #"{"recordName": "n2", "recordType": "Note", "fields": {"title": {"value": "Milk"}}}"#,
  ])
  func whatIsStoredCounts(_ record: String) throws {
    let other = try Cloud()
    let answer = other.call("mock/seed", #"{"records": [\#(record)]}"#)
    #expect(answer.status == 0, "\(answer.json)")
    #expect(try other.stateHash() != cloud.stateHash())
  }

  @Test func whereItIsStoredCounts() throws {
    let draft = RecordDraft("Note", recordName: "n1", fields: ["title": "Milk"])
    let there: [(Cloud) throws -> Void] = [
      { try $0.publicDatabase.seed([draft]) },
      { try $0.container("iCloud.other").privateDatabase.seed([draft]) },
      { try $0.container().in(.production).privateDatabase.seed([draft]) },
      {
        var draft = draft
        draft.zoneID = "Work"
        try $0.seed([draft])
      },
    ]
    var hashes: Set<UInt64> = [try cloud.stateHash()]
    for place in there {
      let other = try Cloud()
      try place(other)
      #expect(try hashes.insert(other.stateHash()).inserted)
    }
  }

  @Test func aForkHasItAndGoesItsOwnWay() throws {
    let fork = cloud.fork()
    #expect(try fork.stateHash() == cloud.stateHash())
    try fork.privateDatabase.save(RecordDraft("Note", recordName: "n2"))
    #expect(try fork.stateHash() != cloud.stateHash())
    try database.save(RecordDraft("Note", recordName: "n2"))
    #expect(try fork.stateHash() == cloud.stateHash())
  }

  @Test func aRestoreBringsItBack() throws {
    let before = try cloud.stateHash()
    try cloud.snapshot("before")
    delete("n1")
    #expect(try cloud.stateHash() != before)
    try cloud.restore("before")
    #expect(try cloud.stateHash() == before)
    delete("n1")
    try database.save(RecordDraft("Note", recordName: "n1", fields: ["title": "Milk"]))
    #expect(try cloud.stateHash() != before)
  }

  @Test func whatIsNotStoredDoesNotCount() throws {
    let before = try cloud.stateHash()
    try cloud.advanceClock(seconds: 60)
    try cloud.addUser("alice")
    try cloud.setError(.zoneBusy)
    call("mock/limits/set", #"{"limits": {"pageSize": 3}}"#)
    #expect(try cloud.stateHash() == before)
  }

  /// The digest covers all of these, besides records.
  @Test(arguments: [
    ("mock/tokens/expire", "{}"),
    ("mock/tokens/expire", #"{"zoneID": {"zoneName": "Work"}}"#),
    ("mock/zones/purge", #"{"zoneID": {"zoneName": "Work"}}"#),
    (
      "zones/modify",
      #"{"operations": [{"operationType": "create", "zone": {"zoneID": {"zoneName": "More"}}}]}"#
    ),
    (
      "subscriptions/modify",
      """
      {"operations": [{"operationType": "create", "subscription": {"subscriptionID": "s",
       "subscriptionType": "zone", "zoneID": {"zoneName": "Work"},
       "notificationInfo": {"shouldBadge": true}}}]}
      """
    ),
    (
      "records/modify",
      """
      {"zoneID": {"zoneName": "Work"}, "operations": [{"operationType": "create", "record":
       {"recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share"}}]}
      """
    ),
    (
      "records/modify",
      """
      {"zoneID": {"zoneName": "Work"}, "clientChangeToken": "AAE=", "operations": [
       {"operationType": "forceDelete", "record": {"recordName": "gone"}}]}
      """
    ),
  ])
  func whatElseItCovers(_ operation: String, _ request: String) throws {
    try cloud.seed([], zones: ["Work"])
    // Tokens expire only if some were issued.
    call("changes/database", "{}")
    let before = try cloud.stateHash()
    try cloud.snapshot("before")
    call(operation, request)
    let after = try cloud.stateHash()
    #expect(after != before)
    let other = try Cloud()
    try other.load(try cloud.savedState())
    #expect(try other.stateHash() == after)
    try cloud.restore("before")
    #expect(try cloud.stateHash() == before)
    #expect(try cloud.problems() == [])
  }
}
