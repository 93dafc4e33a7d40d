extension CallContext {
  /// Returns the owner of the subscriptions that the call reads or changes.
  func subscriptionOwner() throws(CloudError) -> SubscriptionOwner {
    guard let userRecordName else {
      throw CloudError(.notAuthenticated, ServerText.authenticationRequired)
    }
    return SubscriptionOwner(
      container: container, environment: environment, scope: scope,
      userRecordName: userRecordName)
  }
}

extension ItemError {
  static func unknownSubscription(
    _ id: SubscriptionID, known: OrderedMap<SubscriptionID, Subscription>
  ) -> ItemError {
    ItemError(
      item: .subscription(id),
      error: CloudError(
        .unknownItem, ServerText.subscriptionNotFound(id, known: known.lazy.map(\.key))))
  }
}
