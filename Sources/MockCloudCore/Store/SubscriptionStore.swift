/// Names whose subscriptions are meant: those of one user in one database of a container.
struct SubscriptionOwner: Hashable, Comparable, Sendable {
  let container: ExactText
  let environment: Environment
  let scope: DatabaseScope
  let userRecordName: String

  static func == (left: Self, right: Self) -> Bool {
    left.userRecordName.hasBytes(of: right.userRecordName) && left.scope == right.scope
      && left.environment == right.environment && left.container == right.container
  }

  static func < (left: Self, right: Self) -> Bool {
    let left = (
      left.container, left.environment.rawValue, left.scope.rawValue,
      ExactText(left.userRecordName)
    )
    let right = (
      right.container, right.environment.rawValue, right.scope.rawValue,
      ExactText(right.userRecordName)
    )
    return left < right
  }
}

/// All subscriptions of a world, the pushes that are on their way, and what pushes count.
struct SubscriptionStore: Sendable {
  private var byOwner: [SubscriptionOwner: OrderedMap<String, Subscription>] = [:]
  /// Pushes that the next run of the clock delivers, oldest first.
  private(set) var pending = OrderedMap<UInt64, Event.Notification>()
  private(set) var lastPush: UInt64 = 0
  /// Notifications so far; their identifiers are made of this number.
  var notifications: UInt64 = 0
  private(set) var badges: [Badge: Int] = [:]

  /// Names a number on an app's icon: the app of one container on one device.
  struct Badge: Hashable, Comparable, Sendable {
    let container: ExactText
    let environment: Environment
    let device: ExactText

    static func < (left: Self, right: Self) -> Bool {
      (left.container, left.environment.rawValue, left.device)
        < (right.container, right.environment.rawValue, right.device)
    }
  }

  /// Whether nobody has subscribed to anything.
  var isEmpty: Bool { byOwner.isEmpty }

  func hasSubscriptions(_ owner: SubscriptionOwner) -> Bool { byOwner[owner] != nil }

  /// Sorted by name.
  func subscriptions(of owner: SubscriptionOwner) -> OrderedMap<String, Subscription> {
    byOwner[owner] ?? OrderedMap()
  }

  /// Those who subscribed to anything, in an order that does not depend on who came first.
  var owners: [SubscriptionOwner] { byOwner.keys.sorted() }

  mutating func save(_ subscription: Subscription, of owner: SubscriptionOwner) {
    byOwner[owner, default: OrderedMap()].updateValue(
      subscription, forKey: subscription.subscriptionID)
  }

  @discardableResult
  mutating func remove(_ subscriptionID: String, of owner: SubscriptionOwner) -> Bool {
    guard byOwner[owner]?.removeValue(forKey: subscriptionID) != nil else { return false }
    if byOwner[owner]?.isEmpty ?? false { byOwner[owner] = nil }
    return true
  }

  mutating func append(_ push: Event.Notification) {
    if lastPush < .max { lastPush += 1 }
    pending.updateValue(push, forKey: lastPush)
  }

  /// Takes out everything that is on its way.
  mutating func takePending() -> [Event.Notification] {
    let pushes = pending.map(\.value)
    pending = OrderedMap()
    return pushes
  }

  /// Counts a badge up and answers the new number.
  mutating func countUp(_ badge: Badge) -> Int {
    let count = badges[badge, default: 0]
    badges[badge] = count < .max ? count + 1 : count
    return badges[badge, default: 1]
  }

  mutating func setBadge(_ badge: Badge, to count: Int) { badges[badge] = count }

  var badgesInOrder: [(badge: Badge, count: Int)] {
    badges.sorted { $0.key < $1.key }.map { (badge: $0.key, count: $0.value) }
  }
}
