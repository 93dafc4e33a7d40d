/// `subscriptions/lookup`: returns subscriptions by name.
public struct LookupSubscriptions: Operation {
  public static let name = "subscriptions/lookup"
  public static let access = OperationAccess.account
  public static let effect = OperationEffect.nothing
  public static var partialFailureText: String { ServerText.someSubscriptionsNotFetched }

  public var subscriptionIDs: [SubscriptionID]

  public init(_ subscriptionIDs: [SubscriptionID]) { self.subscriptionIDs = subscriptionIDs }

  public var itemCount: Int { subscriptionIDs.count }

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<Subscription>] {
    let known = world.subscriptions.subscriptions(of: try context.subscriptionOwner())
    return subscriptionIDs.map { id in
      guard let subscription = known[id] else { return .failure(.unknownSubscription(id)) }
      return .success(subscription)
    }
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<Subscription>], to parts: inout Parts
  ) {
    parts.list(.subscriptions, answer) { .subscription($0) }
  }
}
