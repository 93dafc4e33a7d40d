import Testing

@testable import MockCloudCore

/// The index finds the same subscriptions as a comparison with each.
@Suite struct SubscriptionTwinsTests {
  private static func subscription(
    _ name: SubscriptionID, _ random: inout JSONTestRandom
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
    let owners = ["_a", "_b"].map { (user: UserRecordName) in
      SubscriptionOwner(
        container: "c", environment: .development, scope: .public, userRecordName: user)
    }
    var store = SubscriptionStore()
    var found = 0
    for _ in 0..<300 {
      let owner = owners[Int.random(in: 0...1, using: &random)]
      let name: SubscriptionID = "s\(Int.random(in: 0..<20, using: &random))"
      if Int.random(in: 0..<4, using: &random) == 0 {
        store.remove(name, of: owner)
        continue
      }
      let subscription = Self.subscription(name, &random)
      let compared = store.subscriptions(of: owner).first { other in
        other.key != name
          && (isByType
            ? subscription.sharesTypeAndTriggers(with: other.value)
            : subscription.isDuplicate(of: other.value))
      }
      let twin = store.index.twin(of: subscription, owner, isByType: isByType)
      #expect(twin == compared?.key)
      if twin != nil { found += 1 }
      // Seeds may contain twins.
      if twin == nil || Bool.random(using: &random) { store.save(subscription, of: owner) }
    }
    #expect(found > 20)
    #expect(store.hasSoundIndex)
  }
}
