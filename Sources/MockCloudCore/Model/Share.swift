/// The properties of a record of type `cloudkit.share` besides its fields: the shared records and
/// their users.
public struct Share: Hashable, Sendable {
  /// The name of every zone-wide share (HOSTCONST).
  public static let zoneWideName: RecordName = "cloudkit.zoneshare"
  public static let recordType: RecordTypeName = "cloudkit.share"
  /// The fields of shares with reserved names (HOSTCONST).
  public static let fieldNames = [
    "cloudkit.title", "cloudkit.type", "cloudkit.thumbnailImageData",
  ]

  /// The record whose hierarchy is shared; nil if the whole zone is shared.
  public var rootRecordName: RecordName?
  /// The permission of everyone who has the link.
  public var publicPermission: Permission
  /// The participants; the owner is first and does not count towards the limit.
  public var participants: [Participant]
  /// Identifies the share in its URL.
  public var shortGUID: ShortGUID

  public enum Permission: String, Sendable, CaseIterable {
    case none = "NONE"
    case readOnly = "READ_ONLY"
    case readWrite = "READ_WRITE"
  }

  public enum Role: String, Sendable, CaseIterable {
    case owner = "OWNER"
    case administrator = "ADMINISTRATOR"
    case user = "USER"
    case publicUser = "PUBLIC_USER"

    /// CloudKit JS spells `USER` as `PRIVATE_USER` (DISAGREE); both are accepted.
    init?(wireName: String) {
      if wireName == "PRIVATE_USER" {
        self = .user
      } else {
        self.init(rawValue: wireName)
      }
    }
  }

  public enum Acceptance: String, Sendable, CaseIterable {
    case invited = "INVITED"
    case accepted = "ACCEPTED"
    case removed = "REMOVED"

    /// CloudKit JS spells `INVITED` as `PENDING` (DISAGREE); both are accepted.
    init?(wireName: String) {
      if wireName == "PENDING" {
        self = .invited
      } else {
        self.init(rawValue: wireName)
      }
    }
  }

  /// The information by which a user is looked up.
  public struct LookupInfo: Hashable, Sendable {
    public var emailAddress: EmailAddress?
    public var phoneNumber: PhoneNumber?
    public var userRecordName: UserRecordName?

    public init(
      emailAddress: EmailAddress? = nil, phoneNumber: PhoneNumber? = nil,
      userRecordName: UserRecordName? = nil
    ) {
      self.emailAddress = emailAddress
      self.phoneNumber = phoneNumber
      self.userRecordName = userRecordName
    }

    /// Whether the address is one of a user's.
    func isAddress(in user: LookupInfo) -> Bool {
      if let emailAddress { return user.emailAddress == emailAddress }
      if let phoneNumber { return user.phoneNumber == phoneNumber }
      return false
    }
  }

  public struct Participant: Hashable, Sendable {
    public var participantID: String
    /// Nil as long as the user with the invited address is unknown.
    public var userRecordName: UserRecordName?
    public var lookupInfo: LookupInfo
    public var nameComponents: NameComponents?
    public var permission: Permission
    public var role: Role
    public var acceptance: Acceptance

    /// Whether this is a user whom the owner removed.
    func isRemoved(_ user: LookupInfo) -> Bool {
      guard acceptance == .removed else { return false }
      guard let userRecordName else { return lookupInfo.isAddress(in: user) }
      return userRecordName == user.userRecordName
    }
  }

  public var url: String { Share.urlPrefix + shortGUID.text }

  static let urlPrefix = "https://www.icloud.com/share/"

  /// Returns the index of a user's participant, found by the record name, else by the address that
  /// was invited before it was a user's. Users whom the owner removed are not participants.
  func place(of user: LookupInfo) -> Int? {
    let byName = place { $0.userRecordName == user.userRecordName }
    if byName != nil || user.emailAddress == nil && user.phoneNumber == nil { return byName }
    return place { $0.userRecordName == nil && $0.lookupInfo.isAddress(in: user) }
  }

