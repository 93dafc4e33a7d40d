/// The zone and database subscriptions of one subscriber that have not fired yet, by zone and type.
/// A change of records visits only those that it fires; a created or deleted zone visits those for
/// the zone, and for all zones, that name no type.
struct FeedWatches: Sendable {
  /// Nil means all zones, or all types.
  private var waiting: [ZoneID?: [String?: [Subscription]]] = [:]

  mutating func add(_ subscription: Subscription) {
    waiting[subscription.zoneID, default: [:]][subscription.recordType, default: []]
      .append(subscription)
  }

  /// Removes and returns those that fire for changes of records of these types in a zone.
  mutating func take(_ zoneID: ZoneID, _ recordTypes: [String]) -> [Subscription] {
    if waiting.isEmpty { return [] }
    return take(in: zoneID, recordTypes) + take(in: nil, recordTypes)
  }

  private mutating func take(in zoneID: ZoneID?, _ recordTypes: [String]) -> [Subscription] {
    Steps.take()
    guard let place = waiting.index(forKey: zoneID) else { return [] }
    var firing = waiting.values[place].removeValue(forKey: nil) ?? []
    for recordType in recordTypes {
      firing += waiting.values[place].removeValue(forKey: recordType) ?? []
    }
    Steps.take(recordTypes.count + firing.count)
    if waiting.values[place].isEmpty { waiting.remove(at: place) }
    return firing
  }

  /// Removes and returns those for databases that name no type: the change is not one of records.
  ///
  /// - Parameter zoneID: The created or deleted zone.
  mutating func takeDatabases(_ zoneID: ZoneID) -> [Subscription] {
    if waiting.isEmpty { return [] }
    var firing: [Subscription] = []
    for zoneID in [zoneID, nil] {
      for subscription in take(in: zoneID, []) {
        if subscription.kind == .database { firing.append(subscription) } else { add(subscription) }
      }
    }
    return firing
  }
}
