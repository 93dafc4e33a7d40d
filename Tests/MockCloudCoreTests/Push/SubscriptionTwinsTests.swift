import Testing

@testable import MockCloudCore

/// A lookup in groups by content finds the same subscriptions as a comparison with each.
@Suite struct SubscriptionTwinsTests {
  private static func subscription(
    _ name: String, _ random: inout JSONTestRandom
  ) -> Subscription {
    func one<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: 0..<elements.count, using: &random)]
    }
    let zoneID: ZoneID? = one(["a", "b", nil])
    let isQuery = Bool.random(using: &random)
    let filters = one([[], [QueryFilter(.field("n"), .equals, .int64(1))]])
    let query = Query(recordType: one(["T", "U"]), predicate: .all(filters))
    return Subscription(
      subscriptionID: name, kind: isQuery ? .query : one([.zone, .database]), zoneID: zoneID,
      query: isQuery ? query : nil, firesOn: isQuery ? one([[.create], [.create, .delete]]) : [],
      firesOnce: Bool.random(using: &random), zoneWide: false,
      recordType: isQuery ? nil : one(["T", nil]), notificationInfo: nil)
  }

  @Test(arguments: [false, true], 1...10)
  func theSameAreFound(isByType: Bool, seed: UInt64) {
    var random = JSONTestRandom(state: seed)
    var known = OrderedMap<String, Subscription>()
    var twins = SubscriptionTwins(isByType: isByType)
    var found = 0
    for _ in 0..<300 {
      let name = "s\(Int.random(in: 0..<20, using: &random))"
      if Int.random(in: 0..<4, using: &random) == 0 {
        twins.note(from: known.removeValue(forKey: name), to: nil)
        continue
      }
      let subscription = Self.subscription(name, &random)
      // This one has no earlier search, so it compares.
      var comparing = SubscriptionTwins(isByType: isByType)
      let twin = comparing.twin(of: subscription, among: known)
      #expect(twins.twin(of: subscription, among: known) == twin)
      if twin != nil { found += 1 }
      // Seeds may contain twins.
      if twin == nil || Bool.random(using: &random) {
        twins.note(from: known.updateValue(subscription, forKey: name), to: subscription)
      }
    }
    #expect(found > 20)
  }
}
