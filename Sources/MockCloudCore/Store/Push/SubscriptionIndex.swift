/// Finds the subscriptions that a change can fire, and those with the same content as another,
/// without visiting others.
struct SubscriptionIndex: Sendable {
  private var places = OrderedMap<Place, Stored>()

  /// A subscription with its owner.
  final class Stored: Sendable {
    let owner: SubscriptionOwner
    let subscription: Subscription

    init(_ subscription: Subscription, of owner: SubscriptionOwner) {
      self.owner = owner
      self.subscription = subscription
    }
  }

  /// A subscription under one of its topics.
  private struct Place: OrderedKey {
    let topic: UInt64
    var user: UserRecordName = ""
    var id: SubscriptionID = ""

    var rank: UInt64 { topic }
    static var isOrderedByRankAlone: Bool { false }

    static func compare(_ left: Self, _ right: Self) -> Int {
      if left.topic != right.topic { return left.topic < right.topic ? -1 : 1 }
      let users = ExactText.compare(left.user, right.user)
      return users != 0 ? users : ExactText.compare(left.id, right.id)
    }
  }

  mutating func add(_ subscription: Subscription, of owner: SubscriptionOwner) {
    let stored = Stored(subscription, of: owner)
    for topic in Self.topics(of: subscription, owner) {
      let place = Place(
        topic: topic, user: owner.userRecordName, id: subscription.subscriptionID)
      places.updateValue(stored, forKey: place)
    }
  }

  mutating func remove(_ subscription: Subscription, of owner: SubscriptionOwner) {
    for topic in Self.topics(of: subscription, owner) {
      places.removeValue(
        forKey: Place(
          topic: topic, user: owner.userRecordName, id: subscription.subscriptionID))
    }
  }

  /// Visits the subscriptions under a topic, sorted by user and name, until `body` returns false.
  /// Others can have a topic with the same number.
  private func scan(_ topic: UInt64, _ body: (Stored) -> Bool) {
    places.scan(from: Place(topic: topic)) { place, stored in
      guard place.topic == topic else { return false }
      Steps.take()
      return body(stored)
    }
  }

  // MARK: Topics

  private static func topics(of subscription: Subscription, _ owner: SubscriptionOwner) -> [UInt64]
  {
    guard let query = subscription.query else {
      return [
        feedTopic(subscription.zoneID, subscription.recordType, owner),
        contentTopic(subscription, owner),
      ]
    }
    return [
      queryTopic(query.recordType, owner), contentTopic(subscription, owner),
      typeTopic(query.recordType, subscription.firesOn, owner),
    ]
  }

  /// All subscribers of the public database have the same topics.
  private static func queryTopic(_ recordType: RecordTypeName, _ owner: SubscriptionOwner) -> UInt64
  {
    var subscribers = owner
    if owner.scope == .public { subscribers.userRecordName = "" }
    return topic(1, subscribers) { $0.add(recordType) }
  }

  private static func feedTopic(
    _ zoneID: ZoneID?, _ recordType: RecordTypeName?, _ owner: SubscriptionOwner
  ) -> UInt64 {
    topic(2, owner) { hash in
      hash.add(optional: zoneID) { $1.add(to: &$0) }
      hash.add(recordType)
    }
  }

  private static func contentTopic(
    _ subscription: Subscription, _ owner: SubscriptionOwner
  ) -> UInt64 {
    topic(3, owner) { hash in
      subscription.addWatch(to: &hash)
      hash.add(subscription.recordType)
    }
  }

  private static func typeTopic(
    _ recordType: RecordTypeName, _ firesOn: [Subscription.Trigger], _ owner: SubscriptionOwner
  ) -> UInt64 {
    topic(4, owner) { hash in
      hash.add(recordType)
      hash.add(list: firesOn) { $0.add($1.rawValue) }
    }
  }

  private static func topic(
    _ kind: UInt64, _ owner: SubscriptionOwner, _ add: (inout StableHash) -> Void
  ) -> UInt64 {
    var hash = StableHash(kind)
    owner.add(to: &hash)
    add(&hash)
    return hash.value
  }

  // MARK: Lookup

  /// Returns the query subscriptions in a stored database for records of a type, sorted by user and
  /// name.
  func queries(of recordType: RecordTypeName, in key: DatabaseKey) -> [Stored] {
    let owner = SubscriptionOwner(key, key.owner == nil ? .public : .private, key.owner ?? "")
    var found: [Stored] = []
    scan(Self.queryTopic(recordType, owner)) { stored in
      if let query = stored.subscription.query, query.recordType == recordType,
        stored.owner.isInSameDatabase(as: owner)
      {
        found.append(stored)
      }
      return true
    }
    return found
  }

  /// Returns the owner's zone or database subscriptions with a zone and a type, sorted by name.
  func feeds(
    of owner: SubscriptionOwner, zoneID: ZoneID?, recordType: RecordTypeName?
  ) -> [Subscription] {
    var found: [Subscription] = []
    scan(Self.feedTopic(zoneID, recordType, owner)) { stored in
      let subscription = stored.subscription
      if subscription.query == nil, subscription.zoneID == zoneID,
        subscription.recordType == recordType, stored.owner == owner
      {
        found.append(subscription)
      }
      return true
    }
    return found
  }

  /// Returns the name of the owner's first other subscription with the same content (LOG
  /// EVCloudKitDao).
  ///
  /// - Parameter isByType: Whether query subscriptions have the same content if they have the same
  ///   record type and triggers (LIVE MISTKIT).
  func twin(
    of subscription: Subscription, _ owner: SubscriptionOwner, isByType: Bool
  ) -> SubscriptionID? {
    var topic = Self.contentTopic(subscription, owner)
    if isByType, let query = subscription.query {
      topic = Self.typeTopic(query.recordType, subscription.firesOn, owner)
    }
    var twin: SubscriptionID?
    scan(topic) { stored in
      let other = stored.subscription
      let isTwin =
        isByType
        ? subscription.sharesTypeAndTriggers(with: other) : subscription.isDuplicate(of: other)
      if isTwin, stored.owner == owner,
        other.subscriptionID != subscription.subscriptionID
      {
        twin = other.subscriptionID
      }
      return twin == nil
    }
    return twin
  }

  /// Whether both indexes have the same entries.
  func hasEntries(of other: SubscriptionIndex) -> Bool {
    places.count == other.places.count
      && zip(places, other.places).allSatisfy {
        Place.compare($0.key, $1.key) == 0 && $0.value.owner == $1.value.owner
          && $0.value.subscription == $1.value.subscription
      }
  }
}

extension SubscriptionOwner {
  fileprivate func isInSameDatabase(as other: Self) -> Bool {
    scope == other.scope && environment == other.environment && container == other.container
      && (scope == .public || userRecordName == other.userRecordName)
  }
}
