import MockCloudCore
import Testing

// set-up begins
extension Tasks {
  /// Shares the note n1 with an address, and returns the share.
  func share(
    with address: EmailAddress = "bob@example.com", _ permission: Share.Permission = .readOnly
  ) throws -> Record {
    let person = ParticipantDraft(.init(emailAddress: address), permission: permission)
    var draft = RecordDraft("cloudkit.share", recordName: "s1", zoneID: notes)
    draft.share = ShareDraft(forRecord: "n1", participants: [person])
    return try phone.save(draft)
  }

  /// Bob follows the link of a share. Returns the zone that he then sees.
  @discardableResult
  func accept(_ share: Record) throws -> ZoneID {
    let link = ShareLink(try #require(share.share).shortGUID)
    let results = try cloud.perform(AcceptShares([link]), as: bob.caller)
    return try results[0].mapError(\.error).get().zoneID
  }

  /// The owner changes the participants of the share.
  func setParticipants(_ participants: [ParticipantDraft]) throws {
    var draft = RecordDraft(try phone.record(named: "s1", in: notes))
    draft.share = ShareDraft(participants: participants)
    try phone.save(draft)
  }
}
// set-up ends

extension Tasks {
  @Test func shareARecord() throws {
    let zone = try accept(share(with: "bob@example.com"))  // as when Bob taps the link
    #expect(try bob.sharedDatabase.record(named: "n1", in: zone)["title"] == "Milk")
  }

  @Test func shareAZone() throws {
    var draft = RecordDraft("cloudkit.share", recordName: Share.zoneWideName, zoneID: notes)
    draft.share = ShareDraft(publicPermission: .readWrite)  // everyone with the link
    let zone = try accept(phone.save(draft))
    try bob.sharedDatabase.save(RecordDraft("Note", recordName: "from-bob", zoneID: zone))
    #expect(try phone.record(named: "from-bob", in: notes).recordType == "Note")
  }

  @Test func shareLinkOfOthers() throws {
    let share = try share(with: "ann@example.com")
    try expect(.participantMayNeedVerification) { try accept(share) }  // he is not invited
  }

  @Test func readOnlyParticipant() throws {
    let zone = try accept(share())
    var draft = RecordDraft(try bob.sharedDatabase.record(named: "n1", in: zone))
    draft["title"] = "Bread"
    try expect(.permissionFailure) { try bob.sharedDatabase.save(draft) }
  }

  @Test func permissionChanges() throws {
    let zone = try accept(share(with: "bob@example.com", .readWrite))
    var draft = RecordDraft(try bob.sharedDatabase.record(named: "n1", in: zone))
    draft["title"] = "Bread"
    let reader = ParticipantDraft(.init(emailAddress: "bob@example.com"), permission: .readOnly)
    try setParticipants([reader])
    try expect(.permissionFailure) { try bob.sharedDatabase.save(draft) }
  }

  @Test func participantRemoved() throws {
    let zone = try accept(share())
    let token = try zoneChanges(on: bob.sharedDatabase).syncToken
    try setParticipants([])
    try expect(.zoneNotFound) { try bob.sharedDatabase.record(named: "n1", in: zone) }
    #expect(try deletionReason(zoneChanges(since: token, on: bob.sharedDatabase)) == .deleted)
  }

  @Test func participantLeaves() throws {
    let zone = try accept(share())
    try bob.sharedDatabase.deleteRecord(named: "s1", in: zone)  // deleting the share leaves it
    #expect(try bob.sharedDatabase.zones().isEmpty)
    _ = try phone.record(named: "n1", in: notes)  // the owner's records are kept
  }

  @Test func sharingStops() throws {
    try accept(share())
    try phone.deleteRecord(named: "s1", in: notes)
    #expect(try bob.sharedDatabase.zones().isEmpty)
  }

  @Test func sharedTwice() throws {
    _ = try share()
    var again = RecordDraft("cloudkit.share", recordName: "s2", zoneID: notes)
    again.share = ShareDraft(forRecord: "n1")
    try expect(.alreadyShared) { try phone.save(again) }  // fetch the share, and change it
  }

  @Test func tooManyParticipants() throws {
    try call("mock/limits/set", #"{"limits": {"participantsPerShare": 0}}"#)  // 100 by default
    try expect(.tooManyParticipants) { try share() }
  }

  @Test func rootDeletedByOwner() throws {
    try accept(share())
    try phone.deleteRecord(named: "n1", in: notes)  // the share goes with its root
    try expect(.unknownItem) { try phone.record(named: "s1", in: notes) }
    #expect(try bob.sharedDatabase.zones().isEmpty)
  }
}
