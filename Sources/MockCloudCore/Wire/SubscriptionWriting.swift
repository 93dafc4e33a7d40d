/// Writes subscription dictionaries in answers.
extension JSONWriter {
  /// Writes the members of the dictionary without its braces, so that others can be added.
  mutating func subscriptionBody(_ subscription: Subscription) {
    withKeyWriter(isAnswer: true) { $0.members(of: SubscriptionDraft(subscription)) }
  }
}

extension SubscriptionDraft {
  /// Creates the draft with all members of a subscription.
  init(_ subscription: Subscription) {
    self.init(subscription.kind, subscriptionID: subscription.subscriptionID)
    zoneID = subscription.zoneID
    query = subscription.query
    if query != nil {
      firesOn = subscription.firesOn
      firesOnce = subscription.firesOnce
    }
    zoneWide = subscription.zoneWide ? true : nil
    recordType = subscription.recordType
    notificationInfo = subscription.notificationInfo
  }
}
