internal import Foundation

extension CKDatabase {
  // MARK: One subscription

  /// Fetches a subscription.
  public func subscription(for subscriptionID: CKSubscription.ID) async throws -> CKSubscription {
    try connection.subscriptions([subscriptionID]).only()
  }

  public func fetch(
    withSubscriptionID subscriptionID: CKSubscription.ID,
    completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
  ) {
    let connection = connection
    Background.call(completionHandler) { () throws(CKError) in
      try connection.subscriptions([subscriptionID]).only()
    }
  }

  /// Saves a subscription.
  @discardableResult
  public func save(_ subscription: CKSubscription) async throws -> CKSubscription {
    try connection.modifySubscriptions(saving: [subscription], deleting: []).saved.only()
  }

  public func save(
    _ subscription: CKSubscription,
    completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
  ) {
    let connection = connection
    Background.call(completionHandler) { () throws(CKError) in
      try connection.modifySubscriptions(saving: [subscription], deleting: []).saved.only()
    }
  }

  /// Deletes a subscription.
  @discardableResult
  public func deleteSubscription(withID subscriptionID: CKSubscription.ID) async throws
    -> CKSubscription.ID
  {
    try connection.modifySubscriptions(saving: [], deleting: [subscriptionID]).deleted.only()
    return subscriptionID
  }

  public func delete(
    withSubscriptionID subscriptionID: CKSubscription.ID,
    completionHandler: @escaping @Sendable (CKSubscription.ID?, (any Error)?) -> Void
  ) {
    let connection = connection
    Background.call(completionHandler) { () throws(CKError) in
      try connection.modifySubscriptions(saving: [], deleting: [subscriptionID]).deleted.only()
      return subscriptionID
    }
  }

  // MARK: Several

  /// Fetches all subscriptions of the database.
  public func allSubscriptions() async throws -> [CKSubscription] {
    try connection.allSubscriptions().values()
  }

  public func fetchAllSubscriptions(
    completionHandler: @escaping @Sendable ([CKSubscription]?, (any Error)?) -> Void
  ) {
    let connection = connection
    Background.call(completionHandler) { () throws(CKError) in
      try connection.allSubscriptions().values()
    }
  }

  /// Fetches subscriptions.
  public func subscriptions(
    for ids: [CKSubscription.ID]
  ) async throws -> [CKSubscription.ID: Result<CKSubscription, any Error>] {
    try connection.subscriptions(ids).byID()
  }

  public func fetch(
    withSubscriptionIDs subscriptionIDs: [CKSubscription.ID],
    completionHandler:
      @escaping @Sendable (
        Result<[CKSubscription.ID: Result<CKSubscription, any Error>], any Error>
      ) -> Void
  ) {
    let connection = connection
    Background.result(completionHandler) { () throws(CKError) in
      try connection.subscriptions(subscriptionIDs).byID()
    }
  }

  /// Saves and deletes subscriptions.
  @discardableResult
  public func modifySubscriptions(
    saving subscriptionsToSave: [CKSubscription],
    deleting subscriptionIDsToDelete: [CKSubscription.ID]
  ) async throws -> (
    saveResults: [CKSubscription.ID: Result<CKSubscription, any Error>],
    deleteResults: [CKSubscription.ID: Result<Void, any Error>]
  ) {
    let results = try connection.modifySubscriptions(
      saving: subscriptionsToSave, deleting: subscriptionIDsToDelete)
    return (results.saved.byID(), results.deleted.byID())
  }

  public func modifySubscriptions(
    saving subscriptionsToSave: [CKSubscription],
    deleting subscriptionIDsToDelete: [CKSubscription.ID],
    completionHandler:
      @escaping @Sendable (
        Result<
          (
            saveResults: [CKSubscription.ID: Result<CKSubscription, any Error>],
            deleteResults: [CKSubscription.ID: Result<Void, any Error>]
          ), any Error
        >
      ) -> Void
  ) {
    let connection = connection
    Background.result(completionHandler) { () throws(CKError) in
      let results = try connection.modifySubscriptions(
        saving: subscriptionsToSave, deleting: subscriptionIDsToDelete)
      return (results.saved.byID(), results.deleted.byID())
    }
  }
}
