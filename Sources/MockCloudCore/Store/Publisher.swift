/// Collects the pushes of one call with their receivers.
struct Publisher {
  private let world: World
  private let context: CallContext
  /// The mailboxes of subscribers in the order of their first use.
  private var mailboxes: [Mailbox] = []
  private var places: [SubscriptionOwner: Int] = [:]

  private struct Mailbox {
    let owner: SubscriptionOwner
    let devices: [ExactText]
    private(set) var queries: [QueryWatch] = []
    /// The indices of the watches for each record type.
    private var places: [String: [Int]] = [:]
    var feeds = FeedWatches()
    var notifications: [Firing] = []
    var fired: [Firing] = []

    init(owner: SubscriptionOwner, devices: [ExactText]) {
      self.owner = owner
      self.devices = devices
    }

    mutating func add(_ query: QueryWatch, about recordType: String) {
      places[recordType, default: []].append(queries.count)
      queries.append(query)
    }

    /// Adds the pushes of the query subscriptions that fire for a change of a record.
    mutating func fire(on change: RecordChange, _ record: Record) {
      for place in places[record.recordType] ?? [] {
        Steps.take()
        guard queries[place].fires(on: change, record) else { continue }
        let query = queries[place]
        notifications.append(
          Firing(
            subscription: query.subscription,
            cause: .record(record, change.kind.trigger, showing: query.shown)))
      }
    }

    /// Adds the pushes of zone and database subscriptions: each has one push in a call.
    mutating func fire(_ subscriptions: [Subscription], on zoneID: ZoneID) {
      fired += subscriptions.map { Firing(subscription: $0, cause: .zone(zoneID)) }
    }
  }

  private struct QueryWatch {
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

  mutating func add(_ change: RecordChange, for owner: SubscriptionOwner) {
    guard let place = place(of: owner), let record = change.record else { return }
    mailboxes[place].fire(on: change, record)
    guard !change.zoneID.isDefault else { return }
    fireFeeds(place, change.zoneID, [record.recordType])
  }

  mutating func add(_ change: ZoneChange, for owner: SubscriptionOwner) {
    guard let place = place(of: owner) else { return }
    // Created and deleted zones fire database subscriptions.
    let firing = mailboxes[place].feeds.takeDatabases(change.zoneID)
    mailboxes[place].fire(firing, on: change.zoneID)
  }

  /// Changes of a participant's view fire subscriptions of the participant's shared database.
  mutating func add(_ change: ViewChange, for owner: SubscriptionOwner) {
    guard let place = place(of: owner) else { return }
    fireFeeds(place, change.zoneID, change.recordTypes)
  }

  private mutating func fireFeeds(_ place: Int, _ zoneID: ZoneID, _ recordTypes: [String]) {
    let firing = mailboxes[place].feeds.take(zoneID, recordTypes)
    mailboxes[place].fire(firing, on: zoneID)
  }

  /// Returns the index of the subscriber's mailbox; nil if no subscription of the subscriber can
  /// send pushes.
  private mutating func place(of owner: SubscriptionOwner) -> Int? {
    if let place = places[owner] { return place }
    let subscriptions = world.subscriptions.subscriptions(of: owner)
    guard !subscriptions.isEmpty, let user = world.people.userIndex(owner.userRecordName),
      let person = world.people.user(user)
    else { return nil }
    let origin = ExactText(context.deviceName)
    let devices = person.devices.map(\.name).filter { $0 != origin }.sorted()
    // Without a receiving device there is no push, and `firesOnce` is not used up.
    guard !devices.isEmpty else { return nil }
    var mailbox = Mailbox(owner: owner, devices: devices)
    var queryContext = QueryContext(
      currentUser: owner.userRecordName,
      comparesStringsExactly: world.limits.caseSensitiveEquality)
    for (_, subscription) in subscriptions where subscription.notificationInfo?.isMute == false {
      if let query = subscription.query {
        let type = world.schema(of: context.schemaKey).type(named: query.recordType)
        queryContext.isSearchable = world.searchableFields(of: query.recordType, as: context)
        mailbox.add(
          QueryWatch(
            subscription: subscription, matcher: RecordMatcher(query.predicate, queryContext),
            shown: subscription.notificationInfo?.shownFields ?? [],
            allowed: owner.scope == .public
              ? GrantedRights(by: type, to: person.userRecordName, roles: person.roles) : nil),
          about: query.recordType)
      } else {
        mailbox.feeds.add(subscription)
      }
    }
    places[owner] = mailboxes.count
    mailboxes.append(mailbox)
    return mailboxes.count - 1
  }

  // MARK: Sending

  /// Sends all pushes, in the order of the devices' names.
  func deliver(to world: inout World) {
    var outgoing: [(device: ExactText, user: String, push: Push)] = []
    for mailbox in mailboxes {
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
        Event.Notification(time: time, device: device.text, userRecordName: user, push: push))
    }
  }

  private func badge(
    of notice: Notice, _ device: ExactText, _ world: inout World
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
      String.compare($0.subscription.subscriptionID, $1.subscription.subscriptionID) < 0
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
