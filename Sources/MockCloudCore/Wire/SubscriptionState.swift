/// Subscriptions, and what they have under way, in a state document.
extension JSONWriter {
  /// Members of the document; what nobody uses is left out.
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
    if !store.pending.isEmpty {
      key("pushes")
      array(store.pending.map(\.value)) { json, push in
        json.beginObject()
        json.notificationBody(push)
        json.endObject()
      }
    }
  }
}

/// Reads them back.
struct SubscriptionStateReader {
  private(set) var store = SubscriptionStore()
  private var fields = FieldReader()

  static let keys: [StaticString] = ["subscriptions", "badges", "notifications", "pushes"]

  /// The members of the document that are about subscriptions.
  mutating func read(_ key: JSONKey, _ node: JSONNode) throws(RequestError) {
    switch key {
    case "subscriptions":
      _ = try node.list("subscriptions") { (node) throws(RequestError) in try subscription(node) }
    case "badges":
      _ = try node.list("badges") { (node) throws(RequestError) in try badge(node) }
    case "notifications":
      store.notifications = UInt64(bitPattern: try node.integer("notifications") ?? 0)
    case "pushes":
      _ = try node.list("pushes") { (node) throws(RequestError) in try push(node) }
    default: throw key.unknown(among: Self.keys)
    }
  }

  private mutating func subscription(_ node: JSONNode) throws(RequestError) {
    try node.requireObject("subscriptions")
    let scope = try node.require("database").choice("database", DatabaseScope.self)
    let owner = SubscriptionOwner(
      container: try node.container(), environment: try node.environment(),
      scope: scope ?? .private, userRecordName: try node.require("user").text("user") ?? "")
    let draft = try SubscriptionReader.draft(
      node, beside: [.container, .environment, .database, .user], &fields)
    guard let kind = draft.kind, let id = draft.subscriptionID else {
      throw RequestError.missing("subscriptionID")
    }
    store.save(
      Subscription(
        subscriptionID: id, kind: kind, zoneID: draft.zoneID, query: try Self.query(of: draft),
        firesOn: draft.firesOn ?? [], firesOnce: draft.firesOnce ?? false,
        zoneWide: draft.zoneWide ?? false, recordType: draft.recordType,
        notificationInfo: draft.notificationInfo), of: owner)
  }

  /// The query with its condition read, which a state tells for all times.
  private static func query(of draft: SubscriptionDraft) throws(RequestError) -> Query? {
    do throws(QueryRefusal) {
      let query = try draft.query?.reading(draft.predicate, now: 0)
      if query == (try draft.query?.reading(draft.predicate, now: 1)) { return query }
    } catch {
      throw RequestError("predicate", error.reason)
    }
    throw RequestError("predicate", "'predicate': now() means nothing in a state")
  }

  private mutating func badge(_ node: JSONNode) throws(RequestError) {
    try node.requireObject("badges")
    let badge = SubscriptionStore.Badge(
      container: try node.container(), environment: try node.environment(),
      device: ExactText(try node.require("device").text("device") ?? ""))
    let count = try node.require("badge").integer("badge") ?? 0
    store.setBadge(badge, to: Int(clamping: max(0, count)))
  }

  private mutating func push(_ node: JSONNode) throws(RequestError) {
    try node.requireObject("pushes")
    var payload = JSONWriter()
    payload.node(try node.require("payload"))
    store.append(
      Event.Notification(
        time: try node.require("time").time("time") ?? 0,
        device: try node.require("device").text("device") ?? "",
        userRecordName: try node.require("user").text("user") ?? "",
        payload: payload.withBytes { Array($0) }))
  }
}

extension JSONNode {
  fileprivate func container() throws(RequestError) -> ExactText {
    ExactText(try require("container").text("container") ?? "")
  }
}
