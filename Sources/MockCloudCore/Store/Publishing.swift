/// A change of a zone as a whole by a call. For a deletion, create this value before the zone is
/// deleted, since afterwards no caller sees the zone.
struct ZoneChange: Sendable {
  let zoneID: ZoneID
  let isDeletion: Bool
  fileprivate let viewers: [SubscriptionOwner]

  static func creation(of zoneID: ZoneID, in key: DatabaseKey, _ world: borrowing World) -> Self {
    Self(zoneID: zoneID, isDeletion: false, viewers: world.subscribers(to: zoneID, in: key))
  }

  static func deletion(of zoneID: ZoneID, in key: DatabaseKey, _ world: borrowing World) -> Self {
    Self(zoneID: zoneID, isDeletion: true, viewers: world.subscribers(to: zoneID, in: key))
  }

  /// A change of a participant's view is a change in the participant's shared database.
  init(seen change: ViewChange, _ context: CallContext) {
    zoneID = change.zoneID
    isDeletion = change.isEnd
    viewers = [
      SubscriptionOwner(
        container: context.container, environment: context.environment, scope: .shared,
        userRecordName: change.userRecordName)
    ]
  }

  private init(zoneID: ZoneID, isDeletion: Bool, viewers: [SubscriptionOwner]) {
    self.zoneID = zoneID
    self.isDeletion = isDeletion
    self.viewers = viewers
  }
}

extension World {
  // MARK: Publication

  /// Sends the pushes for a call's changes of records.
  ///
  /// - Parameters:
  ///   - seen: The changes of participants' views of shared zones.
  ///   - database: The database of all changes; nil means that of the context.
  mutating func publish(
    _ changes: [RecordChange], seen: [ViewChange], of database: DatabaseKey? = nil,
    by context: CallContext
  ) {
    guard !subscriptions.isEmpty, !changes.isEmpty else { return }
    var publisher = Publisher(world: self, context: context)
    var audiences: [ZoneID: [SubscriptionOwner]] = [:]
    for change in RecordChange.net(changes) {
      guard let key = database ?? context.databaseKey(holding: change.zoneID) else { continue }
      let viewers = audiences[change.zoneID] ?? subscribers(to: change.zoneID, in: key)
      audiences[change.zoneID] = viewers
      for viewer in viewers { publisher.add(change, for: viewer) }
    }
    for change in seen {
      let view = ZoneChange(seen: change, context)
      for viewer in view.viewers {
        if change.isEnd {
          publisher.add(view, for: viewer)
        } else {
          publisher.add(change, for: viewer)
        }
      }
    }
    publisher.deliver(to: &self)
  }

  /// Sends the pushes for created and deleted zones, and removes the subscriptions of deleted
  /// zones.
  mutating func publish(_ changes: [ZoneChange], by context: CallContext) {
    guard !subscriptions.isEmpty, !changes.isEmpty else { return }
    var publisher = Publisher(world: self, context: context)
    var gone: [SubscriptionOwner: Set<ZoneID>] = [:]
    for change in changes {
      for viewer in change.viewers {
        publisher.add(change, for: viewer)
        if change.isDeletion { gone[viewer, default: []].insert(change.zoneID) }
      }
    }
    for (viewer, zoneIDs) in gone { dropSubscriptions(of: zoneIDs, viewer) }
    publisher.deliver(to: &self)
  }

  /// Returns the users who see the zone and have subscriptions in the database in which they see
  /// it.
  func subscribers(to zoneID: ZoneID, in key: DatabaseKey) -> [SubscriptionOwner] {
    subscriptions.isEmpty
      ? [] : audience(of: zoneID, in: key).filter(subscriptions.hasSubscriptions)
  }

  /// Returns the users who see a zone, each with the database in which they do.
  func audience(of zoneID: ZoneID, in key: DatabaseKey) -> [SubscriptionOwner] {
    guard let owner = key.owner else {
      // Everyone sees the public database.
      return subscriptions.owners(ofPublic: key).genericSorted {
        people.userIndex($0.userRecordName) ?? .max < people.userIndex($1.userRecordName) ?? .max
      }
    }
    return [SubscriptionOwner(key, .private, owner)]
  }

  private mutating func dropSubscriptions(of zoneIDs: Set<ZoneID>, _ owner: SubscriptionOwner) {
    for (id, subscription) in subscriptions.subscriptions(of: owner) {
      guard let zoneID = subscription.zoneID, zoneIDs.contains(zoneID) else { continue }
      subscriptions.remove(id, of: owner)
    }
  }
}

extension SubscriptionOwner {
  init(_ key: DatabaseKey, _ scope: DatabaseScope, _ userRecordName: String) {
    self.init(
      container: key.container, environment: key.environment, scope: scope,
      userRecordName: userRecordName)
  }
}

extension RecordChange {
  /// Combines changes to one per record, in the order of the last changes.
  static func net(_ changes: [RecordChange]) -> [RecordChange] {
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
