/// Subscriptions and their pending pushes in a state document.
extension JSONWriter {
  /// Writes the members of the document; empty ones are left out.
  mutating func subscriptionStore(_ store: SubscriptionStore) {
    if !store.isEmpty {
      key("subscriptions")
      beginArray()
      for owner in store.owners {
        for (_, subscription) in store.subscriptions(of: owner) {
          beginObject()
          place(owner.container, owner.environment)
          member("database", owner.scope.rawValue)
          member("user", owner.userRecordName)
          subscriptionBody(subscription)
          endObject()
        }
      }
      endArray()
    }
    if !store.badgesInOrder.isEmpty {
      key("badges")
      array(store.badgesInOrder) { json, entry in
        json.beginObject()
        json.place(entry.badge.container, entry.badge.environment)
        json.member("device", entry.badge.device.text)
        json.member("badge", entry.count)
        json.endObject()
      }
    }
    if store.notifications > 0 {
      member("notifications", Int64(bitPattern: store.notifications))
    }
  }

  /// Writes the member `pushes`: the pending pushes in the order of their arrival.
  mutating func pushes(_ pushes: [Event.Notification]) {
    guard !pushes.isEmpty else { return }
    key("pushes")
    array(pushes) { json, push in
      json.beginObject()
      json.notificationBody(push)
      if let arrival = push.arrival { json.member("arrival", arrival) }
      if push.isCoalescing { json.member("coalescing", true) }
      json.endObject()
    }
  }
}

/// Reads the subscriptions of a state document.
struct SubscriptionStateReader {
  private var store = SubscriptionStore()
  private var fields = FieldReader()

  static func store(_ document: inout ObjectReader) throws(RequestError) -> SubscriptionStore {
    var reader = Self()
    try document.optionalList("subscriptions") { (node) throws(RequestError) in
      try reader.subscription(&node)
    }
    var badges = Distinct<SubscriptionStore.Badge>()
    try document.optionalList("badges") { (node) throws(RequestError) in
      let badge = SubscriptionStore.Badge(
        container: try node.container(), environment: try node.environment(),
        device: ExactText(try node.name("device")))
      try badges.note(badge, badge.device.text, "device")
      let count = try node.integer("badge", from: 0, through: ObjectReader.highestCount)
      reader.store.setBadge(badge, to: Int(clamping: count))
    }
    reader.store.notifications = try document.optionalCount("notifications") ?? 0
    return reader.store
  }

  private mutating func subscription(_ node: inout ObjectReader) throws(RequestError) {
    let owner = SubscriptionOwner(
      container: try node.container(), environment: try node.environment(),
      scope: try node.choice("database", DatabaseScope.self),
      userRecordName: try node.name("user"))
    let draft = try node.rest { (node) throws(RequestError) in
      try SubscriptionReader.draft(
        node, beside: [.container, .environment, .database, .user], &fields)
    }
    guard let kind = draft.kind, let id = draft.subscriptionID else {
      throw RequestError.missing("subscriptionID")
    }
    if let refusal = NameRules.refusal(subscriptionID: id, limit: .max) {
      throw RequestError("subscriptionID", refusal)
    }
    guard store.subscriptions(of: owner)[id] == nil else {
      throw RequestError("subscriptionID", "'\(NameRules.shortened(id))' occurs twice")
    }
    store.save(
      Subscription(
        subscriptionID: id, kind: kind, zoneID: draft.zoneID, query: try Self.query(of: draft),
        firesOn: draft.firesOn ?? [], firesOnce: draft.firesOnce ?? false,
        zoneWide: draft.zoneWide ?? false, recordType: draft.recordType,
        notificationInfo: draft.notificationInfo), of: owner)
  }

  /// Returns the query with its condition, in which a state document has fixed times.
  private static func query(of draft: SubscriptionDraft) throws(RequestError) -> Query? {
    do throws(QueryRefusal) {
      let query = try draft.query?.reading(draft.predicate, now: 0)
      if query == (try draft.query?.reading(draft.predicate, now: 1)) { return query }
    } catch {
      throw RequestError("predicate", error.reason)
    }
    throw RequestError("predicate", "'predicate': now() has no value in a state")
  }
}

extension StateReader {
  /// Reads the pending pushes.
  mutating func pushes(_ document: inout ObjectReader) throws(RequestError) {
    try document.optionalList("pushes") { (node) throws(RequestError) in
      var payload = JSONWriter()
      payload.node(try node.required("payload"))
      var push = Event.Notification(
        time: try node.time("time"), device: try node.text("device"),
        userRecordName: try node.text("user"),
        push: .loaded(payload: payload.withBytes { Array($0) }))
      push.arrival = try node.optionalMilliseconds("arrival")
      push.isCoalescing = try node.flag("coalescing") ?? false
      pushes.append(push)
    }
  }
}
