extension ListSubscriptions: WireOperation, KeylessRequest {}

extension LookupSubscriptions: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("subscriptions", &subscriptionIDs, as: ListOf<Name>.self)
  }

  private enum Name: OnlyTextKey {
    static var key: StaticString { "subscriptionID" }
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
}
