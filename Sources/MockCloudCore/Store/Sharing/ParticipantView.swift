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
  /// The participant, in the shared database.
  let viewer: SubscriptionOwner
  /// Whether no record of the zone is shared with the user any more.
  let isEnd: Bool
  /// The types of records that changed, or became visible or invisible; sorted.
  var recordTypes: [RecordTypeName] = []
}

extension Zone {
  /// Updates the participants' views after a call. Records that were not moved and have the same
  /// share as before are not visited.
  ///
  /// - Returns: The changed views, sorted by user.
  fileprivate mutating func updateViews(after changes: SharedZoneChanges) -> [ViewChange] {
    let update = ViewUpdate(
      from: changes.base, to: self, by: RecordChange.net(changes.changes))
    var seen: [ViewChange] = []
    for user in update.users {
      let viewer = SubscriptionOwner(changes.key, .shared, user)
      let isNew = views[user] == nil
      guard participants[user] != nil else {
        if isNew { continue }
        endView(of: user)
        seen.append(ViewChange(zoneID: zoneID, viewer: viewer, isEnd: true))
        continue
      }
      if isNew { beginView(of: user) }
      let types = apply(update.notes(for: user), toViewOf: user)
      guard isNew || !types.isEmpty else { continue }
      seen.append(
        ViewChange(zoneID: zoneID, viewer: viewer, isEnd: false, recordTypes: types))
    }
    return seen
  }

  /// Applies notes to a view. Returns the types of the affected records.
  private mutating func apply(
    _ notes: [ViewUpdate.Note], toViewOf user: UserRecordName
  ) -> [RecordTypeName] {
    var types: [RecordTypeName] = []
    withView(of: user) { view in
      for note in notes {
        if !note.isDeletion {
          view.feed.note(saved: note.recordName)
        } else if view.feed.lists(note.recordName) {
          view.feed.note(deleted: note.recordName, note.deletion)
        } else {
          continue
        }
        if types.last != note.recordType { types.append(note.recordType) }
      }
    }
    types.sortDistinct(by: ExactText.compare)
    return types
  }
}

extension World {
  /// Updates the participants' views of changed zones, and their shared databases.
  ///
  /// - Returns: The changed views, by zone, sorted by user.
  mutating func updateViews(_ zones: [SharedZoneChanges]) -> [ViewChange] {
    var seen: [ViewChange] = []
    for zone in zones {
      let changed = withZone(zone.base.zoneID, in: zone.key, changesRecords: false) {
        $0.updateViews(after: zone)
      }
      for change in changed ?? [] { note(change, .deleted) }
      seen += changed ?? []
    }
    return seen
  }

  /// Adds the ends of the participants' views of deleted zones to their shared databases.
  ///
  /// - Returns: The ended views, by zone, sorted by user.
  mutating func endViews(of changes: WorldChanges) -> [ViewChange] {
    var ended: [ViewChange] = []
    for (key, changes) in changes.runs {
      for case .deleted(let zoneID, let reason, viewers: let users) in changes.zones {
        for user in users {
          let change = ViewChange(
            zoneID: zoneID, viewer: SubscriptionOwner(key, .shared, user), isEnd: true)
          note(change, reason)
          ended.append(change)
        }
      }
    }
    return ended
  }

  /// Adds a changed view to the feed of its user's shared database.
  private mutating func note(_ change: ViewChange, _ reason: ZoneDeletionReason) {
    let shared = DatabaseKey(
      container: change.viewer.container, environment: change.viewer.environment,
      owner: change.viewer.userRecordName)
    if change.isEnd {
      withSharedFeed(shared) { $0.note(deleted: change.zoneID, reason) }
    } else {
      withSharedFeed(shared) { $0.note(saved: change.zoneID) }
    }
  }
}
