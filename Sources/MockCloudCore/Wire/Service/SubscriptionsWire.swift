extension ListSubscriptions: WireOperation, KeylessRequest {
  func write(_ answer: [ItemResult<Subscription>], to writer: inout AnswerWriter) -> Int32 {
    writer.subscriptions(answer)
  }
}

extension LookupSubscriptions: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("subscriptions", &subscriptionIDs, as: ListOf<Name>.self)
  }

  private enum Name: OnlyTextKey {
    static var key: StaticString { "subscriptionID" }
  }

  func write(_ answer: [ItemResult<Subscription>], to writer: inout AnswerWriter) -> Int32 {
    writer.subscriptions(answer)
  }
}

extension AnswerWriter {
  fileprivate mutating func subscriptions(_ answer: [ItemResult<Subscription>]) -> Int32 {
    items("subscriptions", answer, failing: ServerText.someSubscriptionsNotFetched) {
      $0.subscription($1)
    }
  }
}

extension ModifySubscriptions.Kind: RequestChoice {}

extension ModifySubscriptions.Item: WireRequest {
  init() { self.init(.create, SubscriptionDraft()) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("operationType", &kind)
    try keys.required("subscription", &subscription)
  }

  func check() throws(RequestError) {
    do throws(RequestError) {
      if kind != .delete { try subscription.requireMembers() }
      if kind != .create, subscription.subscriptionID == nil {
        throw RequestError.missing("subscriptionID")
      }
    } catch {
      throw error.inside("subscription")
    }
  }
}

extension ModifySubscriptions: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("operations", &items)
  }

  /// A deletion echoes the name (LIVE), and says what happened as other deletions do.
  func write(_ answer: [ItemResult<Outcome>], to writer: inout AnswerWriter) -> Int32 {
    writer.items("subscriptions", answer, failing: ServerText.someSubscriptionsNotModified) {
      json, outcome in
      switch outcome {
      case .saved(let subscription): json.subscription(subscription)
      case .deleted(let id):
        json.beginObject()
        json.member("subscriptionID", id)
        json.member("deleted", true)
        json.endObject()
      }
    }
  }
}
