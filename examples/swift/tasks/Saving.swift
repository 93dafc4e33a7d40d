import MockCloudCore
import Testing

// set-up begins
extension Tasks {
  /// Returns the note n1 as the device fetches it, with another title.
  func renamed(_ title: FieldValue, on device: CloudDatabase) throws -> RecordDraft {
    var draft = RecordDraft(try device.record(named: "n1", in: notes))
    draft["title"] = title
    return draft
  }

  /// Returns the codes of the items' errors; nil for items that succeeded.
  func codes<Success>(_ results: [ItemResult<Success>]) -> [CKErrorCode?] {
    results.map { if case .failure(let failure) = $0 { failure.error.code } else { nil } }
  }
}
// set-up ends

extension Tasks {
  @Test func conflict() throws {
    let mine = try renamed("Butter", on: phone)
    try pad.save(renamed("Bread", on: pad))
    let conflict = try #require(try expect(.serverRecordChanged) { try phone.save(mine) }.conflict)
    #expect(conflict.serverRecord["title"] == "Bread")
    #expect(conflict.clientRecord["title"] == "Butter")
    #expect(conflict.ancestorRecord?["title"] == "Milk")
    // Merge into the server's record: it has the current tag.
    var merged = RecordDraft(conflict.serverRecord)
    merged["title"] = "Bread, Butter"
    try phone.save(merged)
  }

  @Test func conflictBetweenFetchAndSave() throws {
    let mine = try renamed("Butter", on: phone)
    let other = FaultConflict(recordName: "n1", fields: [.init("title", "Bread")])
    try cloud.addFault(FaultRule(limit: .first(1), then: [.conflict(other)]))
    let error = try expect(.serverRecordChanged) { try phone.save(mine) }
    #expect(error.conflict?.serverRecord["title"] == "Bread")
  }

  @Test func conflictAgainAndAgain() throws {
    try cloud.addFault(FaultRule(limit: .first(3), then: [.conflict(FaultConflict())]))
    var mine = try renamed("Butter", on: phone)
    for _ in 0..<3 {
      let error = try expect(.serverRecordChanged) { try phone.save(mine) }
      mine = RecordDraft(try #require(error.conflict).serverRecord)
      mine["title"] = "Butter"
    }
    try phone.save(mine)
  }

  @Test func editsMadeOffline() throws {
    let mine = try renamed("Butter", on: phone)
    try cloud.setNetwork(.offline, device: "phone")
    try expect(.networkUnavailable) { try phone.save(mine) }  // the older edit
    try pad.save(renamed("Bread", on: pad))
    try cloud.setNetwork(.online, device: "phone")
    try expect(.serverRecordChanged) { try phone.save(mine) }  // arrives last
  }

  @Test func recordExists() throws {
    let error = try expect(.serverRecordChanged) { try phone.save(note("n1", "Bread")) }
    #expect(error.reason.hasPrefix("record to insert already exists"))  // it has no change tag
  }

  @Test func lastWriterWins() throws {
    var theirs = note("n1", "Bread")
    theirs["rank"] = 2
    try pad.save(theirs, savePolicy: .changedKeys)
    let saved = try phone.save(note("n1", "Butter"), savePolicy: .changedKeys)
    #expect(saved["title"] == "Butter" && saved["rank"] == 2)  // other fields are unchanged
  }

  @Test func deletedElsewhere() throws {
    let mine = try renamed("Butter", on: phone)
    try pad.deleteRecord(named: "n1", in: notes)
    try expect(.unknownItem) { try phone.save(mine) }
    try phone.save(note("n1", "Butter"))  // without a tag it is a new record
  }

  @Test func deletedByTwo() throws {
    try pad.deleteRecord(named: "n1", in: notes)
    try phone.deleteRecord(named: "n1", in: notes)  // no error, as in CloudKit
    #expect(try phone.storedRecords().isEmpty)
  }

  @Test func partialFailure() throws {
    try cloud.setRecordErrors(["b2"], .quotaExceeded)
    let results = try phone.save([note("b1", "Bread"), note("b2", "Bread")], atomically: false)
    #expect(codes(results) == [nil, .quotaExceeded])
    #expect(try phone.record(named: "b1", in: notes)["title"] == "Bread")  // the other is saved
  }

  @Test func atomicZone() throws {
    try cloud.setRecordErrors(["b2"], .quotaExceeded)
    let results = try phone.save([note("b1", "Bread"), note("b2", "Bread")])
    #expect(codes(results) == [.batchRequestFailed, .quotaExceeded])
    try expect(.unknownItem) { try phone.record(named: "b1", in: notes) }  // nothing is saved
  }

  @Test func onlyAPartIsDone() throws {
    let part = FaultEffect.prefix(1, .serviceUnavailable)
    try cloud.addFault(FaultRule(when: .calls("records/modify"), then: [part]))
    let results = try phone.save([note("b1", "Bread"), note("b2", "Bread")], atomically: false)
    #expect(codes(results) == [nil, .serviceUnavailable])
  }

  @Test func missingRecord() throws {
    #expect(try codes(phone.records(named: ["n1", "n9"], in: notes)) == [nil, .unknownItem])
  }

  @Test func childBeforeParent() throws {
    let item = RecordDraft("Item", recordName: "i1", zoneID: notes, parent: "list")
    try expect(.referenceViolation) { try phone.save(item) }
    let list = RecordDraft("List", recordName: "list", zoneID: notes)
    _ = try phone.save([item, list]).get()  // both in one request, in any order
  }

  @Test func childrenGoWithParent() throws {
    try phone.save(RecordDraft("Folder", recordName: "f1", zoneID: notes))
    var child = note("n2", "Bread")
    child["folder"] = .reference(Reference(recordName: "f1", action: .deleteSelf))
    try phone.save(child)
    try phone.deleteRecord(named: "f1", in: notes)
    try expect(.unknownItem) { try phone.record(named: "n2", in: notes) }
  }

  @Test func wrongType() throws {
    let error = try expect(.invalidArguments) { try phone.save(note("n2", 5)) }
    #expect(error.reason.contains("title"))  // n1 made it a STRING
  }

  @Test func noPermissionInPublic() throws {
    try bob.publicDatabase.save(RecordDraft("City", recordName: "c1", fields: ["title": "Bern"]))
    var city = RecordDraft(try cloud.publicDatabase.record(named: "c1"))  // everyone may read
    city["title"] = "Mine now"
    try expect(.permissionFailure) { try cloud.publicDatabase.save(city) }  // not write
  }
}
