/// The sharing keys of a record dictionary in answers.
extension JSONWriter {
  /// - Parameter viewer: The record name of the user who receives the answer.
  mutating func sharing(_ record: Record, _ viewer: UserRecordName?) {
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
      request(owner)
    }
    key("participants")
    array(share.participants(seenBy: viewer)) { $0.request($1) }
    if let viewer, let current = share.participant(viewer) {
      key("currentUserParticipant")
      request(current)
    }
  }
}

/// A user identity dictionary in answers: what is known of a user.
struct UserIdentity: SpecializedAnswer {
  private(set) var userRecordName: UserRecordName?
  private(set) var lookupInfo = Share.LookupInfo()
  private(set) var nameComponents: NameComponents?
  /// Whether the address is a user's (DOC CKUserIdentity).
  private var hasAccount = true

  init() {}

  init(_ participant: Share.Participant) {
    userRecordName = participant.userRecordName
    lookupInfo = participant.lookupInfo
    nameComponents = participant.nameComponents
    hasAccount = userRecordName != nil
  }

  /// - Parameter lookupInfo: The information by which the user was found; nil means all that is
  ///   known.
  init(_ user: User, foundBy lookupInfo: Share.LookupInfo? = nil) {
    userRecordName = user.userRecordName
    self.lookupInfo =
      lookupInfo
      ?? Share.LookupInfo(emailAddress: user.emailAddress, phoneNumber: user.phoneNumber)
    nameComponents = user.nameComponents
  }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("userRecordName", &userRecordName)
    try keys.key("lookupInfo", &lookupInfo, or: Share.LookupInfo())
    try keys.key("nameComponents", &nameComponents)
    try keys.key("hasiCloudAccount", &hasAccount, or: true)
  }
}
