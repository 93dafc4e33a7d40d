// A program with the installed modules, of which no package knows: scripts/test-swift-flags.
import CloudKit
import MockCloudKit
import MockCloudKitFramework

@main
enum Harness {
  static func main() throws {
    let cloud = try MockCloud()
    try cloud.setError(.zoneBusy, for: .fetchRecords, retryAfter: 3)
    MockCloud.with(cloud) {
      let database = MockCKContainer.default().privateCloudDatabase
      let note = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "n1"))
      database.save(note) { saved, _ in print(saved === note) }
      database.fetch(withRecordID: note.recordID) { _, error in
        print((error as? CKError)?.retryAfterSeconds ?? 0)
      }
      print(database.getRecords()?.map(\.recordID.recordName) ?? [])
    }
    print(try cloud.journal(of: .any(.modifyRecords, .fetchRecords)).map(\.status))
  }
}
