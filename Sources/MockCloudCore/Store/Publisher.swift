/// Collects what one call pushes, and to whom.
struct Publisher {
  private let world: World
  private let context: CallContext
  /// By subscriber, in the order in which they turn up.
  private var mailboxes: [Mailbox] = []
  private var places: [SubscriptionOwner: Int] = [:]

  private struct Mailbox {
    let owner: SubscriptionOwner
    let devices: [ExactText]
    private(set) var queries: [QueryWatch] = []
    /// The places of those that ask about a record type.
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

    /// Notes the pushes of the query subscriptions that a change of a record fires.
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

    /// Notes the pushes of zone and database subscriptions: each is pushed once in a call.
    mutating func fire(_ subscriptions: [Subscription], on zoneID: ZoneID) {
      fired += subscriptions.map { Firing(subscription: $0, cause: .zone(zoneID)) }
    }
  }

  private struct QueryWatch {
    let subscription: Subscription
    var matcher: RecordMatcher
    /// The fields that the subscription's pushes show.
    let shown: Set<String>
    /// What the subscriber may do in the public database; nil elsewhere.
    var allowed: PublicAccess.Allowed?
    var isSpent = false

    /// Whether the change is to be reported, which a subscription that fires once does only once.
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

  // MARK: What fires

  mutating func add(_ change: RecordChange, for owner: SubscriptionOwner) {
    guard let place = place(of: owner), let record = change.record else { return }
    mailboxes[place].fire(on: change, record)
    guard !change.zoneID.isDefault else { return }
    fireFeeds(place, change.zoneID, [record.recordType])
  }

  mutating func add(_ change: ZoneChange, for owner: SubscriptionOwner) {
    guard let place = place(of: owner) else { return }
    // A zone that comes or goes is news to those who watch the database.
    let firing = mailboxes[place].feeds.takeDatabases(change.zoneID)
    mailboxes[place].fire(firing, on: change.zoneID)
  }

  /// What a participant saw of a zone fires subscriptions of the participant's shared database.
  mutating func add(_ change: ViewChange, for owner: SubscriptionOwner) {
    guard let place = place(of: owner) else { return }
    fireFeeds(place, change.zoneID, change.recordTypes)
  }

  private mutating func fireFeeds(_ place: Int, _ zoneID: ZoneID, _ recordTypes: [String]) {
    let firing = mailboxes[place].feeds.take(zoneID, recordTypes)
    mailboxes[place].fire(firing, on: zoneID)
  }

  /// The subscriber's mailbox; nil for one who subscribed to nothing that can push.
  private mutating func place(of owner: SubscriptionOwner) -> Int? {
    if let place = places[owner] { return place }
    let subscriptions = world.subscriptions.subscriptions(of: owner)
    guard !subscriptions.isEmpty, let user = world.people.userIndex(owner.userRecordName),
      let person = world.people.user(user)
    else { return nil }
    let origin = ExactText(context.deviceName)
    let devices = person.devices.map(\.name).filter { $0 != origin }.sorted()
    // Without a device to push to nothing is pushed, and nothing spends a `firesOnce`.
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
            allowed: owner.scope == .public ? PublicAccess.allowed(type, to: person) : nil),
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

  /// Puts everything on its way, in the order of the devices' names.
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
          // Devices get the same payload except for the badge numbers.
          let push = Push.made(notice, badge: badge(of: notice, device, &world))
          outgoing.append((device, mailbox.owner.userRecordName, push))
        }
        if firing.subscription.firesOnce {
          world.subscriptions.remove(firing.subscription.subscriptionID, of: mailbox.owner)
        }
      }
    }
    let time = world.clock.now
    // Sorting is stable, so each device keeps its order.
    for (device, user, push) in outgoing.sorted(by: { $0.device < $1.device }) {
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
  /// Sorted by the subscriptions' names.
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
