/// The owner of subscriptions: a user in one database of a container. Ordered such that the
/// subscribers of one database are consecutive.
struct SubscriptionOwner: Hashable, OrderedKey {
  var container: ContainerIdentifier
  var environment: Environment
  var scope: DatabaseScope
  var userRecordName: UserRecordName

  static func == (left: Self, right: Self) -> Bool {
    left.userRecordName == right.userRecordName && left.scope == right.scope
      && left.environment == right.environment && left.container == right.container
  }

  var rank: UInt64 { container.text.rank }
  static var isOrderedByRankAlone: Bool { false }

  static func compare(_ left: Self, _ right: Self) -> Int {
    let containers = ExactText.compare(left.container, right.container)
    if containers != 0 { return containers }
    let environments = Environment.compare(left.environment, right.environment)
    if environments != 0 { return environments }
    if left.scope != right.scope {
      return String.compare(left.scope.rawValue, right.scope.rawValue)
    }
    return ExactText.compare(left.userRecordName, right.userRecordName)
  }
}

/// All subscriptions of a world, and the counters of pushes.
struct SubscriptionStore: Sendable {
  private var byOwner = OrderedMap<SubscriptionOwner, OrderedMap<SubscriptionID, Subscription>>()
  private(set) var index = SubscriptionIndex()
  /// The sum of the hashes of the subscriptions.
  private(set) var digest: UInt64 = 0
  /// The number of notifications so far, from which their identifiers are derived.
  var notifications: UInt64 = 0
  private var badges = RareMap<Badge, Int>()

  /// The number on the icon of an app: that of one container on one device.
  struct Badge: OrderedKey, Hashable {
    var container: ContainerIdentifier
    var environment: Environment
    var device: DeviceName

    var rank: UInt64 { container.text.rank }
    static var isOrderedByRankAlone: Bool { false }

    static func compare(_ left: Self, _ right: Self) -> Int {
      let containers = ExactText.compare(left.container, right.container)
      if containers != 0 { return containers }
      let environments = Environment.compare(left.environment, right.environment)
      return environments != 0
        ? environments : ExactText.compare(left.device, right.device)
    }
  }

  /// Whether there are no subscriptions.
  var isEmpty: Bool { byOwner.isEmpty }

  func hasSubscriptions(_ owner: SubscriptionOwner) -> Bool { byOwner[owner] != nil }

  /// Returns the owner's subscriptions, sorted by name.
  func subscriptions(of owner: SubscriptionOwner) -> OrderedMap<SubscriptionID, Subscription> {
    byOwner[owner] ?? OrderedMap()
  }

  /// All owners of subscriptions, in an order that does not depend on the order of their creation.
  var owners: [SubscriptionOwner] { byOwner.map(\.key) }

  mutating func save(_ subscription: Subscription, of owner: SubscriptionOwner) {
    let id = subscription.subscriptionID
    let former = byOwner.modify(owner, default: OrderedMap()) {
      $0.updateValue(subscription, forKey: id)
    }
    if let former {
      digest &-= former.digest(of: owner)
      index.remove(former, of: owner)
    }
    digest &+= subscription.digest(of: owner)
    index.add(subscription, of: owner)
  }

  @discardableResult
  mutating func remove(_ subscriptionID: SubscriptionID, of owner: SubscriptionOwner) -> Bool {
    let removed = byOwner.modify(owner) { subscriptions in
      subscriptions.removeValue(forKey: subscriptionID).map { ($0, left: subscriptions.count) }
    }
    guard case .some(.some((let subscription, let left))) = removed else { return false }
    digest &-= subscription.digest(of: owner)
    index.remove(subscription, of: owner)
    if left == 0 { byOwner.removeValue(forKey: owner) }
    return true
  }

  /// Whether the index has the entries of a rebuilt one.
  var hasSoundIndex: Bool {
    var fresh = SubscriptionIndex()
    for (owner, subscriptions) in byOwner {
      for (_, subscription) in subscriptions { fresh.add(subscription, of: owner) }
    }
    return index.hasEntries(of: fresh)
  }

  /// The digest, computed from the subscriptions.
  var digestAnew: UInt64 {
    byOwner.reduce(0) { sum, entry in
      entry.value.reduce(sum) { $0 &+ $1.value.digest(of: entry.key) }
    }
  }

  /// Increments a badge and returns the new number.
  mutating func countUp(_ badge: Badge) -> Int {
    let count = badges[badge] ?? 0
    let next = count < .max ? count + 1 : count
    badges.updateValue(next, forKey: badge)
    return next
  }

  mutating func setBadge(_ badge: Badge, to count: Int) {
    badges.updateValue(count, forKey: badge)
  }

  var badgesInOrder: [(badge: Badge, count: Int)] {
    badges.map { (badge: $0.key, count: $0.value) }
  }
}
