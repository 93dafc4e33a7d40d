import MockCloudCore
import Testing

extension Tasks {
  @Test func firstSync() throws {
    try seedNotes(10_000)
    var pages = [try changes(on: phone)]
    while let last = pages.last, last.moreComing {
      pages.append(try changes(since: last.syncToken, on: phone))
    }
    #expect(pages.count == 51)  // 200 records a page
    #expect(pages.map(\.records.count).reduce(0, +) == 10_001)
  }

  @Test func firstSyncBreaksOff() throws {
    try seedNotes(500)
    let first = try changes(on: phone)  // the app is killed here, with its token stored
    let second = try changes(since: first.syncToken, on: phone)
    let third = try changes(since: second.syncToken, on: phone)
    #expect([second.records.count, third.records.count] == [200, 101])
  }

  @Test func moreComing() throws {
    try call("mock/limits/set", #"{"limits": {"pageSize": 2}}"#)
    try seedNotes(3)
    let first = try changes(on: phone)
    #expect(first.moreComing)
    #expect(try !changes(since: first.syncToken, on: phone).moreComing)
    #expect(try cloud.findings().isEmpty)  // a client that ignores moreComing would be listed
  }

  @Test func tombstones() throws {
    let token = try changes(on: phone).syncToken
    try pad.deleteRecord(named: "n1", in: notes)
    let page = try changes(since: token, on: phone)
    #expect(records(page).isEmpty && deletions(page) == ["n1"])
  }

  @Test func tokenExpired() throws {
    let token = try changes(on: phone).syncToken
    try cloud.perform(ExpireTokens(notes), as: phone.caller)
    try expect(.changeTokenExpired) { try changes(since: token, on: phone) }
    #expect(try records(changes(on: phone)).count == 1)  // from the beginning
  }

  @Test func tokenExpiresMidway() throws {
    try call("mock/limits/set", #"{"limits": {"pageSize": 1}}"#)
    try seedNotes(1)
    let page = try changes(on: phone)
    #expect(page.moreComing)
    try cloud.addFault(FaultRule(limit: .first(1), then: [.expireTokens]))
    try expect(.changeTokenExpired) { try changes(since: page.syncToken, on: phone) }
  }

  @Test func tokenThrownAway() throws {
    _ = try changes(on: phone)
    _ = try changes(on: phone)  // from the beginning, despite a valid token
    #expect(try cloud.findings().map(\.kind) == [.tokenThrownAway])
  }

  @Test func ownChangesComeBack() throws {
    let token = try changes(on: phone).syncToken
    let saved = try phone.save(note("n2", "Bread"))
    let echo = try #require(records(changes(since: token, on: phone)).first)
    #expect(echo.recordChangeTag == saved.recordChangeTag)  // so a client recognises its change
    #expect(echo.modified.deviceID == "phone")
  }

  @Test func childComesFirst() throws {
    try phone.save(RecordDraft("List", recordName: "list", zoneID: notes))
    try phone.save(RecordDraft("Item", recordName: "item", zoneID: notes, parent: "list"))
    let renamed = RecordDraft("List", recordName: "list", zoneID: notes, fields: ["title": "Shop"])
    try phone.save(renamed, savePolicy: .changedKeys)
    #expect(try records(changes(on: phone)).map(\.recordName) == ["n1", "item", "list"])
  }

  @Test func changesInAnotherOrder() throws {
    try seedNotes(5)
    let usual = try records(changes(on: phone)).map(\.recordName)
    try cloud.addFault(FaultRule(then: [.shuffle(nil)]))
    let other = try records(changes(on: phone)).map(\.recordName)
    #expect(other != usual && Set(other) == Set(usual))
  }

  @Test func changesComeTwice() throws {
    try phone.save(note("n2", "Bread"))
    try cloud.addFault(FaultRule(limit: .first(1), then: [.repeatChanges(1)]))
    let first = try changes(on: phone)
    #expect(records(first).map(\.recordName) == ["n1", "n2"])
    let second = try changes(since: first.syncToken, on: phone)
    #expect(records(second).map(\.recordName) == ["n2"])
  }

  @Test func twoDevices() throws {
    let token = try changes(on: phone).syncToken
    try pad.save(note("from-pad", "Bread"))
    try phone.save(note("from-phone", "Butter"))
    let page = try changes(since: token, on: phone)
    // In the order of the service.
    #expect(records(page).map(\.recordName) == ["from-pad", "from-phone"])
  }

  @Test func syncLoop() throws {
    // A client stores a token for the database, and one for each zone.
    let token = try zoneChanges(on: phone).syncToken
    let zoneToken = try changes(on: phone).syncToken
    try pad.save(note("n2", "Bread"))
    let zones = try zoneChanges(since: token, on: phone).zones
    #expect(zones.count == 1)  // Notes
    #expect(try records(changes(since: zoneToken, on: phone)).map { $0["title"] } == ["Bread"])
  }
}
