/// Finds the subscription that another one only repeats under another name (LOG EVCloudKitDao).
///
/// To find one of them, all that the subscriber has are compared. Requests that ask again have them
/// grouped by what they say, so that each further question costs the same however many there are.
struct SubscriptionTwins {
  /// What counts when subscriptions are compared.
  private enum Content: Hashable {
    case whole(Subscription.Kind, ZoneID?, Query?, [Subscription.Trigger], recordType: String?)
    /// Where one subscription per record type and set of triggers is allowed.
    case type(String, [Subscription.Trigger])
  }

  private let isByType: Bool
  private var wasAsked = false
  /// The names of those that say the same; nil as long as nothing was grouped.
  private var groups: [Content: OrderedMap<String, Present>]?

  init(isByType: Bool) { self.isByType = isByType }

  /// The name of the first other subscription that says the same.
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

  /// Follows a subscription from what it said to what it says; nil means none.
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
    groups?[content, default: OrderedMap()]
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
