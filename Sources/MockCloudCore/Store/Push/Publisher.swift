/// Collects the pushes of one call with their receivers.
struct Publisher {
  private let world: World
  private let context: CallContext
  private var mailboxes: [Mailbox] = []
  /// The indices of the mailboxes; nil for subscribers to whom no push can be sent.
  private var places: [SubscriptionOwner: Int?] = [:]
  private var queries: [QueryWatch] = []
  /// The indices of the watches by database and record type.
  private var watches: [WatchedType: [Int]] = [:]
  /// The stored databases with changes, in the order of their first changes.
  private var databases: [DatabaseKey: Int] = [:]

  /// The pushes for one subscriber.
  private struct Mailbox {
    let owner: SubscriptionOwner
    /// Subscribers of stored databases come first, by database and user.
    let order: (Int, Int)
    let devices: [DeviceName]
    var feeds = FeedWatches()
    var notifications: [Firing] = []
    var fired: [Firing] = []

    /// Adds the pushes of zone and database subscriptions: each has one push in a call.
    mutating func fire(_ subscriptions: [Subscription], on zoneID: ZoneID) {
      fired += subscriptions.map { Firing(subscription: $0, cause: .zone(zoneID)) }
    }
  }

  private struct WatchedType: Hashable {
    let key: DatabaseKey
    let recordType: ExactText
  }

  private struct QueryWatch {
    /// The index of the subscriber's mailbox.
    let mailbox: Int
    let subscription: Subscription
    var matcher: RecordMatcher
    /// The fields in the subscription's pushes.
    let shown: Set<String>
    /// The subscriber's rights in the public database; nil for other databases.
    var allowed: GrantedRights?
    var isSpent = false

    /// Whether the subscription fires for the change. One with `firesOnce` fires at most once.
    mutating func fires(on change: RecordChange, _ record: Record) -> Bool {
      guard !isSpent, subscription.zoneID == nil || subscription.zoneID == change.zoneID,
        subscription.firesOn.contains(change.kind.trigger),
        allowed?.rights(createdBy: record.created.userRecordName).contains(.read) ?? true,
        matcher.matches(record)
      else { return false }
      isSpent = subscription.firesOnce
      return true
    }
  }

  init(world: World, context: CallContext) {
    self.world = world
    self.context = context
  }

  // MARK: Collection

  /// Adds the pushes for a change of a record in a stored database.
  mutating func add(_ change: RecordChange, in key: DatabaseKey) {
    guard let record = change.record else { return }
    for index in watches(of: record.recordType, in: key) {
      Steps.take()
      guard queries[index].fires(on: change, record) else { continue }
      let query = queries[index]
      mailboxes[query.mailbox].notifications.append(
        Firing(
          subscription: query.subscription,
          cause: .record(record, change.kind.trigger, showing: query.shown)))
    }
    guard let owner = key.owner, !change.zoneID.isDefault else { return }
    fireFeeds(of: SubscriptionOwner(key, .private, owner), change.zoneID, [record.recordType])
  }

  /// Adds the pushes for a created or deleted zone: it fires database subscriptions.
  mutating func add(zone zoneID: ZoneID, for owner: SubscriptionOwner) {
    guard let place = place(of: owner) else { return }
    let firing = mailboxes[place].feeds.takeDatabases(
      zoneID, of: owner, in: world)
    mailboxes[place].fire(firing, on: zoneID)
  }

  /// Adds the pushes for the change of a participant's view: it fires subscriptions of the
  /// participant's shared database.
  mutating func add(_ change: ViewChange) {
    fireFeeds(of: change.viewer, change.zoneID, change.recordTypes)
  }

  private mutating func fireFeeds(
    of owner: SubscriptionOwner, _ zoneID: ZoneID, _ recordTypes: [RecordTypeName]
  ) {
    guard world.subscriptions.hasSubscriptions(owner), let place = place(of: owner) else { return }
    let firing = mailboxes[place].feeds.take(
      zoneID, recordTypes, of: owner, in: world)
    mailboxes[place].fire(firing, on: zoneID)
  }

