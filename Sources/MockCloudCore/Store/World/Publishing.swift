// The consequences of changes: participants' views, shared databases, and pushes.

extension World {
  /// Completes the changes of a call: updates the views of participants and the feeds of their
  /// shared databases, and sends the pushes. The pipelines call it after each operation.
  ///
  /// - Parameter sendsPushes: Whether subscriptions fire.
  mutating func commit(by context: CallContext, sendsPushes: Bool = true) {
    guard let changes = takeChanges() else { return }
    let ended = endViews(of: changes)
    let seen = updateViews(changes.sharedZones)
    if sendsPushes, !subscriptions.isEmpty { publish(changes, ended, seen, by: context) }
  }

  /// Sends the pushes for changes, and removes the subscriptions of deleted zones.
  @inline(never)
  private mutating func publish(
    _ changes: WorldChanges, _ ended: [ViewChange], _ seen: [ViewChange], by context: CallContext
  ) {
    var publisher = Publisher(world: self, context: context)
    var gone: [SubscriptionOwner: Set<ZoneID>] = [:]
    func end(_ zoneID: ZoneID, _ viewer: SubscriptionOwner) {
      publisher.add(zone: zoneID, for: viewer)
      gone[viewer, default: []].insert(zoneID)
    }
    var views = ended[...]
    for (key, changes) in changes.runs {
      // The public database has no zones that are created or deleted.
      guard let owner = key.owner else { continue }
      let subscriber = SubscriptionOwner(key, .private, owner)
      for change in changes.zones {
        switch change {
        case .created(let zoneID): publisher.add(zone: zoneID, for: subscriber)
        case .deleted(let zoneID, _, viewers: let users):
          end(zoneID, subscriber)
          for view in views.prefix(users.count) { end(zoneID, view.viewer) }
          views = views.dropFirst(users.count)
        }
      }
    }
    for (key, changes) in changes.netRecords {
      for change in changes { publisher.add(change, in: key) }
    }
    for change in seen {
      if change.isEnd {
        publisher.add(zone: change.zoneID, for: change.viewer)
      } else {
        publisher.add(change)
      }
    }
    for (viewer, zoneIDs) in gone { dropSubscriptions(of: zoneIDs, viewer) }
    publisher.deliver(to: &self)
  }

  private mutating func dropSubscriptions(of zoneIDs: Set<ZoneID>, _ owner: SubscriptionOwner) {
    for (id, subscription) in subscriptions.subscriptions(of: owner) {
      guard let zoneID = subscription.zoneID, zoneIDs.contains(zoneID) else { continue }
      subscriptions.remove(id, of: owner)
    }
  }
}

extension SubscriptionOwner {
  init(_ key: DatabaseKey, _ scope: DatabaseScope, _ userRecordName: UserRecordName) {
    self.init(
      container: key.container, environment: key.environment, scope: scope,
      userRecordName: userRecordName)
  }
}

extension RecordChange {
  /// Combines changes to one per record, in the order of the last changes.
  static func net(_ changes: [RecordChange]) -> [RecordChange] {
    if changes.count < 2 { return changes }
    var first: [RecordID: Record?] = [:]
    var last: [RecordID: Int] = [:]
    for (index, change) in changes.enumerated() {
      guard let id = change.record?.recordID else { continue }
      if last.updateValue(index, forKey: id) == nil { first[id] = .some(change.before) }
    }
    guard last.count < changes.count else { return changes }
    return changes.enumerated().compactMap { index, change in
      guard let id = change.record?.recordID, last[id] == index else { return nil }
      let before = first[id] ?? change.before
      // A record that was created and deleted within the call was never visible.
      if before == nil, change.after == nil { return nil }
      return RecordChange(zoneID: change.zoneID, before: before, after: change.after)
    }
  }
}
