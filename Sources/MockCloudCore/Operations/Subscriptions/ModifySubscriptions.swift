/// `subscriptions/modify`: creates, replaces and deletes subscriptions. Each item succeeds or fails
/// independently.
public struct ModifySubscriptions: Operation {
  public static let name = "subscriptions/modify"
  static let access = OperationAccess.account
  static var partialFailureText: String { ServerText.someSubscriptionsNotModified }
  static var blockNames: BlockNames { .modification }

  public enum Kind: String, Sendable, CaseIterable {
    /// Also replaces a subscription of the same name (LIVE MISTKIT).
    case create
    /// Replaces an existing subscription.
    case update
    case delete
  }

  public struct Item: Sendable {
    public var kind: Kind
    public var subscription: SubscriptionDraft

    public init(_ kind: Kind, _ subscription: SubscriptionDraft) {
      self.kind = kind
      self.subscription = subscription
    }
  }

  public enum Outcome: Sendable {
    case saved(Subscription)
    case deleted(SubscriptionID)
  }

  public var items: [Item]

  public init(_ items: [Item]) { self.items = items }

  var itemCount: Int { items.count }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<Outcome>] {
    try refuseDuplicates()
    let owner = try context.subscriptionOwner()
    var results: [ItemResult<Outcome>] = []
    for (index, item) in items.enumerated() {
      results.append(
        ItemResult(.subscription(item.subscription.subscriptionID)) { () throws(CloudError) in
          let action: FaultAction = item.kind == .delete ? .delete : .save
          try session.reach(
            .item(
              FaultItem(
                action, .subscription(item.subscription.subscriptionID), position: index + 1)))
          return try run(item, owner, &world, context)
        })
    }
    return results
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<Outcome>], to parts: inout Parts
  ) {
    parts.list(.subscriptions, answer) { outcome in
      switch outcome {
      case .saved(let subscription): .subscription(subscription)
      case .deleted(let id): .deletedSubscription(id)
      }
    }
  }

  private func refuseDuplicates() throws(CloudError) {
    var seen = Set<ExactText>()
    for case let id? in items.map(\.subscription.subscriptionID)
    where !seen.insert(id).inserted {
      throw CloudError(
        .invalidArguments,
        ServerText.repeated("subscription", id.text))
    }
  }

  private func run(
    _ item: Item, _ owner: SubscriptionOwner, _ world: inout World, _ context: CallContext
  ) throws(CloudError) -> Outcome {
    let known = world.subscriptions.subscriptions(of: owner)
    let id = item.subscription.subscriptionID
    if item.kind != .create, id.flatMap({ known[$0] }) == nil {
      throw CloudError(
        .unknownItem, ServerText.subscriptionNotFound(id ?? "", known: known.lazy.map(\.key)))
    }
    if item.kind == .delete, let id {
      world.subscriptions.remove(id, of: owner)
      return .deleted(id)
    }
    // A name is drawn only after all checks, so that a copy is used for them.
    var identifiers = world.identifiers
    let subscription = try SubscriptionPlanner(context: context).subscription(
      item.subscription, named: id ?? identifiers.uuid(), in: world)
    let twin = world.subscriptions.index.twin(
      of: subscription, owner, isByType: world.limits.oneSubscriptionPerType)
    if let twin {
      throw CloudError(.serverRejectedRequest, ServerText.duplicateSubscription(of: twin.text))
    }
    world.identifiers = identifiers
    world.subscriptions.save(subscription, of: owner)
    return .saved(subscription)
  }
}
