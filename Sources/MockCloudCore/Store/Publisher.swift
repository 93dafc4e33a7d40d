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
    var queries: [QueryWatch] = []
    /// Zone and database subscriptions that have not fired yet.
    var feeds: [Subscription] = []
    var notifications: [Firing] = []
    var fired: [Firing] = []
  }

  private struct QueryWatch {
    let subscription: Subscription
    var matcher: RecordMatcher
    /// What the subscriber may do in the public database; nil elsewhere.
    var allowed: PublicAccess.Allowed?
    var isSpent = false

    /// Whether the change is one to tell, which a subscription that fires once is told only once.
    mutating func fires(on change: RecordChange, _ record: Record) -> Bool {
      guard !isSpent, let query = subscription.query, query.recordType == record.recordType,
        subscription.zoneID == nil || subscription.zoneID == change.zoneID,
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
    for index in mailboxes[place].queries.indices {
      guard mailboxes[place].queries[index].fires(on: change, record) else { continue }
      let subscription = mailboxes[place].queries[index].subscription
      mailboxes[place].notifications.append(
        Firing(
          subscription: subscription,
          cause: .record(
            record, change.kind.trigger, shownBy: subscription.notificationInfo)))
    }
    guard !change.zoneID.isDefault else { return }
    fireFeeds(place, change.zoneID) { subscription in
      subscription.recordType.map { $0 == record.recordType } ?? true
    }
  }

  mutating func add(_ change: ZoneChange, for owner: SubscriptionOwner) {
    guard let place = place(of: owner) else { return }
    // A zone that comes or goes is news to those who watch the database.
    fireFeeds(place, change.zoneID) { $0.kind == .database && $0.recordType == nil }
  }

  /// What a participant saw of a zone fires subscriptions of the participant's shared database.
  mutating func add(_ change: ViewChange, for owner: SubscriptionOwner) {
    guard let place = place(of: owner) else { return }
    fireFeeds(place, change.zoneID) { subscription in
      subscription.recordType.map(change.recordTypes.contains) ?? true
    }
  }

  /// Zone and database subscriptions fire once per call.
  private mutating func fireFeeds(
    _ place: Int, _ zoneID: ZoneID, _ isMeant: (Subscription) -> Bool
  ) {
    let firing = mailboxes[place].feeds.filter {
      ($0.zoneID == nil || $0.zoneID == zoneID) && isMeant($0)
    }
    guard !firing.isEmpty else { return }
    mailboxes[place].feeds.removeAll { firing.contains($0) }
    mailboxes[place].fired += firing.map { Firing(subscription: $0, cause: .zone(zoneID)) }
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
        mailbox.queries.append(
          QueryWatch(
            subscription: subscription, matcher: RecordMatcher(query.predicate, queryContext),
            allowed: owner.scope == .public ? PublicAccess.allowed(type, to: person) : nil))
      } else {
        mailbox.feeds.append(subscription)
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
          // Devices are told the same but for the numbers on their icons.
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
