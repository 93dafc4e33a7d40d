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
    var results: [ItemResult<Subscription>] = []
    for (index, id) in subscriptionIDs.enumerated() {
      do throws(CloudError) {
        try session.reach(.item(FaultItem(.fetch, .subscription(id), position: index + 1)))
        results.append(
          known[id].map { .success($0) } ?? .failure(.unknownSubscription(id, known: known)))
      } catch {
        results.append(.failure(ItemError(item: .subscription(id), error: error)))
      }
    }
    return results
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<Subscription>], to parts: inout Parts
  ) {
    parts.list(.subscriptions, answer) { .subscription($0) }
  }
}
