// Subscriptions and their pending pushes in a state document.

/// A subscription with its owner.
struct StoredSubscription {
  private var owner = SubscriptionOwner(
    container: "", environment: .development, scope: .private, userRecordName: "")
  private var draft = SubscriptionDraft()
  private var subscription: Subscription?

  init() {}

  init(_ subscription: Subscription, of owner: SubscriptionOwner) {
    self.subscription = subscription
    self.owner = owner
  }

  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try owner.keys(&keys)
    if let subscription { return keys.body { $0.subscriptionBody(subscription) } }
    try draft.keys(&keys)
  }

  /// Adds the subscription to a store.
  func save(in store: inout SubscriptionStore) throws(RequestError) {
    try draft.requireMembers()
    guard let kind = draft.kind, let id = draft.subscriptionID else {
      throw RequestError.missing("subscriptionID")
    }
    if let refusal = NameRules.refusal(subscriptionID: id, limit: .max) {
      throw RequestError("subscriptionID", refusal)
    }
    guard store.subscriptions(of: owner)[id] == nil else { throw .twice("subscriptionID", id.text) }
    store.save(
      Subscription(
        subscriptionID: id, kind: kind, zoneID: draft.zoneID, query: try query,
        firesOn: draft.firesOn ?? [], firesOnce: draft.firesOnce ?? false,
        zoneWide: draft.zoneWide ?? false, recordType: draft.recordType,
        notificationInfo: draft.notificationInfo), of: owner)
  }

  /// The query with its condition, in which a state document has fixed times.
  private var query: Query? {
    get throws(RequestError) {
      do throws(QueryRefusal) {
        let query = try draft.query?.reading(draft.predicate, now: 0)
        if query == (try draft.query?.reading(draft.predicate, now: 1)) { return query }
      } catch {
        throw RequestError("predicate", error.reason)
      }
      throw RequestError("predicate", "'predicate': now() has no value in a state")
    }
  }
}

extension SubscriptionOwner {
  /// An owner to be read.
  static var empty: Self {
    Self(container: "", environment: .development, scope: .private, userRecordName: "")
  }

  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.place(&container, &environment)
    try keys.required("database", &scope)
    try keys.name("user", &userRecordName)
  }
}

extension SubscriptionStore {
  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    let store = self
    let stored = owners.lazy.flatMap { owner in
      store.subscriptions(of: owner).lazy.map { StoredSubscription($0.value, of: owner) }
    }
    try keys.each("subscriptions", .sparse, stored, from: StoredSubscription()) {
      (keys, subscription) throws(RequestError) in
      try subscription.keys(&keys)
    } take: { (subscription) throws(RequestError) in
      try subscription.save(in: &self)
    }
    var badges = Distinct<Badge>()
    try keys.each(
      "badges", .sparse, badgesInOrder,
      from: (badge: Badge(container: "", environment: .development, device: ""), count: 0)
    ) { (keys, entry) throws(RequestError) in
      try keys.place(&entry.badge.container, &entry.badge.environment)
      try keys.name("device", &entry.badge.device)
      try keys.required("badge", &entry.count, as: Count<Int>.self)
    } take: { (badge, count) throws(RequestError) in
      try badges.note(badge, badge.device.text, "device")
      setBadge(badge, to: count)
    }
    try keys.key("notifications", &notifications, or: 0, as: Count<UInt64>.self)
  }
}

extension Event.Notification {
  /// A push to be read.
  static let empty = Self(time: 0, device: "", userRecordName: "", push: .loaded(payload: []))

  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.required("time", &time, as: TimeText.self)
    try keys.required("device", &device)
    try keys.required("user", &userRecordName)
    var payload = push.payload
    try keys.required("payload", &payload, as: JSONText.self)
    push = .loaded(payload: payload)
    try keys.key("arrival", &arrival, as: Milliseconds.self)
    try keys.key("coalescing", &isCoalescing, or: false)
    try keys.key("held", &isHeld, or: false)
  }
}
