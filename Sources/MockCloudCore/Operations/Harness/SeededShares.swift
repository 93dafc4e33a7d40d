/// The shares of a seed.
extension Seeder {
  /// Refuses a share that the service would not have made, after all records are stored.
  func check(_ name: RecordName, in zoneID: ZoneID, number: Int) throws(Misuse) {
    guard let zone = database.zones[zoneID.zoneName], let record = zone.records[name]?.record,
      let share = record.share
    else { return }
    var check = WorldCheck()
    check.share(record, share, of: zone, in: key, at: "")
    if world.indexes.isRepeated(shortGUID: share.shortGUID, in: context.schemaKey) {
      check.note(".shortGUID", "short GUID '\(share.shortGUID)' is that of another share")
    }
    guard let problem = check.problems.first else { return }
    let key = problem.place.isEmpty ? nil : String(problem.place.dropFirst())
    throw Misuse.badMockRequest(problem.text, key: key).inside("records[\(number)]")
  }

  /// Replaces the share's name in a root. The root keeps its tag.
  mutating func relink(
    _ root: RecordName, from former: RecordName?, to shareName: RecordName?, in zoneID: ZoneID
  ) {
    database.withZone(zoneID.zoneName) { zone in
      guard let entry = zone.records[root], entry.record.shareName == former else { return }
      let linked = entry.record.with(shareName: shareName)
      zone.store(
        linked, sequence: zone.nextSequence(after: entry), keeping: entry.former?.retagged(false))
    }
  }

  /// Returns the sharing properties of a seeded record; in a seed, a test may set the acceptance of
  /// participants.
  mutating func sharing(of draft: RecordDraft) throws(Misuse) -> Record.Sharing {
    var sharing = Record.Sharing()
    guard draft.recordType == Share.recordType else {
      if draft.share != nil {
        throw Misuse.badMockRequest(
          "only records of type '\(Share.recordType)' have participants and a root",
          key: "recordType", expected: Share.recordType.text)
      }
      try check(draft.shortGUID == "" ? "the short GUID is empty" : nil, "shortGUID")
      sharing.shortGUID = draft.shortGUID
      return sharing
    }
    try check(database.isPublic ? ServerText.noSharesInPublic : nil, "recordType")
    var share = Share(
      rootRecordName: draft.share?.rootRecordName,
      publicPermission: draft.share?.publicPermission ?? .none,
      participants: [], shortGUID: draft.shortGUID ?? "")
    let owner = ParticipantDraft(
      Share.LookupInfo(userRecordName: database.ownerName), permission: .readWrite, role: .owner,
      acceptance: .accepted)
    let invited = (draft.share?.participants ?? []).enumerated().filter { $1.role != .owner }
    for (index, draft) in [(0, owner)] + invited.map({ ($0.offset, $0.element) }) {
      let user: User?
      do throws(CloudError) {
        user = try world.people.user(draft.lookupInfo)
      } catch {
        throw Misuse.badMockRequest(error.reason, key: "participants[\(index)]")
      }
      share.participants.append(
        Share.Participant(
          participantID: "", userRecordName: user?.userRecordName,
          lookupInfo: draft.lookupInfo.naming(user),
          nameComponents: user?.nameComponents, permission: draft.permission, role: draft.role,
          acceptance: draft.acceptance))
    }
    sharing.share = share.identified(by: &world.identifiers)
    return sharing
  }

  /// Stores a share's name in its root, which must have been seeded before it and have no other
  /// share.
  mutating func link(
    _ root: RecordName, to shareName: RecordName, in zoneID: ZoneID
  ) throws(Misuse) {
    guard let record = database.zones[zoneID.zoneName]?.records[root]?.record else {
      throw Misuse.badMockRequest(
        "the root '\(NameRules.shortened(root))' of the share does not exist", key: "forRecord",
        expected: "a record before the share")
    }
    guard record.shareName == nil || record.shareName == shareName else {
      throw Misuse.badMockRequest(
        "the root '\(NameRules.shortened(root))' has a share already", key: "forRecord",
        expected: "a record that is not shared")
    }
    relink(root, from: record.shareName, to: shareName, in: zoneID)
  }
}
