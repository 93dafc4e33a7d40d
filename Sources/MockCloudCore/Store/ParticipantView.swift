/// What a participant sees of a zone that belongs to another user: a feed of its own over the
/// records that are shared with the participant.
struct ParticipantView: Sendable {
  /// Distinguishes this from every other time that the user saw the zone.
  let incarnation: UInt64
  var feed = RecordFeed()
}

/// What a call meant for a participant's view of a zone.
struct ViewChange: Sendable {
  let zoneID: ZoneID
  let userRecordName: String
  /// Whether nothing of the zone is shared with the user any more.
  let isEnd: Bool
  /// The types of the records that changed, or came into or went out of sight; sorted.
  var recordTypes: [String] = []
}

extension Zone {
  /// Brings the participants' views in line with what a call did. What did not move and is under the
  /// same share as before is not looked at.
  ///
  /// - Parameter base: The zone before the call.
  /// - Returns: Whose views changed, sorted by user.
  mutating func updateViews(after changes: [RecordChange], since base: Zone) -> [ViewChange] {
    guard isShared || base.isShared else { return [] }
    let update = ViewUpdate(from: base, to: self, by: RecordChange.net(changes))
    var seen: [ViewChange] = []
    for user in update.users {
      let isNew = views[user] == nil
      guard participants[user] != nil else {
        if isNew { continue }
        endView(of: user)
        seen.append(ViewChange(zoneID: zoneID, userRecordName: user, isEnd: true))
        continue
      }
      if isNew { beginView(of: user) }
      let types = apply(update.notes(for: user), toViewOf: user)
      guard isNew || !types.isEmpty else { continue }
      seen.append(
        ViewChange(zoneID: zoneID, userRecordName: user, isEnd: false, recordTypes: types))
    }
    return seen
  }

  /// Returns the types of the records that the view has news of.
  private mutating func apply(
    _ notes: [ViewUpdate.Note], toViewOf user: String
  ) -> [String] {
    var types: [String] = []
    withView(of: user) { view in
      for note in notes {
        if !note.isDeletion {
          view.feed.note(saved: note.recordName)
        } else if view.feed.lists(note.recordName) {
          view.feed.note(deleted: note.recordName, note.recordType)
        } else {
          continue
        }
        if types.last != note.recordType { types.append(note.recordType) }
      }
    }
    types.sortDistinct(by: String.compare)
    return types
  }
}

extension World {
  /// Brings the participants' views of a zone in line with what a call did, and their shared
  /// databases with that.
  ///
  /// - Parameter base: The zone before the call.
  /// - Returns: Whose views changed, sorted by user.
  mutating func updateViews(
    of zoneID: ZoneID, in key: DatabaseKey, after changes: [RecordChange], since base: Zone
  ) -> [ViewChange] {
    let seen =
      withZone(zoneID, in: key) { $0.updateViews(after: changes, since: base) } ?? []
    for change in seen { note(change, .deleted, in: key) }
    return seen
  }

  /// Deletes a zone with all that it holds; who took part in it sees it no more.
  ///
  /// - Returns: Whose views ended, sorted by user.
  mutating func removeZone(
    _ zoneID: ZoneID, in key: DatabaseKey, because reason: ZoneDeletionReason
  ) -> [ViewChange] {
    let views = database(key).zones[zoneID.zoneName]?.views
    withDatabase(key) { $0.removeZone(named: zoneID.zoneName, because: reason) }
    let seen = (views?.map(\.key) ?? []).map {
      ViewChange(zoneID: zoneID, userRecordName: $0, isEnd: true)
    }
    for change in seen { note(change, reason, in: key) }
    return seen
  }

  /// Enters a changed view into the feed of its user's shared database.
  private mutating func note(
    _ change: ViewChange, _ reason: ZoneDeletionReason, in key: DatabaseKey
  ) {
    let shared = DatabaseKey(
      container: key.container, environment: key.environment, owner: change.userRecordName)
    if change.isEnd {
      withSharedFeed(shared) { $0.note(deleted: change.zoneID, reason) }
    } else {
      withSharedFeed(shared) { $0.note(saved: change.zoneID) }
    }
  }
}
