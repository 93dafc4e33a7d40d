/// What a participant sees of a zone that belongs to somebody else: a feed of its own over the
/// records that are shared with the participant.
struct ParticipantView: Sendable {
  /// Told apart from every other time that this user saw the zone.
  let incarnation: UInt64
  var feed = RecordFeed()
}

/// What a call meant for a participant's view of a zone.
struct ViewChange: Sendable {
  let zoneID: ZoneID
  let userRecordName: String
  /// Whether nothing of the zone is shared with the user any more.
  let isEnd: Bool
}

extension Zone {
  /// Whether anybody but the owner has to do with the zone.
  var isShared: Bool { !views.isEmpty || !shareNames.isEmpty }

  /// Brings the participants' views in line with what a call did.
  ///
  /// - Returns: Whose views changed, sorted by user.
  mutating func updateViews(after changes: [RecordChange]) -> [ViewChange] {
    guard isShared else { return [] }
    let participants = participants
    var seen: [ViewChange] = []
    for user in Set(participants).union(views.map(\.key)).sorted() {
      if !participants.contains(user) {
        endView(of: user)
        seen.append(ViewChange(zoneID: zoneID, userRecordName: user, isEnd: true))
      } else if updateView(of: user, after: changes) {
        seen.append(ViewChange(zoneID: zoneID, userRecordName: user, isEnd: false))
      }
    }
    return seen
  }

  private mutating func updateView(of user: String, after changes: [RecordChange]) -> Bool {
    var view = views[user] ?? beginView()
    let before = view.feed.position
    // A moved record or a changed share can show or hide records that the call did not touch.
    let isStructural =
      views[user] == nil || changes.contains { $0.isStructural }
    for change in changes {
      guard let record = change.record else { continue }
      if let current = records[record.recordName]?.record,
        permission(of: user, for: current) != nil
      {
        view.feed.note(saved: current.recordName)
      } else if view.feed.lists(record.recordName) {
        view.feed.note(deleted: record.recordName, record.recordType)
      }
    }
    if isStructural { revise(&view, for: user) }
    setView(view, of: user)
    return view.feed.position != before || before == 0
  }

  /// Goes through the whole zone for what came into or went out of sight.
  private func revise(_ view: inout ParticipantView, for user: String) {
    for (name, entry) in records {
      let isVisible = permission(of: user, for: entry.record) != nil
      if isVisible == view.feed.lists(name) { continue }
      if isVisible {
        view.feed.note(saved: name)
      } else {
        view.feed.note(deleted: name, entry.record.recordType)
      }
    }
  }
}

extension RecordChange {
  /// Whether the change can show or hide other records.
  fileprivate var isStructural: Bool {
    before?.parent != after?.parent || before?.sharing != after?.sharing
  }
}

extension World {
  /// Brings the participants' views of a zone in line with what a call did, and their shared
  /// databases with that.
  ///
  /// - Returns: Whose views changed, sorted by user.
  mutating func updateViews(
    of zoneID: ZoneID, in key: DatabaseKey, after changes: [RecordChange]
  ) -> [ViewChange] {
    let seen = withZone(zoneID, in: key) { $0.updateViews(after: changes) } ?? []
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
