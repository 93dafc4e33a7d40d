import MockCloudCore
import Testing

extension Tasks {
  @Test func missingIndex() throws {
    try cloud.loadSchema(
      "DEFINE SCHEMA RECORD TYPE City (name STRING, population INT64 QUERYABLE);",
      environment: .production)
    let production = cloud.container().in(.production).privateDatabase
    _ = try production.query("City", matching: "population > 1000")
    let error = try expect(.invalidArguments) {
      try production.query("City", matching: "name = 'Bern'")
    }
    #expect(error.reason == "Field 'name' is not marked queryable")
  }

  @Test func missingRecordnameIndex() throws {
    try cloud.loadSchema(
      "DEFINE SCHEMA RECORD TYPE City (name STRING QUERYABLE);", environment: .production)
    let production = cloud.container().in(.production).privateDatabase
    let error = try expect(.invalidArguments) { try production.query("City") }  // all cities
    #expect(error.reason == "Field 'recordName' is not marked queryable")
  }

  @Test func undeployedField() throws {
    try cloud.privateDatabase.save(RecordDraft("City", fields: ["name": "Bern"]))
    try cloud.deploySchema()  // the schema that has grown so far
    let production = cloud.container().in(.production).privateDatabase
    try production.save(RecordDraft("City", fields: ["name": "Bern"]))
    let error = try expect(.invalidArguments) {
      try production.save(RecordDraft("City", fields: ["name": "Bern", "population": 134_000]))
    }
    #expect(error.reason.contains("population"))
  }

  @Test func strictDevelopment() throws {
    try cloud.loadSchema("DEFINE SCHEMA RECORD TYPE Note (title STRING);")
    _ = try phone.query("Note", matching: "title = 'Milk'", in: notes)  // it is allowed
    try call("mock/limits/set", #"{"limits": {"strictIndexes": true}}"#)
    try expect(.invalidArguments) {
      try phone.query("Note", matching: "title = 'Milk'", in: notes)
    }
  }

  @Test func predicateRefused() throws {
    try expect(.invalidArguments) {
      try phone.query("Note", matching: "title CONTAINS[c] 'milk'", in: notes)
    }
    #expect(try phone.query("Note", matching: "title BEGINSWITH 'Milk'", in: notes).count == 1)
  }

  @Test func notFoundAtOnce() throws {
    try cloud.advanceClock(seconds: 60)
    try cloud.addFault(FaultRule(then: [.indexLag(.time(5000))]))  // queries are 5 s behind
    try phone.save(note("n2", "Bread"))
    #expect(try phone.query("Note", in: notes).count == 1)
    _ = try phone.record(named: "n2", in: notes)  // a lookup finds it
    try cloud.advanceClock(seconds: 5)
    #expect(try phone.query("Note", in: notes).count == 2)
  }

  @Test func queryInPages() throws {
    try seedNotes(250)
    let page = try phone.page(of: Query(recordType: "Note"), in: notes)
    #expect(page.records.count == 200)
    let rest = try phone.page(
      of: Query(recordType: "Note"), in: notes, after: page.continuationMarker)
    #expect(rest.records.count == 51 && rest.continuationMarker == nil)
  }

  @Test func onePageForAll() throws {
    try seedNotes(250)
    _ = try phone.page(of: Query(recordType: "Note"), in: notes)  // the code under test: 200 of 251
    try phone.save(note("n2", "Bread"))  // it goes on
    #expect(try cloud.findings().map(\.kind) == [.continuationMarkerIgnored])
  }

  @Test func cursorExpires() throws {
    try seedNotes(250)
    let marker = try phone.page(of: Query(recordType: "Note"), in: notes).continuationMarker
    try cloud.addFault(FaultRule(limit: .first(1), then: [.expireMarkers]))
    try expect(.invalidArguments) {
      try phone.page(of: Query(recordType: "Note"), in: notes, after: marker)
    }
    #expect(try phone.query("Note", in: notes).count == 251)  // start again
  }

  @Test func publicWithoutAccount() throws {
    try cloud.publicDatabase.save(RecordDraft("City", recordName: "c1"))
    let nobody = cloud.container().signedOut.publicDatabase
    #expect(try nobody.record(named: "c1").recordType == "City")
    try expect(.notAuthenticated) { try nobody.save(RecordDraft("City")) }
  }
}
