/// Determines the content of a saved share by CloudKit's rules for sharing (DOC: CKShare; LOG, PORT
/// SQD, as `docs/FIDELITY.md` lists them).
struct SharePlanner {
  let people: People
  let limits: Limits
  let scope: DatabaseScope

  /// Returns the share to save. Its identifiers are missing: a refused call must not use any.
  ///
  /// - Parameter index: The index of the item in the request: a later item may save the root.
  func plan(
    _ draft: RecordDraft, item index: Int, over existing: Zone.Entry?, in zone: inout ZoneDraft
  ) throws(CloudError) -> Share {
    try checkPlace(zone.zoneID)
    let wanted = draft.share ?? ShareDraft()
    if let share = existing?.record.share {
      try checkAdministrator(of: share, zone.viewer)
      guard wanted.rootRecordName == nil || wanted.rootRecordName == share.rootRecordName else {
        throw CloudError(
          .invalidArguments,
          "forRecord: the root of an existing share cannot be changed; delete the share, and share "
            + "the other record")
      }
      return try revised(share, by: wanted, owner: zone.zoneID.ownerName)
    }
    guard zone.viewer == nil else {
      throw CloudError(.permissionFailure, ServerText.createNotPermitted)
    }
    let root = try root(of: draft, wanted, item: index, in: &zone)
    let new = Share(
      rootRecordName: root, publicPermission: .none,
      participants: [owner(zone.zoneID.ownerName)], shortGUID: "")
    return try revised(new, by: wanted, owner: zone.zoneID.ownerName)
  }

  /// Checks that the zone can have shares: only custom zones of private databases can (DOC).
  private func checkPlace(_ zoneID: ZoneID) throws(CloudError) {
    guard scope != .public else {
      throw CloudError(.badDatabase, ServerText.noSharesInPublic)
    }
    guard !zoneID.isDefault else {
      throw CloudError(.invalidArguments, ServerText.shareInDefaultZone)
    }
  }

  /// Checks that the caller may change participants: only the owner and administrators can.
  private func checkAdministrator(of share: Share, _ viewer: UserRecordName?) throws(CloudError) {
    guard let viewer else { return }
    guard share.participant(viewer)?.role == .administrator else {
      throw CloudError(.permissionFailure, ServerText.writeNotPermitted)
    }
  }

  private func revised(
    _ share: Share, by draft: ShareDraft, owner: UserRecordName
  ) throws(CloudError) -> Share {
    let revised = try ShareParticipants(people: people, share: share, owner: owner)
      .revised(by: draft)
    let count = revised.countedParticipants
    guard count <= limits.participantsPerShare else {
      throw CloudError(
        .tooManyParticipants,
        "The share would have \(count) participants, at most "
          + "\(limits.participantsPerShare) are allowed")
    }
    return revised
  }

  private func owner(_ userRecordName: UserRecordName) -> Share.Participant {
    let user = people.user(named: userRecordName)
    return Share.Participant(
      participantID: "", userRecordName: userRecordName,
      lookupInfo: Share.LookupInfo(
        emailAddress: user?.emailAddress, phoneNumber: user?.phoneNumber),
      nameComponents: user?.nameComponents, permission: .readWrite, role: .owner,
      acceptance: .accepted)
  }

  // MARK: Shared records

  static let alreadyShared = CloudError(
    .alreadyShared, ServerText.standard(for: .alreadyShared))

  static let rootIsMissing = CloudError(
    .invalidArguments, "Cannot share - no such record exists to share")

  static let rootIsShare = CloudError(
    .invalidArguments, "forRecord: a share cannot be the root of a share; expected another record")

  private func root(
    of record: RecordDraft, _ wanted: ShareDraft, item index: Int, in zone: inout ZoneDraft
  ) throws(CloudError) -> RecordName? {
    if record.recordName == Share.zoneWideName {
      guard wanted.rootRecordName == nil else {
        throw CloudError(
          .invalidArguments, "A zone-wide share has no root record; leave 'forRecord' out")
      }
      guard zone.zone.shareNames.isEmpty else {
        throw CloudError(
          .invalidArguments,
          "The zone contains shared hierarchies and cannot be shared as a whole; delete their shares "
            + "first")
      }
      return nil
    }
    guard let name = wanted.rootRecordName else {
      throw CloudError(
        .invalidArguments, "A new share needs 'forRecord', or the name '\(Share.zoneWideName)'")
    }
    guard zone.zone.encryptionScope == .perRecord else {
      throw CloudError(
        .invalidArguments,
        "The zone has one key for all records (encryptionScope perZone) and can only be shared as a "
          + "whole, by a share named '\(Share.zoneWideName)'")
    }
    guard !zone.zone.isSharedAsWhole else {
      throw CloudError(.serverRejectedRequest, "The zone is shared as a whole")
    }
    guard let root = zone.zone.records[name]?.record else {
      guard zone.effects.links?.isSavedLater(name, after: index) == true else {
        throw Self.rootIsMissing
      }
      guard !zone.isAwaited(name) else { throw Self.alreadyShared }
      return name
    }
    try checkTag(wanted.rootChangeTag, of: name, record, zone.base)
    guard root.share == nil else { throw Self.rootIsShare }
    guard zone.share(over: name) == nil, !zone.hasShare(below: name) else {
      throw Self.alreadyShared
    }
    return name
  }

  /// Compares a tag for the root with that of the version before the request.
  private func checkTag(
    _ tag: RecordChangeTag?, of root: RecordName, _ draft: RecordDraft, _ base: Zone
  ) throws(CloudError) {
    guard let tag, let known = base.records[root]?.record, known.recordChangeTag != tag else {
      return
    }
    var error = CloudError(
      .serverRecordChanged, ServerText.conflict(sent: tag.text, stored: known.recordChangeTag.text))
    error.conflict = CloudError.Conflict(
      serverRecord: known, clientRecord: draft, ancestorRecord: nil)
    throw error
  }
}
