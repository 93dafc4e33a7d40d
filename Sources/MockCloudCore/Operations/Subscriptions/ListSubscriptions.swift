/// `subscriptions/list`: returns the caller's subscriptions in the database, sorted by name.
public struct ListSubscriptions: Operation {
  public static let name = "subscriptions/list"
  static let access = OperationAccess.account
  static let effect = OperationEffect.nothing

  public init() {}

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<Subscription>] {
    world.subscriptions.subscriptions(of: try context.subscriptionOwner()).map {
      .success($0.value)
    }
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<Subscription>], to parts: inout Parts
  ) {
    parts.list(.subscriptions, answer) { .subscription($0) }
  }
}
