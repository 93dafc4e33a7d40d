import MockCloudCore
import Testing

@Test func aBusyZoneKeepsTheNote() throws {
  let cloud = try Cloud()
  let database = cloud.privateDatabase
  try database.seed([RecordDraft("Note", recordName: "n1", fields: ["title": "Buy glue"])])
  var note = RecordDraft(try database.record(named: "n1"))
  note["title"] = "Buy tape"
  try cloud.setError(.zoneBusy(retryAfter: 3), for: ["records/modify"])
  let error = #expect(throws: CloudError.self) { try database.save(note) }
  #expect(error?.code == .zoneBusy && error?.retryAfter == 3)
  #expect(try database.record(named: "n1")["title"] == "Buy glue")
}
