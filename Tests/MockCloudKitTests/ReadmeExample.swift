import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

@Test(.mockCloud) func aBusyZoneIsTriedAgain() async throws {
  let database = CKContainer.default().privateCloudDatabase
  let note = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "n1"))
  note["title"] = "Buy glue"
  try MockCloud.current.setError(.zoneBusy, for: .modifyRecords, retryAfter: 3, times: 1)
  let busy = await #expect(throws: CKError.self) { try await database.save(note) }
  #expect(busy?.code == .zoneBusy && busy?.retryAfterSeconds == 3)
  try await database.save(note)
  #expect(try await database.record(for: note.recordID)["title"] == "Buy glue")
}
