internal import Foundation
internal import MockCloudCore

extension CloudConnection {
  /// Saves and deletes subscriptions, and returns the results in the order of the items: saves first.
  func modifySubscriptions(
    saving subscriptions: [CKSubscription], deleting subscriptionIDs: [CKSubscription.ID]
  ) throws(CKError) -> (
    saved: [(CKSubscription.ID, Result<CKSubscription, CKError>)],
    deleted: [(CKSubscription.ID, Result<Void, CKError>)]
  ) {
    var items: [ModifySubscriptions.Item] = []
    for subscription in subscriptions { items.append(.init(.create, try subscription.draft())) }
    for name in subscriptionIDs {
      items.append(
        .init(.delete, SubscriptionDraft(nil, subscriptionID: SubscriptionID(name))))
    }
    let results = try perform(ModifySubscriptions(items))
    let viewpoint = viewpoint
    let saved = zip(subscriptions, results).map { subscription, result in
      (subscription.subscriptionID, Self.saved(result, viewpoint))
    }
    let deleted = zip(subscriptionIDs, results.dropFirst(subscriptions.count)).map {
      name, result in
      (name, result.map { _ in }.mapError { CKError($0.error, viewpoint) })
    }
    return (saved, deleted)
  }

  private static func saved(
    _ result: ItemResult<ModifySubscriptions.Outcome>, _ viewpoint: Viewpoint
  ) -> Result<CKSubscription, CKError> {
    switch result {
    case .success(.saved(let subscription)):
      .success(CKSubscription.of(subscription, viewpoint))
    case .success(.deleted): .failure(CKError(.internalError))
    case .failure(let failure): .failure(CKError(failure.error, viewpoint))
    }
  }

  /// Fetches subscriptions, and returns the results in the order of the IDs.
  func subscriptions(
    _ subscriptionIDs: [CKSubscription.ID]
  ) throws(CKError) -> [(CKSubscription.ID, Result<CKSubscription, CKError>)] {
    let results = try perform(LookupSubscriptions(subscriptionIDs.map { SubscriptionID($0) }))
    let viewpoint = viewpoint
    return zip(subscriptionIDs, results).map { name, result in
      (
        name,
        result.map { CKSubscription.of($0, viewpoint) }.mapError { CKError($0.error, viewpoint) }
      )
    }
  }

  /// Fetches all subscriptions of the database.
  func allSubscriptions() throws(CKError) -> [(CKSubscription.ID, Result<CKSubscription, CKError>)]
  {
    let results = try perform(ListSubscriptions())
    let viewpoint = viewpoint
    return results.compactMap { result in
      switch result {
      case .success(let found):
        let subscription = CKSubscription.of(found, viewpoint)
        return (subscription.subscriptionID, .success(subscription))
      case .failure(let failure):
        guard let name = failure.item.key(viewpoint)?.base as? String else { return nil }
        return (name, .failure(CKError(failure.error, viewpoint)))
      }
    }
  }
}
