internal import Foundation
internal import MockCloudCore

extension CloudConnection {
  /// Saves and deletes subscriptions, and reports the items in their order: saves first.
  func subscriptionChange(
    saving subscriptions: [CKSubscription], deleting subscriptionIDs: [CKSubscription.ID]
  ) throws(CKError) -> ServiceCall<Changed<CKSubscription.ID, CKSubscription>, Void> {
    let operation = try prepare { () throws(CKError) in
      var items: [ModifySubscriptions.Item] = []
      for subscription in subscriptions { items.append(.init(.create, try subscription.draft())) }
      for name in subscriptionIDs {
        items.append(
          .init(.delete, SubscriptionDraft(nil, subscriptionID: SubscriptionID(name))))
      }
      return ModifySubscriptions(items)
    }
    let saved = subscriptions.map(\.subscriptionID)
    return ServiceCall(operation, in: self) { index, item, viewpoint in
      item.change(at: index, saving: saved, deleting: subscriptionIDs, viewpoint) {
        $0.subscription(viewpoint)
      }
    }
  }

  /// Fetches subscriptions, and reports them in the order of the IDs.
  func lookUpSubscriptions(
    _ subscriptionIDs: [CKSubscription.ID]
  ) -> ServiceCall<Found<CKSubscription.ID, CKSubscription>, Void> {
    let lookup = LookupSubscriptions(subscriptionIDs.map { SubscriptionID($0) })
    return ServiceCall(lookup, in: self) { index, item, viewpoint in
      item.found(at: index, of: subscriptionIDs, viewpoint) { $0.subscription(viewpoint) }
    }
  }

  /// Fetches all subscriptions of the database.
  func listSubscriptions() -> ServiceCall<Found<CKSubscription.ID, CKSubscription>, Void> {
    ServiceCall(ListSubscriptions(), in: self) { _, item, viewpoint in
      item.found(viewpoint, \.subscriptionID) { $0.subscription(viewpoint) }
    }
  }
}

extension AnswerItem {
  fileprivate func subscription(_ viewpoint: Viewpoint) -> CKSubscription? {
    if case .subscription(let found) = self { CKSubscription.of(found, viewpoint) } else { nil }
  }
}
