/// What a call does to one zone as a whole. To be noted while the zone is there, since no caller sees a
/// zone any more once it is deleted.
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

  /// A zone that looks otherwise to a participant is news in the participant's shared database.
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
  // MARK: Hooks

  /// Sends the pushes that a call's changes of records ask for on their way.
  ///
  /// - Parameters:
  ///   - seen: What participants of shared zones saw of the changes.
  ///   - database: The database of all changes; nil asks the context.
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

  /// Sends the pushes that made and deleted zones ask for on their way, and drops the subscriptions of
  /// deleted zones.
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

  /// Those who see the zone and have subscribed to something where they see it.
  func subscribers(to zoneID: ZoneID, in key: DatabaseKey) -> [SubscriptionOwner] {
    subscriptions.isEmpty
      ? [] : audience(of: zoneID, in: key).filter(subscriptions.hasSubscriptions)
  }

  /// Who sees a zone, and in which of their databases.
  func audience(of zoneID: ZoneID, in key: DatabaseKey) -> [SubscriptionOwner] {
    guard let owner = key.owner else {
      // Everyone sees the public database.
      return subscriptions.owners(ofPublic: key).sorted {
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
  /// One change per record: what a whole call did to it, in the order of its last changes.
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
      // A record that came and went within the call was never seen.
      if before == nil, change.after == nil { return nil }
      return RecordChange(zoneID: change.zoneID, before: before, after: change.after)
    }
  }
}
