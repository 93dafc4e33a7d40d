/// A link to a share in a request.
public struct ShareLink: Sendable {
  /// The short GUID, or a URL that ends with it.
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
    // The part after `#` is the title that iCloud appends for readers.
    return String(decoding: rest.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
  }
}

/// The properties of a share that are visible before and after it is accepted: `CKShare.Metadata`.
public struct ShareMetadata: Sendable {
  public let shortGUID: String
  public let container: String
  public let environment: Environment
  /// The private database for the owner, the shared database for others (LIVE).
  public let scope: DatabaseScope
  public let zoneID: ZoneID
  public let rootRecordName: String?
  /// The root, if it was requested and the caller can see it.
  public let rootRecord: Record?
  public let rootDesiredKeys: DesiredKeys
  public let share: Record
  /// The caller's participant; nil for a user who could join by the link.
  public let participant: Share.Participant?
  let owner: Share.Participant?
}

/// The share of a link, with its place.
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

  /// Checks that the caller can resolve the link: participants, invited users, and everyone if
  /// users can join by the link. An invited address without a user may be the caller's (DOC:
  /// participantMayNeedVerification).
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

  /// Returns the share after the user has accepted it; nil if that changes nothing.
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
  /// Returns the index of a user among the participants, found by record name or by address. Users
  /// whom the owner removed are not participants.
  func place(of user: User) -> Int? {
    participants.firstIndex { participant in
      Steps.take()
      if participant.acceptance == .removed { return false }
      if let name = participant.userRecordName { return name.hasBytes(of: user.userRecordName) }
      return user.hasAddress(participant.lookupInfo)
    }
  }
}
