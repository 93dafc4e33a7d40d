/// A link to something shared, as a request names it.
public struct ShareLink: Sendable {
  /// The short GUID, or the URL that ends with it.
  public var value: String
  public var fetchesRootRecord: Bool
  public var rootDesiredKeys: DesiredKeys

  public init(_ value: String, fetchesRootRecord: Bool = false, rootDesiredKeys: DesiredKeys = nil)
  {
    self.value = value
    self.fetchesRootRecord = fetchesRootRecord
    self.rootDesiredKeys = rootDesiredKeys
  }

  var shortGUID: String {
    guard value.utf8.starts(with: Share.urlPrefix.utf8) else { return value }
    let rest = value.utf8.dropFirst(Share.urlPrefix.utf8.count)
    // What follows a `#` is the title that iCloud appends for people to read.
    return String(decoding: rest.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
  }
}

/// What is known of a share before and after it is accepted: `CKShare.Metadata`.
public struct ShareMetadata: Sendable {
  public let shortGUID: String
  public let container: String
  public let environment: Environment
  /// Private for the owner, shared for everyone else (LIVE).
  public let scope: DatabaseScope
  public let zoneID: ZoneID
  public let rootRecordName: String?
  /// The root, where it was asked for and the caller may see it.
  public let rootRecord: Record?
  public let rootDesiredKeys: DesiredKeys
  public let share: Record
  /// The caller's part in the share; nil for a user who could join by the link.
  public let participant: Share.Participant?
  let owner: Share.Participant?
}

/// Where a link leads.
struct SharedPlace {
  let key: DatabaseKey
  let zoneID: ZoneID
  let share: Record
  let content: Share

  init(
    _ link: ShareLink, in world: borrowing World, _ context: CallContext
  ) throws(CloudError) {
    let place = world.sharePlace(
      ofShortGUID: link.shortGUID, in: context.container, context.environment)
    guard let place, let zone = world.databases[place.database]?.zones[place.zoneID.zoneName],
      let record = zone.records[place.recordName]?.record, let content = record.share
    else { throw CloudError(.unknownItem, "Share not found") }
    key = place.database
    zoneID = place.zoneID
    share = record
    self.content = content
  }

  /// Whoever takes part, is invited or may join by the link sees where it leads. An address that was
  /// invited and has no user yet may be the caller's (DOC: participantMayNeedVerification).
  func checkMayResolve(
    _ context: CallContext, in world: borrowing World
  ) throws(CloudError) {
    let user = try context.user(in: world)
    if content.publicPermission != .none || content.place(of: user) != nil { return }
    guard content.participants.contains(where: { $0.userRecordName == nil }) else {
      throw CloudError(.permissionFailure, "The share is by invitation only")
    }
    throw CloudError(
      .participantMayNeedVerification,
      ServerText.standard(for: .participantMayNeedVerification))
  }

  /// The share with the user among those who accepted; nil where that changes nothing.
  func accepted(by user: User, in world: borrowing World) throws(CloudError) -> Share? {
    var accepted = content
    accepted.participants.removeAll { $0.acceptance == .removed }
    if let place = accepted.place(of: user) {
      guard accepted.participants[place].acceptance != .accepted else { return nil }
      accepted.participants[place].acceptance = .accepted
      accepted.participants[place].userRecordName = user.userRecordName
      accepted.participants[place].nameComponents = user.nameComponents
      return accepted
    }
    guard content.publicPermission != .none else {
      try throwUninvited()
    }
    let count = accepted.participants.count { $0.role != .owner }
    guard count < world.limits.participantsPerShare else {
      throw CloudError(
        .tooManyParticipants, ServerText.standard(for: .tooManyParticipants))
    }
    accepted.participants.append(
      Share.Participant(
        participantID: "", userRecordName: user.userRecordName, lookupInfo: Share.LookupInfo(),
        nameComponents: user.nameComponents, permission: content.publicPermission,
        role: .publicUser, acceptance: .accepted))
    return accepted
  }

  private func throwUninvited() throws(CloudError) -> Never {
    if content.participants.contains(where: { $0.userRecordName == nil }) {
      throw CloudError(
        .participantMayNeedVerification,
        ServerText.standard(for: .participantMayNeedVerification))
    }
    throw CloudError(.permissionFailure, "The user was not invited to the share")
  }

  func metadata(
    for context: CallContext, _ link: ShareLink, in world: borrowing World
  ) -> ShareMetadata {
    let user = context.userRecordName ?? ""
    let isOwner = user.hasBytes(of: zoneID.ownerName)
    let root = content.rootRecordName.flatMap {
      world.database(key).zones[zoneID.zoneName]?.records[$0]?.record
    }
    let mayRead =
      isOwner || content.permission(of: user) != nil || content.publicPermission != .none
      || content.participant(user) != nil
    return ShareMetadata(
      shortGUID: content.shortGUID, container: context.container.text,
      environment: context.environment, scope: isOwner ? .private : .shared, zoneID: zoneID,
      rootRecordName: content.rootRecordName,
      rootRecord: link.fetchesRootRecord && mayRead ? root : nil,
      rootDesiredKeys: link.rootDesiredKeys, share: share,
      participant: content.participant(user),
      owner: content.participants.first { $0.role == .owner })
  }
}

extension Share {
  /// Where a user stands among the participants, found by name or by an address of his. Whom the owner
  /// took off is not a participant any more.
  func place(of user: User) -> Int? {
    participants.firstIndex { participant in
      Steps.take()
      if participant.acceptance == .removed { return false }
      if let name = participant.userRecordName { return name.hasBytes(of: user.userRecordName) }
      return user.hasAddress(participant.lookupInfo)
    }
  }
}
