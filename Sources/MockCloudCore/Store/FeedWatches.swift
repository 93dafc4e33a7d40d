/// Zone and database subscriptions of one subscriber that have not fired yet, by what they watch. What
/// a call does to a zone looks only at those that it fires.
struct FeedWatches: Sendable {
  /// By zone and record type; nil is every zone, or every type.
  private var waiting: [ZoneID?: [String?: [Subscription]]] = [:]

  mutating func add(_ subscription: Subscription) {
    waiting[subscription.zoneID, default: [:]][subscription.recordType, default: []]
      .append(subscription)
  }

  /// Takes out those that changes of records of these types in a zone fire.
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

  /// Takes out those that watch a database whatever the type.
  ///
  /// - Parameter zoneID: The zone that came or went.
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
