// The example of docs/SWIFT.md, which `QuickStartTests` compares.
import CloudKit
import MockCloudKitFramework
import MockCloudTesting
import Testing

@Test(.mockCloud) func aFullAccountIsReported() {
  let database = MockCKContainer.default().privateCloudDatabase
  MockCKDatabaseOperation.setError = NSError(
    domain: CKErrorDomain, code: CKError.quotaExceeded.rawValue)
  let saving = CKModifyRecordsOperation(recordsToSave: [CKRecord(recordType: "Note")])
  var failure: (any Error)?
  saving.modifyRecordsResultBlock = { if case .failure(let error) = $0 { failure = error } }
  database.add(saving)
  #expect(failure?.createCKError().code == .quotaExceeded)
}
