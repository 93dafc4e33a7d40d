/// The subscription dictionary of requests.
extension SubscriptionDraft: SpecializedAnswer {
  init() { self.init(nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("subscriptionID", &subscriptionID)
    try keys.key("subscriptionType", &kind)
    try keys.key("zoneID", &zoneID)
    if keys.concerns("query") {
      var draft = query.map { QueryDraft($0, inferredFilters, predicate) }
      try keys.key("query", &draft)
      if !Keys.writes, let draft { (query, inferredFilters, predicate) = draft.parts }
    }
    try keys.key("firesOn", &firesOn)
    try keys.key("firesOnce", &firesOnce)
    try keys.key("zoneWide", &zoneWide)
    try keys.key("recordType", &recordType)
    try keys.key("notificationInfo", &notificationInfo)
  }

  /// Refuses a draft that lacks members of a subscription; a draft that only names an existing one
  /// may lack them.
  func requireMembers() throws(RequestError) {
    switch kind {
    case nil: throw RequestError.missing("subscriptionType")
    case .query where query == nil: throw RequestError.missing("query")
    case .zone where zoneID == nil: throw RequestError.missing("zoneID")
    default: return
    }
  }
}

extension Subscription.Kind: RequestChoice {}
extension Subscription.Trigger: RequestChoice {}

/// A subscription to create.
enum NewSubscription: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> SubscriptionDraft {
    let draft = try SubscriptionDraft.read(node, key, &reader)
    do throws(RequestError) {
      try draft.requireMembers()
    } catch {
      throw error.inside("\(key)")
    }
    return draft
  }

  static func write(_ value: SubscriptionDraft, to writer: inout KeyWriter) {
    SubscriptionDraft.write(value, to: &writer)
  }
}

extension NotificationInfo: SpecializedAnswer {
  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("alertBody", &alertBody)
    try keys.key("alertLocalizationKey", &alertLocalizationKey)
    try keys.key("title", &title)
    try keys.key("titleLocalizationKey", &titleLocalizationKey)
    try keys.key("subtitle", &subtitle)
    try keys.key("subtitleLocalizationKey", &subtitleLocalizationKey)
    try keys.key("alertActionLocalizationKey", &alertActionLocalizationKey)
    try keys.key("alertLaunchImage", &alertLaunchImage)
    try keys.key("soundName", &soundName)
    try keys.key("category", &category)
    try keys.key("collapseIDKey", &collapseIDKey)
    try keys.key("alertLocalizationArgs", &alertLocalizationArgs)
    try keys.key("titleLocalizationArgs", &titleLocalizationArgs)
    try keys.key("subtitleLocalizationArgs", &subtitleLocalizationArgs)
    try keys.key("additionalFields", &additionalFields)
    // The name in the native framework.
    try keys.synonym("desiredKeys", &additionalFields)
    try keys.key("shouldBadge", &shouldBadge, or: false)
    try keys.key("shouldSendContentAvailable", &shouldSendContentAvailable, or: false)
    try keys.key("shouldSendMutableContent", &shouldSendMutableContent, or: false)
  }
}

extension JSONWriter {
  /// Writes the members of a subscription in an answer.
  mutating func subscriptionBody(_ subscription: Subscription) {
    withKeyWriter(isAnswer: true) { $0.members(of: SubscriptionDraft(subscription)) }
  }
}

extension SubscriptionDraft {
  /// Creates the draft with all members of a subscription.
  init(_ subscription: Subscription) {
    self.init(subscription.kind, subscriptionID: subscription.subscriptionID)
    zoneID = subscription.zoneID
    query = subscription.query
    if query != nil {
      firesOn = subscription.firesOn
      firesOnce = subscription.firesOnce
    }
    zoneWide = subscription.zoneWide ? true : nil
    recordType = subscription.recordType
    notificationInfo = subscription.notificationInfo
  }
}
