/// Works out what a saved share will say, by CloudKit's rules for sharing (DOC: CKShare; LOG, PORT SQD
/// where `docs/FIDELITY.md` says so).
struct SharePlanner {
  let world: World
  let context: CallContext
  /// The records that the request itself saves.
  let announced: Announced
  /// What earlier items of the request share.
  private var sharedRoots: Set<RecordID> = []
  private var sharedZones: Set<ZoneID> = []

  init(world: World, context: CallContext, announced: Announced) {
    self.world = world
    self.context = context
    self.announced = announced
  }

  /// What the share will be. Its identifiers are still missing: a refused call must not use any up.
  mutating func plan(
    _ item: ModifyRecords.Item, _ existing: Zone.Entry?, in visible: VisibleZone
  ) throws(CloudError) -> Share {
    try checkPlace(visible)
    let draft = item.record.share ?? ShareDraft()
    if let share = existing?.record.share {
      try checkAdministrator(of: share, visible)
      guard draft.rootRecordName == nil || draft.rootRecordName == share.rootRecordName else {
        throw CloudError(.invalidArguments, "A share stays with the root that it was made for")
      }
      return try revised(share, by: draft, owner: visible.zoneID.ownerName)
    }
    guard visible.viewer == nil else {
      throw CloudError(.permissionFailure, ServerText.createNotPermitted)
    }
    let root = try root(of: item.record, draft, in: visible)
    let new = Share(
      rootRecordName: root, publicPermission: .none,
      participants: [owner(visible.zoneID.ownerName)], shortGUID: "")
    return try revised(new, by: draft, owner: visible.zoneID.ownerName)
  }

  /// Only custom zones of private databases can share (DOC).
  private func checkPlace(_ visible: VisibleZone) throws(CloudError) {
    guard context.scope != .public else {
      throw CloudError(.badDatabase, "Shares are not possible in the public database")
    }
    guard !visible.zoneID.isDefault else {
      throw CloudError(.invalidArguments, "Shares are not possible in the default zone")
    }
  }

  /// Who is in a share is for its owner, and for those whom the owner made administrators.
  private func checkAdministrator(of share: Share, _ visible: VisibleZone) throws(CloudError) {
    guard let viewer = visible.viewer else { return }
    guard share.participant(viewer)?.role == .administrator else {
      throw CloudError(.permissionFailure, ServerText.writeNotPermitted)
    }
  }

  // MARK: What is shared

  private mutating func root(
    of record: RecordDraft, _ draft: ShareDraft, in visible: VisibleZone
  ) throws(CloudError) -> String? {
    let zone = visible.zone
    if record.recordName == Share.zoneWideName {
      guard draft.rootRecordName == nil else {
        throw CloudError(.invalidArguments, "A zone-wide share has no root record")
      }
      guard zone.shareNames.isEmpty, !sharedRoots.contains(where: { $0.zoneID == zone.zoneID })
      else {
        throw CloudError(
          .invalidArguments, "The zone holds shared hierarchies and cannot be shared as a whole")
      }
      sharedZones.insert(zone.zoneID)
      return nil
    }
    guard let name = draft.rootRecordName else {
      throw CloudError(
        .invalidArguments, "A new share needs 'forRecord', or the name '\(Share.zoneWideName)'")
    }
    guard zone.records[Share.zoneWideName] == nil, !sharedZones.contains(zone.zoneID) else {
      throw CloudError(.serverRejectedRequest, "The zone is shared as a whole")
    }
    let id = RecordID(recordName: name, zoneID: zone.zoneID)
    guard let root = zone.records[name]?.record else {
      guard announced.contains(id) else {
        throw CloudError(
          .invalidArguments, "Cannot share - no such record exists to share")
      }
      return try claimed(id, zone)
    }
    if let tag = draft.rootChangeTag, tag != root.recordChangeTag, !announced.contains(id) {
      var error = CloudError(.serverRecordChanged, ServerText.conflict)
      error.conflict = CloudError.Conflict(
        serverRecord: root, clientRecord: record, ancestorRecord: nil)
      throw error
    }
    guard root.share == nil else {
      throw CloudError(.invalidArguments, "A share cannot be shared")
    }
    guard root.shareName == nil, !zone.sharesBesides(root) else { throw Self.alreadyShared }
    return try claimed(id, zone)
  }

  private static let alreadyShared = CloudError(
    .alreadyShared, ServerText.standard(for: .alreadyShared))

  /// Notes that the request shares a root, unless something above it is shared, or something above
  /// or below it by an earlier item.
  private mutating func claimed(_ root: RecordID, _ zone: Zone) throws(CloudError) -> String {
    let above = announced.ancestors(of: root.recordName, in: zone)
    let isTaken =
      above.contains { zone.records[$0]?.record.shareName != nil }
      || sharedRoots.contains { other in
        other.zoneID == root.zoneID
          && (above.contains(other.recordName)
            || announced.ancestors(of: other.recordName, in: zone).contains(root.recordName))
      }
    guard !isTaken, sharedRoots.insert(root).inserted else { throw Self.alreadyShared }
    return root.recordName
  }

