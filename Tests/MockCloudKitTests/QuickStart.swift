// The example of docs/SWIFT.md, which `QuickStartTests` compares.
import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

@Test(.mockCloud) func aBusyZoneIsReported() async throws {
  try MockCloud.current.setError(.zoneBusy, for: .modifyRecords, retryAfter: 3)
  let database = CKContainer.default().privateCloudDatabase
  await #expect(throws: CKError.self) { try await database.save(CKRecord(recordType: "Note")) }
}
