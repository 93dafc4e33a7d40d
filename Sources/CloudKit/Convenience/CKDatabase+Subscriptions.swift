internal import Foundation

extension CKDatabase {
  // MARK: One subscription

  /// Fetches a subscription.
  public func subscription(for subscriptionID: CKSubscription.ID) async throws -> CKSubscription {
    try connection.lookUpSubscriptions([subscriptionID]).only()
  }

  public func fetch(
    withSubscriptionID subscriptionID: CKSubscription.ID,
    completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.lookUpSubscriptions([subscriptionID]).only()
    }
  }

  /// Saves a subscription.
  @discardableResult
  public func save(_ subscription: CKSubscription) async throws -> CKSubscription {
    try connection.subscriptionChange(saving: [subscription], deleting: []).saved()
  }

  public func save(
    _ subscription: CKSubscription,
    completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.subscriptionChange(saving: [subscription], deleting: []).saved()
    }
  }

  /// Deletes a subscription.
  @discardableResult
  public func deleteSubscription(withID subscriptionID: CKSubscription.ID) async throws
    -> CKSubscription.ID
  {
    try connection.subscriptionChange(saving: [], deleting: [subscriptionID]).deleted()
    return subscriptionID
  }

  public func delete(
    withSubscriptionID subscriptionID: CKSubscription.ID,
    completionHandler: @escaping @Sendable (CKSubscription.ID?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.subscriptionChange(saving: [], deleting: [subscriptionID]).deleted()
      return subscriptionID
    }
  }

  // MARK: Several

  /// Fetches all subscriptions of the database.
  public func allSubscriptions() async throws -> [CKSubscription] {
    try connection.listSubscriptions().values()
  }

  public func fetchAllSubscriptions(
    completionHandler: @escaping @Sendable ([CKSubscription]?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.listSubscriptions().values()
    }
  }

  /// Fetches subscriptions.
  public func subscriptions(
    for ids: [CKSubscription.ID]
  ) async throws -> [CKSubscription.ID: Result<CKSubscription, any Error>] {
    try connection.lookUpSubscriptions(ids).byID()
  }

  public func fetch(
    withSubscriptionIDs subscriptionIDs: [CKSubscription.ID],
    completionHandler:
      @escaping @Sendable (
        Result<[CKSubscription.ID: Result<CKSubscription, any Error>], any Error>
      ) -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.lookUpSubscriptions(subscriptionIDs).byID()
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
    try connection.subscriptionChange(
      saving: subscriptionsToSave, deleting: subscriptionIDsToDelete
    ).results()
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
    connection.result(completionHandler) { () throws(CKError) in
      try connection.subscriptionChange(
        saving: subscriptionsToSave, deleting: subscriptionIDsToDelete
      ).results()
    }
  }
}