  // MARK: Who takes part

  private func owner(_ userRecordName: String) -> Share.Participant {
    let user = world.people.user(named: userRecordName)
    return Share.Participant(
      participantID: "", userRecordName: userRecordName,
      lookupInfo: Share.LookupInfo(
        emailAddress: user?.emailAddress, phoneNumber: user?.phoneNumber),
      nameComponents: user?.nameComponents, permission: .readWrite, role: .owner,
      acceptance: .accepted)
  }

  private func revised(
    _ share: Share, by draft: ShareDraft, owner: String
  ) throws(CloudError) -> Share {
    var revised = share
    revised.publicPermission = draft.publicPermission ?? share.publicPermission
    if let drafts = draft.participants {
      revised.participants = share.participants.filter { $0.role == .owner }
      for draft in drafts where draft.role != .owner {
        let participant = try participant(draft, in: share, open: revised.publicPermission)
        guard participant.userRecordName != owner,
          !revised.participants.contains(where: { $0.isSamePerson(as: participant) })
        else { continue }
        revised.participants.append(participant)
      }
      // Those who came by the link are not on the lists that clients send.
      revised.participants += share.participants.filter { known in
        known.role == .publicUser
          && !revised.participants.contains(where: { $0.isSamePerson(as: known) })
      }
    }
    applyPublicPermission(to: &revised, before: share.publicPermission)
    let count = revised.participants.count { $0.role != .owner }
    guard count <= world.limits.participantsPerShare else {
      throw CloudError(
        .tooManyParticipants,
        "The share would have \(count) participants, at most "
          + "\(world.limits.participantsPerShare) are allowed")
    }
    return revised
  }

  /// Opening a share to everyone with the link drops who has not accepted yet; closing it drops who
  /// came by the link (DOC: CKShare.publicPermission).
  private func applyPublicPermission(to share: inout Share, before: Share.Permission) {
    if share.publicPermission == .none {
      share.participants.removeAll { $0.role == .publicUser }
    } else if before == .none {
      share.participants.removeAll { $0.role != .owner && $0.acceptance == .invited }
    }
  }

  /// - Parameter permission: The public permission that the share will have.
  private func participant(
    _ draft: ParticipantDraft, in share: Share, open permission: Share.Permission
  ) throws(CloudError) -> Share.Participant {
    let user = try world.people.user(draft.lookupInfo)
    let wanted = Share.Participant(
      participantID: "", userRecordName: user?.userRecordName,
      lookupInfo: draft.lookupInfo.naming(user),
      nameComponents: user?.nameComponents, permission: draft.permission, role: draft.role,
      acceptance: .invited)
    guard var known = share.participants.first(where: { $0.isSamePerson(as: wanted) }) else {
      guard share.publicPermission == .none || permission == .none else {
        throw CloudError(
          .invalidArguments,
          "Participants can be added only while the share's publicPermission is NONE")
      }
      guard draft.role != .publicUser else {
        throw CloudError(
          .invalidArguments, "Nobody is made a PUBLIC_USER but by accepting the share's link")
      }
      return wanted
    }
    known.permission = draft.permission
    if known.role != .publicUser { known.role = draft.role }
    return known
  }
}

extension Share.Participant {
  func isSamePerson(as other: Self) -> Bool {
    if let mine = userRecordName, let others = other.userRecordName { return mine == others }
    return userRecordName == other.userRecordName && lookupInfo == other.lookupInfo
  }
}

extension Share {
  /// The share with the identifiers that it and its participants still lack.
  func identified(by identifiers: inout IdentifierSource) -> Share {
    var share = self
    if share.shortGUID.isEmpty { share.shortGUID = Self.newShortGUID(&identifiers) }
    for index in share.participants.indices where share.participants[index].participantID.isEmpty {
      share.participants[index].participantID = identifiers.uuid()
    }
    return share
  }

  /// A short GUID: letters and digits, as in the links of iCloud.
  static func newShortGUID(_ identifiers: inout IdentifierSource) -> String {
    "0"
      + identifiers.uuid().utf8.filter { $0 != UInt8(ascii: "-") }.prefix(20)
      .map { String(UnicodeScalar($0)) }.joined()
  }
}

extension People {
  /// The user that lookup information is about; nil for an address that nobody has.
  func user(_ info: Share.LookupInfo) throws(CloudError) -> User? {
    if let name = info.userRecordName {
      guard let index = userIndex(name) else {
        throw CloudError(
          .invalidArguments, "There is no user '\(NameRules.shortened(name))'")
      }
      return user(index)
    }
    return user(withAddress: info)
  }
}

extension Share.LookupInfo {
  /// The same information with the record name of the user whom an alias may have named.
  func naming(_ user: User?) -> Self {
    guard let user, userRecordName != nil else { return self }
    var info = self
    info.userRecordName = user.userRecordName
    return info
  }
}

extension User {
  /// Whether one of the user's addresses is the one asked for.
  func hasAddress(_ info: Share.LookupInfo) -> Bool {
    if let address = info.emailAddress { return address == emailAddress }
    if let number = info.phoneNumber { return number == phoneNumber }
    return false
  }
}
