/// A participant's view of a zone of another user: a feed of the records that are shared with the
/// participant.
struct ParticipantView: Sendable {
  /// Distinguishes this view from earlier views of the same user.
  var incarnation: UInt64
  var feed = RecordFeed()
}

/// The change of a participant's view of a zone by a call.
struct ViewChange: Sendable {
  let zoneID: ZoneID
  let userRecordName: String
  /// Whether no record of the zone is shared with the user any more.
  let isEnd: Bool
  /// The types of records that changed, or became visible or invisible; sorted.
  var recordTypes: [String] = []
}

extension Zone {
  /// Updates the participants' views after a call. Records that were not moved and have the same
  /// share as before are not visited.
  ///
  /// - Parameter base: The zone before the call.
  /// - Returns: The changed views, sorted by user.
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

  /// Applies notes to a view. Returns the types of the affected records.
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
  /// Updates the participants' views of a zone, and their shared databases, after a call.
  ///
  /// - Parameter base: The zone before the call.
  /// - Returns: The changed views, sorted by user.
  mutating func updateViews(
    of zoneID: ZoneID, in key: DatabaseKey, after changes: [RecordChange], since base: Zone
  ) -> [ViewChange] {
    let seen =
      withZone(zoneID, in: key) { $0.updateViews(after: changes, since: base) } ?? []
    for change in seen { note(change, .deleted, in: key) }
    return seen
  }

  /// Deletes a zone with its records and its participants' views.
  ///
  /// - Returns: The ended views, sorted by user.
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

  /// Adds a changed view to the feed of its user's shared database.
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
