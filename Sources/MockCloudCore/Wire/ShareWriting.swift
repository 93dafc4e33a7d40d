/// The sharing keys of a record dictionary in answers.
extension JSONWriter {
  /// - Parameter viewer: The record name of the user who receives the answer.
  mutating func sharing(_ record: Record, _ viewer: String?) {
    guard let sharing = record.sharing else { return }
    if let name = sharing.shareName {
      key("share")
      beginObject()
      member("recordName", name)
      zoneID("zoneID", record.zoneID)
      endObject()
    }
    if let shortGUID = sharing.shortGUID { member("shortGUID", shortGUID) }
    guard let share = sharing.share else { return }
    member("shortGUID", share.shortGUID)
    member("url", share.url)
    if let root = share.rootRecordName {
      key("forRecord")
      beginObject()
      member("recordName", root)
      endObject()
    }
    member("publicPermission", share.publicPermission.rawValue)
    if let owner = share.participants.first(where: { $0.role == .owner }) {
      key("owner")
      participant(owner)
    }
    key("participants")
    array(share.participants) { $0.participant($1) }
    if let viewer, let current = share.participant(viewer) {
      key("currentUserParticipant")
      participant(current)
    }
  }

  mutating func participant(_ participant: Share.Participant) {
    beginObject()
    participantBody(participant)
    endObject()
  }

  mutating func participantBody(_ participant: Share.Participant) {
    if !participant.participantID.isEmpty { member("participantId", participant.participantID) }
    key("userIdentity")
    identity(participant)
    member("permission", participant.permission.rawValue)
    member("type", participant.role.rawValue)
    member("acceptanceStatus", participant.acceptance.rawValue)
  }

  /// Writes the identity of the participant, as far as it is known.
  mutating func identity(_ participant: Share.Participant) {
    beginObject()
    if let name = participant.userRecordName { member("userRecordName", name) }
    lookupInfo(participant.lookupInfo)
    if let components = participant.nameComponents { nameComponents(components) }
    endObject()
  }

  mutating func lookupInfo(_ info: Share.LookupInfo) {
    guard info != Share.LookupInfo() else { return }
    key("lookupInfo")
    beginObject()
    lookupInfoBody(info)
    endObject()
  }

  mutating func lookupInfoBody(_ info: Share.LookupInfo) {
    if let address = info.emailAddress { member("emailAddress", address) }
    if let number = info.phoneNumber { member("phoneNumber", number) }
    if let name = info.userRecordName { member("userRecordName", name) }
  }
}
