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
    in world: borrowing World
  ) -> [Subscription] {
    var firing: [Subscription] = []
    for zoneID in [zoneID, nil] {
      for recordType in [nil] + recordTypes {
        Steps.take()
        guard taken[zoneID, default: []].insert(recordType).inserted else {
          continue
        }
        let found = world.subscriptions.index.feeds(
          of: owner, zoneID: zoneID, recordType: recordType)
        for subscription in found
        where subscription.fires(world.limits) && !fired.contains(subscription.subscriptionID) {
          firing.append(subscription)
        }
      }
    }
    return firing
  }

  /// Returns those for databases, regardless of the type.
  ///
  /// - Parameter zoneID: The created or deleted zone.
  mutating func takeDatabases(
    _ zoneID: ZoneID, of owner: SubscriptionOwner, in world: borrowing World
  ) -> [Subscription] {
    var firing: [Subscription] = []
    for zoneID in [zoneID, nil] where taken[zoneID]?.contains(nil) != true {
      let found = world.subscriptions.index.feeds(of: owner, zoneID: zoneID, recordType: nil)
      for subscription in found
      where subscription.kind == .database && subscription.fires(world.limits) {
        if fired.insert(subscription.subscriptionID).inserted {
          firing.append(subscription)
        }
      }
    }
    return firing
  }
}
