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

  /// Creates a link from the short GUID of a share.
  public init(_ shortGUID: ShortGUID) { self.init(shortGUID.text) }

  var shortGUID: ShortGUID {
    guard value.utf8.starts(with: Share.urlPrefix.utf8) else { return ShortGUID(value) }
    let rest = value.utf8.dropFirst(Share.urlPrefix.utf8.count)
    // The part after `#` is the title that iCloud appends for readers.
    return ShortGUID(
      String(decoding: rest.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self))
  }
}

/// The properties of a share that are visible before and after it is accepted: `CKShare.Metadata`.
public struct ShareMetadata: Sendable {
  public let shortGUID: ShortGUID
  public let container: ContainerIdentifier
  public let environment: Environment
  /// The private database for the owner, the shared database for others (LIVE).
  public let scope: DatabaseScope
  public let zoneID: ZoneID
  public let rootRecordName: RecordName?
  /// The root, if it was requested and the caller can see it.
  public let rootRecord: Record?
  public let rootDesiredKeys: DesiredKeys
  public let share: Record
  /// The caller's participant; nil for a user who could join by the link.
  public let participant: Share.Participant?
  let owner: Share.Participant?
}

/// The share of a link, with its place, as the caller of a call finds it.
struct SharedPlace {
  let key: DatabaseKey
  let zoneID: ZoneID
  let share: Record
  /// The share's content. A caller who was invited by address is named in it.
  let content: Share
  private let user: User
  /// The index of the caller's participant; nil for a user who is none.
  private let place: Int?

  init(
    _ link: ShareLink, in world: borrowing World, _ context: CallContext
  ) throws(CloudError) {
    let place = world.sharePlace(
      ofShortGUID: link.shortGUID, in: context.container, context.environment)
    guard let place, let zone = world.databases[place.database]?.zones[place.zoneID.zoneName],
      let record = zone.records[place.recordName]?.record, var content = record.share
    else { throw CloudError(.unknownItem, ServerText.shareNotFound(link.value)) }
    user = try context.user(in: world)
    key = place.database
    zoneID = place.zoneID
    self.place = content.place(of: user.lookupInfo)
    if let place = self.place, content.participants[place].userRecordName == nil {
      content.participants[place].userRecordName = user.userRecordName
      content.participants[place].nameComponents = user.nameComponents
      var sharing = record.sharing ?? Record.Sharing()
      sharing.share = content
      share = record.with(sharing)
    } else {
      share = record
    }
    self.content = content
  }

  private var participant: Share.Participant? { place.map { content.participants[$0] } }

  /// Checks that the caller can resolve the link: participants, invited users, and everyone if
  /// users can join by the link.
  func checkMayResolve(in world: borrowing World) throws(CloudError) {
    guard place == nil, content.publicPermission == .none else { return }
    throw refusal(in: world)
  }

  /// Returns the share after the caller has accepted it; nil if that changes nothing.
  func accepted(in world: borrowing World) throws(CloudError) -> Share? {
    if participant?.acceptance == .accepted { return nil }
    var accepted = content
    if let place {
      accepted.participants[place].acceptance = .accepted
      accepted.participants[place].nameComponents = user.nameComponents
    }
    if place != nil {
      // The same person may have been invited by another address too.
      accepted.participants.removeAll {
        $0.userRecordName == nil && $0.lookupInfo.isAddress(in: user.lookupInfo)
      }
      return accepted
    }
    guard content.publicPermission != .none else {
      throw refusal(in: world)
    }
    guard accepted.countedParticipants < world.limits.participantsPerShare else {
      throw CloudError(
        .tooManyParticipants, ServerText.standard(for: .tooManyParticipants))
    }
    accepted.participants.removeAll { $0.isRemoved(user.lookupInfo) }
    accepted.participants.append(
      Share.Participant(
        participantID: "", userRecordName: user.userRecordName, lookupInfo: Share.LookupInfo(),
        nameComponents: user.nameComponents, permission: content.publicPermission,
        role: .publicUser, acceptance: .accepted))
    return accepted
  }

  /// Returns the error for a caller who was not invited, which does not show that the share exists
  /// (LOG, DOC). An invited address that is nobody's may be the caller's (DOC:
  /// participantMayNeedVerification).
  private func refusal(in world: borrowing World) -> CloudError {
    let isUnverified = content.participants.contains {
      Steps.take()
      return $0.userRecordName == nil && $0.acceptance != .removed
        && world.people.user(withAddress: $0.lookupInfo) == nil
    }
    guard isUnverified else {
      return CloudError(.unknownItem, ServerText.shareNotFound(uninvited: user.userRecordName))
    }
    return CloudError(
      .participantMayNeedVerification,
      ServerText.standard(for: .participantMayNeedVerification))
  }

  func metadata(
    for context: CallContext, _ link: ShareLink, in world: borrowing World
  ) -> ShareMetadata {
    let isOwner = user.userRecordName == zoneID.ownerName
    let showsRoot =
      link.fetchesRootRecord && content.permission(offeredTo: participant) != nil
    let root = content.rootRecordName.flatMap {
      world.database(key).zones[zoneID.zoneName]?.records[$0]?.record
    }
    return ShareMetadata(
      shortGUID: content.shortGUID, container: context.container,
      environment: context.environment, scope: isOwner ? .private : .shared, zoneID: zoneID,
      rootRecordName: content.rootRecordName, rootRecord: showsRoot ? root : nil,
      rootDesiredKeys: link.rootDesiredKeys, share: share, participant: participant,
      owner: content.participants.first { $0.role == .owner })
  }
}