  /// Returns the indices of the query subscriptions in a database for records of a type.
  private mutating func watches(of recordType: RecordTypeName, in key: DatabaseKey) -> [Int] {
    let watched = WatchedType(key: key, recordType: recordType)
    if !watches.isEmpty, let known = watches[watched] { return known }
    let stored = world.subscriptions.index.queries(of: recordType, in: key)
    if stored.isEmpty { return [] }
    var found: [Int] = []
    let type = world.schema(of: context.schemaKey).type(named: recordType)
    let isSearchable = world.searchableFields(of: recordType, as: context)
    for stored in stored {
      let subscription = stored.subscription
      guard let query = subscription.query, subscription.fires(world.limits),
        let place = place(of: stored.owner),
        let user = world.people.userIndex(stored.owner.userRecordName),
        let person = world.people.user(user)
      else { continue }
      let queryContext = QueryContext(
        comparesStringsExactly: world.limits.caseSensitiveEquality, isSearchable: isSearchable)
      found.append(queries.count)
      queries.append(
        QueryWatch(
          mailbox: place, subscription: subscription,
          matcher: RecordMatcher(
            query.resolvingCurrentUser(stored.owner.userRecordName).predicate, queryContext),
          shown: subscription.notificationInfo?.shownFields ?? [],
          allowed: key.owner == nil
            ? GrantedRights(by: type, to: person.userRecordName, roles: person.roles) : nil))
    }
    watches[watched] = found
    return found
  }

  /// Returns the index of the subscriber's mailbox; nil if no push can be sent to the subscriber.
  private mutating func place(of owner: SubscriptionOwner) -> Int? {
    if let known = places[owner] { return known }
    let place = makeMailbox(of: owner)
    places.updateValue(place, forKey: owner)
    return place
  }

  private mutating func makeMailbox(of owner: SubscriptionOwner) -> Int? {
    guard let user = world.people.userIndex(owner.userRecordName),
      let person = world.people.user(user)
    else { return nil }
    let origin = context.deviceName
    let devices = person.devices.map(\.name).filter { $0 != origin }.sorted()
    // Without a receiving device there is no push, and `firesOnce` is not used up.
    guard !devices.isEmpty else { return nil }
    var order = (Int.max, mailboxes.count)
    if owner.scope != .shared {
      let key = DatabaseKey(
        container: owner.container, environment: owner.environment,
        owner: owner.scope == .public ? nil : owner.userRecordName)
      let database = databases[key] ?? databases.count
      databases[key] = database
      order = (database, user)
    }
    mailboxes.append(Mailbox(owner: owner, order: order, devices: devices))
    return mailboxes.count - 1
  }

  // MARK: Sending

  /// Sends all pushes, in the order of the devices' names.
  func deliver(to world: inout World) {
    if mailboxes.isEmpty { return }
    var outgoing: [(device: DeviceName, user: UserRecordName, push: Push)] = []
    for mailbox in mailboxes.genericSorted(by: { $0.order < $1.order }) {
      for firing in mailbox.notifications + mailbox.fired.inOrder {
        let number = world.subscriptions.notifications
        if number < .max { world.subscriptions.notifications += 1 }
        let notice = Notice(
          firing.cause, firing: firing.subscription, of: mailbox.owner,
          id: IdentifierSource.notificationID(seed: world.seed, number: number))
        for device in mailbox.devices {
          // All devices receive the same payload except for the badge.
          let push = Push.made(notice, badge: badge(of: notice, device, &world))
          outgoing.append((device, mailbox.owner.userRecordName, push))
        }
        if firing.subscription.firesOnce {
          world.subscriptions.remove(firing.subscription.subscriptionID, of: mailbox.owner)
        }
      }
    }
    let time = world.clock.now
    // Sorting is stable, so each device's pushes stay in order.
    for (device, user, push) in outgoing.genericSorted(by: { $0.device < $1.device }) {
      world.send(
        Event.Notification(time: time, device: device, userRecordName: user, push: push))
    }
  }

  private func badge(
    of notice: Notice, _ device: DeviceName, _ world: inout World
  ) -> Int? {
    guard notice.subscription.notificationInfo?.shouldBadge ?? false else { return nil }
    return world.subscriptions.countUp(
      SubscriptionStore.Badge(
        container: notice.owner.container, environment: notice.environment, device: device))
  }
}

/// A subscription that fires.
private struct Firing {
  let subscription: Subscription
  let cause: Notice.Cause
}

extension [Firing] {
  /// Sorted by the names of the subscriptions.
  fileprivate var inOrder: [Firing] {
    sorted {
      ExactText.compare($0.subscription.subscriptionID, $1.subscription.subscriptionID) < 0
    }
  }
}

extension RecordChange.Kind {
  var trigger: Subscription.Trigger {
    switch self {
    case .create: .create
    case .update: .update
    case .delete: .delete
    }
  }
}
