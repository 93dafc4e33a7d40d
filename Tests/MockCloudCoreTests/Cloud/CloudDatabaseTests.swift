import Testing

@testable import MockCloudCore

/// Calls through the containers and databases of the Swift interface.
@Suite struct CloudDatabaseTests {
  private let cloud: Cloud
  private let database: CloudDatabase

  init() throws {
    cloud = try Cloud()
    database = cloud.container("iCloud.com.example.notes").privateDatabase
  }

  private func note(_ name: RecordName?, _ fields: [String: FieldValue?] = [:]) -> RecordDraft {
    RecordDraft("Note", recordName: name, fields: fields)
  }

  // MARK: Saving and fetching

  @Test func savesWhatLiteralsSay() throws {
    let place = FieldValue.location(Location(latitude: 52.5, longitude: 13.4))
    let saved = try database.save(
      note(
        "n1",
        [
          "title": "Milk", "count": 2, "weight": 1.5, "isDone": true, "tags": .stringList(["a"]),
          "place": place, "note": nil,
        ]))
    let read = try database.record(named: "n1")
    #expect(read.recordChangeTag == saved.recordChangeTag)
    #expect(read["title"] == "Milk")
    #expect(read["count"] == 2)
    #expect(read["weight"] == 1.5)
    #expect(read["isDone"] == 1)
    #expect(read["tags"]?.stringListValue == ["a"])
    #expect(read["place"]?.locationValue?.latitude == 52.5)
    #expect(read["note"] == nil)
    #expect(read["count"]?.int64Value == 2)
    #expect(read["count"]?.doubleValue == nil)
    #expect(read["title"]?.stringValue == "Milk")
  }

  @Test func changesARecordThatWasRead() throws {
    try database.save(note("n1", ["title": "Milk", "count": 2]))
    var draft = RecordDraft(try database.record(named: "n1"))
    draft["title"] = "Bread"
    draft["count"] = nil
    let saved = try database.save(draft)
    #expect(saved["title"] == "Bread")
    #expect(saved["count"] == nil)
    // The draft has the tag of the previous version.
    let error = try #require(throws: CloudError.self) { try database.save(draft) }
    #expect(error.code == .serverRecordChanged)
    #expect(error.conflict?.serverRecord["title"] == "Bread")
    #expect(error.conflict?.ancestorRecord?["title"] == "Milk")
    #expect(try database.save(draft, savePolicy: .allKeys)["title"] == "Bread")
  }

  @Test func encryptsWhatIsToBe() throws {
    var draft = note("n1", ["title": "Milk"])
    draft.setEncrypted("4711", for: "code")
    draft.setEncrypted("0815", for: "code")
    let record = try database.save(draft)
    #expect(record.fields.map(\.name) == ["code", "title"])
    #expect(record.fields.map(\.isEncrypted) == [true, false])
    #expect(record["code"] == "0815")
    let everybodys = cloud.publicDatabase
    #expect(try code { try everybodys.save(draft) } == .invalidArguments)
  }

  @Test func namesARecordThatHasNone() throws {
    let record = try database.save(note(nil, ["title": "Milk"]))
    #expect(try database.record(named: record.recordName)["title"] == "Milk")
  }

  @Test func aSingleItemThrowsItsOwnError() throws {
    #expect(try code { _ = try database.record(named: "none") } == .unknownItem)
    #expect(try code { _ = try database.record(named: "n", in: "None") } == .zoneNotFound)
    #expect(try code { try database.save(note("_n")) } == .invalidArguments)
    #expect(try code { try database.deleteZone(named: "None") } == .zoneNotFound)
    #expect(try code { try database.createZone(named: "_z") } == .invalidArguments)
  }

