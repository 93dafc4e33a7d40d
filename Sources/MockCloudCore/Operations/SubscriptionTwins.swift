/// Finds a subscription that has the same content as another under a different name (LOG
/// EVCloudKitDao).
///
/// The first search compares all subscriptions of the subscriber. Requests with further searches
/// group them by content, so that each search takes time independent of their number.
struct SubscriptionTwins {
  /// The properties that are compared.
  private enum Content: Hashable {
    case whole(Subscription.Kind, ZoneID?, Query?, [Subscription.Trigger], recordType: String?)
    /// Used if only one subscription per record type and set of triggers is allowed.
    case type(String, [Subscription.Trigger])
  }

  private let isByType: Bool
  private var wasAsked = false
  /// The names of subscriptions by content; nil before the second search.
  private var groups: [Content: RareMap<String, Present>]?

  init(isByType: Bool) { self.isByType = isByType }

  /// Returns the name of the first other subscription with the same content.
  mutating func twin(
    of subscription: Subscription, among known: OrderedMap<String, Subscription>
  ) -> String? {
    let name = subscription.subscriptionID
    guard wasAsked else {
      wasAsked = true
      return known.first { $0.key != name && areTwins(subscription, $0.value) }?.key
    }
    if groups == nil { group(known) }
    var twin: String?
    groups?[content(of: subscription)]?.scan { other, _ in
      if other != name { twin = other }
      return twin == nil
    }
    return twin
  }

  /// Updates the groups after a subscription changed; nil means none.
  mutating func note(from old: Subscription?, to new: Subscription?) {
    guard groups != nil else { return }
    if let old {
      let content = content(of: old)
      groups?[content]?.removeValue(forKey: old.subscriptionID)
    }
    if let new { add(new) }
  }

  private mutating func group(_ known: OrderedMap<String, Subscription>) {
    groups = [:]
    for (_, subscription) in known { add(subscription) }
  }

  private mutating func add(_ subscription: Subscription) {
    let content = content(of: subscription)
    groups?[content, default: RareMap()]
      .updateValue(Present(), forKey: subscription.subscriptionID)
  }

  private func areTwins(_ left: Subscription, _ right: Subscription) -> Bool {
    isByType ? left.sharesTypeAndTriggers(with: right) : left.isDuplicate(of: right)
  }

  private func content(of subscription: Subscription) -> Content {
    if isByType, let query = subscription.query {
      return .type(query.recordType, subscription.firesOn)
    }
    return .whole(
      subscription.kind, subscription.zoneID, subscription.query, subscription.firesOn,
      recordType: subscription.recordType)
  }
}
