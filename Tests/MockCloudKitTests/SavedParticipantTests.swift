import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// A save keeps a share's objects of participants, which a client may change for the next save.
@Suite(.mockCloud)
struct SavedParticipantTests {
  private let zoneID = CKRecordZone.ID(zoneName: "Notes")
  private let cloud: MockCloud
  private let container = CKContainer.default()
  private var database: CKDatabase { container.privateCloudDatabase }

  init() throws {
    cloud = try MockCloud.current
    try cloud.addUser("bob", email: "bob@example.com")
    try cloud.addUser("eve", email: "eve@example.com")
    try cloud.seed([], zones: [CKRecordZone(zoneID: zoneID)])
  }

  private func participant(
    _ name: String, _ permission: CKShare.ParticipantPermission
  ) async throws -> CKShare.Participant {
    let found = try await container.shareParticipant(forEmailAddress: "\(name)@example.com")
    found.permission = permission
    return found
  }

  private func saveShare(
    _ root: String, with participants: CKShare.Participant...
  ) async throws -> CKShare {
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: root, zoneID: zoneID))
    let share = CKShare(rootRecord: record)
    for participant in participants { share.addParticipant(participant) }
    _ = try await database.modifyRecords(saving: [record, share], deleting: [])
    return share
  }

  /// The permissions of the users who are not the owner.
  private func storedPermissions(
    _ share: CKShare
  ) async throws -> [CKShare.ParticipantPermission] {
    let stored = try #require(try await database.record(for: share.recordID) as? CKShare)
    return stored.participants.filter { $0.role != .owner }.map(\.permission)
  }

  @Test func aParticipantCanBeChangedAfterTheSave() async throws {
    let bob = try await participant("bob", .readWrite)
    let share = try await saveShare("a", with: bob)
    #expect(share.participants.contains { $0 === bob })
    #expect(bob.acceptanceStatus == .pending)
    bob.permission = .readOnly
    try await database.save(share)
    #expect(try await storedPermissions(share) == [.readOnly])
    let listed = try #require(share.participants.last)
    share[CKShare.SystemFieldKey.title] = "Notes"
    try await database.save(share)
    listed.permission = .readWrite
    try await database.save(share)
    #expect(try await storedPermissions(share) == [.readWrite])
    bob.permission = .readOnly
    try await database.save(share)
    #expect(try await storedPermissions(share) == [.readOnly])
  }

  @Test(arguments: [false, true])
  func whatWasSetDuringTheSaveStaysChanged(_ alsoAdds: Bool) async throws {
    let bob = try await participant("bob", .readWrite)
    let share = try await saveShare("a", with: bob)
    let eve = try await participant("eve", .readOnly)
    share[CKShare.SystemFieldKey.title] = "Notes"
    try cloud.holdClock()
    try cloud.addFaults(
      .init(when: .calls(.modifyRecords), limit: .first(1), then: [.latency(seconds: 2)]))
    let operation = CKModifyRecordsOperation(recordsToSave: [share])
    database.add(operation)
    bob.permission = .readOnly
    if alsoAdds { share.addParticipant(eve) }
    try cloud.advance(by: 3)
    await operation.end()
    cloud.releaseClock()
    #expect(bob.permission == .readOnly)
    try await database.save(share)
    let expected: [CKShare.ParticipantPermission] =
      alsoAdds ? [.readOnly, .readOnly] : [.readOnly]
    #expect(try await storedPermissions(share) == expected)
    #expect(share.participants.count == expected.count + 1)
  }

  /// Otherwise the second save would send no change.
  @Test func aParticipantOfTwoSharesBecomesThatOfTheFirst() async throws {
    let bob = try await participant("bob", .readWrite)
    let (first, second) = (
      try await saveShare("a", with: bob), try await saveShare("b", with: bob)
    )
    #expect(first.participants.last === bob && second.participants.last !== bob)
    bob.permission = .readOnly
    second.participants.last?.permission = .readOnly
    try await database.save(first)
    try await database.save(second)
    #expect(try await storedPermissions(first) == [.readOnly])
    #expect(try await storedPermissions(second) == [.readOnly])
  }
}
