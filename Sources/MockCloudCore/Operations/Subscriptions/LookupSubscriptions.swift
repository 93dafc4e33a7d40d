/// `subscriptions/lookup`: returns subscriptions by name.
public struct LookupSubscriptions: Operation {
  public static let name = "subscriptions/lookup"
  static let access = OperationAccess.account
  static let effect = OperationEffect.nothing
  static var partialFailureText: String { ServerText.someSubscriptionsNotFetched }

  public var subscriptionIDs: [SubscriptionID]

  public init(_ subscriptionIDs: [SubscriptionID]) { self.subscriptionIDs = subscriptionIDs }

  var itemCount: Int { subscriptionIDs.count }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<Subscription>] {
    let known = world.subscriptions.subscriptions(of: try context.subscriptionOwner())
    return subscriptionIDs.map { id in
      guard let subscription = known[id] else { return .failure(.unknownSubscription(id)) }
      return .success(subscription)
    }
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<Subscription>], to parts: inout Parts
  ) {
    parts.list(.subscriptions, answer) { .subscription($0) }
  }
}