  @Test func severalItemsAnswerAResultEach() throws {
    try database.save([note("n1"), note("n2")])
    let results = try database.records(named: ["n1", "none", "n2"])
    #expect(results.map { (try? $0.get())?.recordName } == ["n1", nil, "n2"])
    let error = try #require(throws: CloudError.self) { try results.get() }
    #expect(error.code == .partialFailure)
    #expect(error.partialErrors.map(\.error.code) == [.unknownItem])
    guard case .record(let name, _)? = error.partialErrors.first?.item else {
      Issue.record("the failed item is a record")
      return
    }
    #expect(name == "none")
    #expect(
      try database.records(named: ["n2", "n1"]).get().map(\.recordName.text) == ["n2", "n1"])
  }

  @Test func anAtomicZoneFailsWhole() throws {
    try database.createZone(named: "Trips")
    let drafts = ["a", "_b"].map { RecordDraft("Trip", recordName: $0, zoneID: "Trips") }
    let together = try database.save(drafts)
    #expect(together.map(\.errorCode) == [.batchRequestFailed, .invalidArguments])
    let apart = try database.save(drafts, atomically: false)
    #expect(apart.map(\.errorCode) == [nil, .invalidArguments])
    #expect(try database.record(named: "a", in: "Trips").zoneID.zoneName == "Trips")
  }

  @Test func deletes() throws {
    let record = try database.save(note("n1"))
    #expect(
      try code { try database.deleteRecord(named: "n1", changeTag: "x") } == .serverRecordChanged)
    #expect(
      try database.deleteRecord(named: "n1", changeTag: record.recordChangeTag).recordName == "n1")
    try database.deleteRecord(named: "n1")
    #expect(try code { _ = try database.record(named: "n1") } == .unknownItem)
    try database.save([note("n2"), note("n3")])
    #expect(
      try database.deleteRecords(named: ["n2", "n3"]).get().map(\.recordName.text) == ["n2", "n3"])
    #expect(try database.storedRecords().isEmpty)
  }

  @Test func modifiesInOneCall() throws {
    try database.save(note("n1"))
    let results = try database.modify([
      ModifyRecords.Item(.save, note("n2")), ModifyRecords.Item(.forceDelete, note("n1")),
    ])
    #expect(try results.get().count == 2)
    #expect(try database.storedRecords().map(\.recordName.text) == ["n2"])
  }

  // MARK: Values that JSON cannot represent

  @Test(arguments: [
    FieldValue.double(.nan), .double(.infinity), .doubleList([1, -.infinity]),
    .location(Location(latitude: .nan, longitude: 0)),
    .location(Location(latitude: 90.5, longitude: 0)),
    .location(Location(latitude: 0, longitude: -181)),
    .locationList([Location(latitude: 0, longitude: 0, altitude: .nan)]),
    .reference(Reference(recordName: "")), .referenceList([Reference(recordName: "")]),
  ])
  func valuesThatNoServerHoldsAreRefused(_ value: FieldValue) throws {
    let before = cloud.call("mock/state/hash", "{}").json
    #expect(try code { try database.save(note("n1", ["v": value])) } == .invalidArguments)
    var draft = note("n1")
    draft["v"] = value
    #expect(try code { try database.save(draft) } == .invalidArguments)
    let error = #expect(throws: Misuse.self) { try database.seed([draft]) }
    #expect(error?.status == .badMockRequest)
    #expect(cloud.call("mock/state/hash", "{}").json == before)
  }

  // MARK: Zones

  @Test func makesAndDeletesZones() throws {
    let zone = try database.createZone(named: "Trips")
    #expect(zone.isAtomic)
    #expect(try database.createZone(named: "Trips").zoneID == zone.zoneID)
    #expect(try database.zones().map(\.zoneID.zoneName) == ["Trips", "_defaultZone"])
    try database.deleteZone(named: "Trips")
    #expect(try database.zones().map(\.zoneID.zoneName) == ["_defaultZone"])
  }

  // MARK: Queries

  @Test func findsEveryPage() throws {
    let names = (100..<750).map { "n\($0)" }
    try database.seed(names.map { note(RecordName($0), ["title": "Milk", "size": 1]) })
    try database.seed([RecordDraft("Note", recordName: "z1", zoneID: "Trips", fields: ["size": 2])])
    #expect(try database.query("Note").get().map(\.recordName.text) == names)
    let page = try database.page(of: Query(recordType: "Note"), limit: 10)
    #expect(try page.records.get().map(\.recordName.text) == Array(names.prefix(10)))
    let next = try database.page(
      of: Query(recordType: "Note"), limit: 10, after: page.continuationMarker)
    #expect(try next.records.get().map(\.recordName.text) == Array(names[10..<20]))
    let large = [QueryFilter("size", .greaterThan, 1)]
    #expect(try database.query("Note", where: large).isEmpty)
    #expect(try database.query("Note", where: large, in: "Trips").count == 1)
    #expect(try database.query("Note", where: large, acrossZones: true).count == 1)
    let backwards = [SortKey("___recordID", ascending: false)]
    #expect(try database.query("Note", sortedBy: backwards).get().first?.recordName == "n749")
    #expect(try code { _ = try database.query("None") } == .unknownItem)
  }

  @Test func findsByPredicate() throws {
    try database.seed(
      (0..<300).map {
        note("n\(100 + $0)", ["title": $0 % 2 == 0 ? "Buy" : "Sell", "weight": .int64($0)])
      })
    let bought = try database.query("Note", matching: "title BEGINSWITH 'B' AND weight < 290")
    #expect(try bought.get().count == 145)
    let title = "Sell"
    let sold = PredicateText.Format("title == %@ AND weight >= %d", .value(.string(title)), 290)
    let sorted = try database.query(
      "Note", matching: sold, sortedBy: [SortKey("weight", ascending: false)])
    #expect(try sorted.get().map { $0["weight"]?.int64Value } == [299, 297, 295, 293, 291])
    #expect(
      try code { _ = try database.query("Note", matching: "weight < 1 OR weight > 2") }
        == .invalidArguments)
    #expect(try code { _ = try database.query("Note", matching: "weight <") } == .invalidArguments)
  }

  @Test func explainsAQuery() throws {
    try database.seed((0..<300).map { note("n\($0)", ["weight": .int64($0)]) })
    var query = QueryRecords(Query(recordType: "Note"))
    query.predicate = "NOT (weight < 3) AND weight IN {1, 3, 5}"
    let explanation = try database.explain(query)
    #expect(
      explanation.predicate
        == PredicateText.Format(
          "weight >= 3 AND weight IN %@", .value(.int64List([1, 3, 5]))))
    #expect(explanation.query.predicate.filters.map(\.comparator) == [.greaterThanOrEquals, .isIn])
    #expect(explanation.zones.map(\.access) == [.index])
    #expect(explanation.examined == 3 && explanation.found == 2)
    query.predicate = "weight = nil"
    let error = #expect(throws: Misuse.self) { _ = try database.explain(query) }
    #expect(error?.message.contains("invalidArguments") == true)
  }

  // MARK: Callers

  @Test func everybodySeesTheirOwn() throws {
    try cloud.addUser("alice", devices: ["phone", "pad"])
    let container = cloud.container()
    let hers = container.as("alice", device: "pad")
    try hers.privateDatabase.save(note("n1", ["title": "hers"]))
    try container.privateDatabase.save(note("n1", ["title": "mine"]))
    #expect(
      try container.on(device: "phone").privateDatabase.record(named: "n1")["title"] == "hers")
    #expect(try cloud.privateDatabase.record(named: "n1")["title"] == "mine")
    #expect(try hers.privateDatabase.record(named: "n1").created.deviceID == "pad")
    #expect(try hers.userRecordName() != container.userRecordName())
    #expect(
      try code { _ = try container.in(.production).privateDatabase.record(named: "n1") }
        == .unknownItem)
    #expect(
      try code { _ = try cloud.container("iCloud.other").privateDatabase.record(named: "n1") }
        == .unknownItem)
  }

  @Test func whoIsSignedOutReadsOnlyThePublicDatabase() throws {
    try cloud.publicDatabase.save(note("n1"))
    let nobody = cloud.container().signedOut
    #expect(try nobody.accountStatus() == .noAccount)
    #expect(try nobody.publicDatabase.record(named: "n1").recordName == "n1")
    #expect(try code { try nobody.publicDatabase.save(note("n2")) } == .notAuthenticated)
    #expect(try code { _ = try nobody.privateDatabase.zones() } == .notAuthenticated)
    #expect(try code { _ = try nobody.userRecordName() } == .notAuthenticated)
    #expect(try nobody.as("me").accountStatus() == .available)
  }

  @Test func aStrangerIsRefused() throws {
    let stranger = cloud.container().as("stranger").privateDatabase
    let error = try #require(throws: CloudError.self) { _ = try stranger.zones() }
    #expect(error.code == .invalidArguments)
    #expect(error.reason.contains("stranger"))
    #expect(try cloud.journal().isEmpty)
  }
}

extension Result where Failure == ItemError {
  /// The code of the item's error; nil if it succeeded.
  var errorCode: CKErrorCode? {
    if case .failure(let failure) = self { failure.error.code } else { nil }
  }
}