  private func place(where isMeant: (Participant) -> Bool) -> Int? {
    participants.firstIndex {
      Steps.take()
      return $0.acceptance != .removed && isMeant($0)
    }
  }

  /// The number of participants that the limit counts: all but the owner and those removed.
  var countedParticipants: Int {
    participants.count { $0.role != .owner && $0.acceptance != .removed }
  }

  /// Returns the participants that a user sees: only the owner and administrators see those who have
  /// not accepted yet (LIVE justtact; DOC CKShare.participants).
  ///
  /// - Parameter viewer: Nil sees all.
  package func participants(seenBy viewer: UserRecordName?) -> [Participant] {
    guard let viewer else { return participants }
    switch participant(viewer)?.role {
    case .owner?, .administrator?: return participants
    case .user?, .publicUser?, nil:
      return participants.filter { $0.acceptance != .invited || $0.userRecordName == viewer }
    }
  }

  /// Returns the participant with the given user record name.
  func participant(_ userRecordName: UserRecordName) -> Participant? {
    place(of: LookupInfo(userRecordName: userRecordName)).map { participants[$0] }
  }

  /// Returns the permission of a user for the shared records; nil if the user did not accept.
  func permission(of userRecordName: UserRecordName) -> Permission? {
    participant(userRecordName).flatMap(permission)
  }

  /// The users who see shared records, without duplicates.
  var viewers: [UserRecordName] {
    Steps.take(participants.count)
    var seen = Set<UserRecordName>(minimumCapacity: participants.count)
    return participants.compactMap { participant in
      guard let user = participant.userRecordName, participant.acceptance != .removed,
        seen.insert(user).inserted
      else { return nil }
      return permission(of: participant) == nil ? nil : user
    }
  }

  private func permission(of participant: Participant) -> Permission? {
    participant.acceptance == .accepted ? permission(offeredTo: participant) : nil
  }

  /// Returns the permission of a participant who has accepted or may accept, or of a user who may
  /// join by the link (nil); nil if there is none.
  func permission(offeredTo participant: Participant?) -> Permission? {
    guard let participant else { return publicPermission == .none ? nil : publicPermission }
    switch participant.role {
    case .owner: return .readWrite
    case .publicUser: return publicPermission == .none ? nil : publicPermission
    case .administrator, .user:
      // The link's permission applies to everyone, so the greater of the two is used (INFER).
      if participant.permission == .readWrite || publicPermission == .readWrite {
        return .readWrite
      }
      return participant.permission == .none && publicPermission == .none ? nil : .readOnly
    }
  }
}

/// The requested properties of a share.
public struct ShareDraft: Hashable, Sendable {
  /// The record whose hierarchy is shared.
  public var rootRecordName: RecordName?
  /// The tag of the root that the client has; nil means that it is not checked.
  public var rootChangeTag: RecordChangeTag?
  /// Nil keeps the current permission; a new share is by invitation only.
  public var publicPermission: Share.Permission?
  /// Replaces the list of participants; nil keeps it.
  public var participants: [ParticipantDraft]?

  public init(
    forRecord rootRecordName: RecordName? = nil, rootChangeTag: RecordChangeTag? = nil,
    publicPermission: Share.Permission? = nil, participants: [ParticipantDraft]? = nil
  ) {
    self.rootRecordName = rootRecordName
    self.rootChangeTag = rootChangeTag
    self.publicPermission = publicPermission
    self.participants = participants
  }
}

/// A participant to add to a share.
public struct ParticipantDraft: Hashable, Sendable {
  public var lookupInfo: Share.LookupInfo
  public var permission: Share.Permission
  public var role: Share.Role
  /// Used only if a test seeds a share; clients cannot accept for others.
  public var acceptance: Share.Acceptance

  public init(
    _ lookupInfo: Share.LookupInfo, permission: Share.Permission = .readOnly,
    role: Share.Role = .user, acceptance: Share.Acceptance = .invited
  ) {
    self.lookupInfo = lookupInfo
    self.permission = permission
    self.role = role
    self.acceptance = acceptance
  }
}
