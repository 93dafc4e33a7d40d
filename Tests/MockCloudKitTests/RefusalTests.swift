import CloudKit
import Foundation
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// What the harness refuses, and the texts of its errors.
@Suite(.mockCloud)
struct RefusalTests {
  private let cloud: MockCloud
  private let container = CKContainer.default()

  init() throws { cloud = try MockCloud.current }

  // MARK: The sharing view

  @Test func onlySharesAreStopped() async throws {
    let log = Log()
    let observer = CKSystemSharingUIObserver(container: container)
    observer.systemSharingUIDidStopSharingBlock = { log.add("\($0.recordName) \($1.text)") }
    let database = container.privateCloudDatabase
    let note = try await database.save(CKRecord(recordType: "Note"))
    let refusal = await #expect(throws: MockCloud.Misuse.self) {
      try await cloud.stopSharingInSharingUI(note.recordID, in: container)
    }
    #expect(refusal?.message.contains("not a share") == true)
    _ = try await database.record(for: note.recordID)
    let error = await #expect(throws: CKError.self) {
      try await cloud.stopSharingInSharingUI(CKRecord.ID(recordName: "none"), in: container)
    }
    #expect(error?.code == .unknownItem)
    #expect(log.lines == ["none 11"])
  }

  // MARK: Requests without effect

  private func message(_ body: () throws -> Void) -> String {
    let refusal = #expect(throws: MockCloud.Misuse.self, performing: body)
    return refusal?.localizedDescription ?? ""
  }

  @Test func whatCannotHaveAnEffectIsRefused() throws {
    let inZone = CKRecord.ID(recordName: "n", zoneID: CKRecordZone.ID(zoneName: "Notes"))
    #expect(
      message { try cloud.setRecordErrors([inZone], .zoneBusy, in: .public) }
        .contains("the public database has no zone 'Notes'"))
    try cloud.setRecordErrors([inZone], .zoneBusy)
    try cloud.setRecordErrors([CKRecord.ID(recordName: "n")], .zoneBusy, in: .public)
    #expect(message { try cloud.snapshot("") }.contains("'name' must not be empty"))
    #expect(message { _ = try cloud.journal(of: .any()) }.contains("'operation' is an empty list"))
    #expect(message { try cloud.setError(.zoneBusy, for: .any()) }.contains("is an empty list"))
    #expect(
      message { try cloud.expireTokens(container: "iCloud.mockcloud.defualt") }
        .contains("did you mean 'iCloud.mockcloud.default'?"))
  }

  // MARK: Texts

  @Test func errorsHaveTheirText() {
    let misuse: any Error = MockCloud.Misuse(.badMockRequest, "name: it is unknown")
    #expect(misuse.localizedDescription == "name: it is unknown")
    #expect("\(MockCloud.Misuse(.badMockRequest, "x: bad", expected: "y"))" == "x: bad; expected y")
    let error: any Error = CloudError(.zoneBusy, "The zone is busy")
    #expect(error.localizedDescription == "The zone is busy")
  }
}
