/// Writes subscription dictionaries.
extension JSONWriter {
  mutating func subscription(_ subscription: Subscription) {
    beginObject()
    subscriptionBody(subscription)
    endObject()
  }

  /// Writes the members of the dictionary without its braces, so that others can be added.
  mutating func subscriptionBody(_ subscription: Subscription) {
    member("subscriptionID", subscription.subscriptionID)
    member("subscriptionType", subscription.kind.rawValue)
    if let zoneID = subscription.zoneID { self.zoneID("zoneID", zoneID) }
    if let query = subscription.query {
      key("query")
      self.query(query)
      key("firesOn")
      array(subscription.firesOn) { $0.string($1.rawValue) }
      member("firesOnce", subscription.firesOnce)
    }
    if subscription.zoneWide { member("zoneWide", true) }
    if let type = subscription.recordType { member("recordType", type) }
    if let info = subscription.notificationInfo {
      key("notificationInfo")
      request(info)
    }
  }
}
