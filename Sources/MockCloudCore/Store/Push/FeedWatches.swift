/// The zone and database subscriptions of one subscriber that have fired in a call, and those that a
/// change fires. Each fires once.
struct FeedWatches: Sendable {
  /// The zones and types whose subscriptions have fired; nil means subscriptions to all zones, or to
  /// all types.
  private var taken: [ZoneID?: Set<ExactText?>] = [:]
  /// The names of subscriptions that fired beside others of the same zone and type.
  private var fired: Set<ExactText> = []

  /// Returns those that fire for changes of records of these types in a zone.
  mutating func take(
    _ zoneID: ZoneID, _ recordTypes: [RecordTypeName], of owner: SubscriptionOwner,
    in index: SubscriptionIndex
  ) -> [Subscription] {
    var firing: [Subscription] = []
    for zoneID in [zoneID, nil] {
      for recordType in [nil] + recordTypes {
        Steps.take()
        guard taken[zoneID, default: []].insert(recordType).inserted else {
          continue
        }
        firing += index.feeds(of: owner, zoneID: zoneID, recordType: recordType).filter {
          $0.firesVisibly && !fired.contains($0.subscriptionID)
        }
      }
    }
    return firing
  }

  /// Returns those for databases, regardless of the type.
  ///
  /// - Parameter zoneID: The created or deleted zone.
  mutating func takeDatabases(
    _ zoneID: ZoneID, of owner: SubscriptionOwner, in index: SubscriptionIndex
  ) -> [Subscription] {
    var firing: [Subscription] = []
    for zoneID in [zoneID, nil] where taken[zoneID]?.contains(nil) != true {
      for subscription in index.feeds(of: owner, zoneID: zoneID, recordType: nil)
      where subscription.kind == .database && subscription.firesVisibly {
        if fired.insert(subscription.subscriptionID).inserted {
          firing.append(subscription)
        }
      }
    }
    return firing
  }
}
