@testable import MockCloudCore

// Rows about subscriptions, and about requests that fail.
extension LargeRequestTests {
  private typealias World = LargeWorld

  static let subscriptions = [
    Growth("subscriptions made", .linear, size: 100, least: 400) { size in
      let cloud = try World.cloud()
      World.seed(cloud, "[]")
      let items = World.numbered(size) {
        #"{"operationType":"create","subscription":\#(ofZone("s\($0)", type: "T\($0)"))}"#
      }
      return LargeCall(
        cloud: cloud, operation: "subscriptions/modify", request: #"{"operations":\#(items)}"#)
    },
    Growth("saves beside subscriptions to other types", .linear, size: 200, least: 2000) { size in
      try saves(size) { ofZone("s\($0)", type: "T\($0)") }
    },
    Growth("saves beside subscriptions to other zones", .linear, size: 200, least: 2000) { size in
      try saves(size) { ofZone("s\($0)", in: "z\($0)") }
    },
    Growth("saves beside queries of other types", .linear, size: 200, least: 1000) { size in
      try saves(size) {
        #"{"subscriptionID":"s\#($0)","subscriptionType":"query","#
          + #""query":{"recordType":"T\#($0)"},\#(alert)}"#
      }
    },
    Growth("saves of as many types as are subscribed to", .linear, size: 200, least: 2000) { size in
      try saves(size, type: { "T\($0)" }, beside: { ofZone("s\($0)", type: "T\($0)") })
    },
    Growth("save that fires many subscriptions", .linear, size: 200, least: 400) { size in
      let cloud = try World.cloud()
      World.seed(cloud, "[]", subscribed(size) { ofZone("s\($0)") })
      return LargeCall(
        cloud: cloud, operation: "records/modify", request: World.saves([World.plain(0)]))
    },
    Growth("zones deleted with their subscriptions", .linear, size: 100, least: 1000) { size in
      let cloud = try World.cloud()
      let zones = World.numbered(size) { #"{"zoneName":"z\#($0)"}"# }
      World.ask(
        cloud, "mock/seed",
        #"{"zones":\#(zones)\#(subscribed(size) { ofZone("s\($0)", in: "z\($0)") })}"#)
      let items = World.numbered(size) {
        #"{"operationType":"delete","zone":{"zoneID":{"zoneName":"z\#($0)"}}}"#
      }
      return LargeCall(
        cloud: cloud, operation: "zones/modify", request: #"{"operations":\#(items)}"#)
    },
  ]

  static let failures = [
    Growth("failures in zones of their own", .linear, size: 50, least: 500) { size in
      let cloud = try World.cloud()
      World.ask(
        cloud, "mock/seed", #"{"zones":\#(World.numbered(size) { #"{"zoneName":"z\#($0)"}"# })}"#)
      let records = (0..<size).flatMap { number in
        [#""a""#, #""b"\#(World.below("nobody"))"#].map {
          #"{"zoneID":{"zoneName":"z\#(number)"},"recordType":"Note","recordName":\#($0)}"#
        }
      }
      return LargeCall(
        cloud: cloud, operation: "records/modify",
        request: World.saves(records), status: CKErrorCode.partialFailure.rawValue)
    },
    Growth("conflicts", .linear, size: 100, least: 200) { size in
      let cloud = try World.cloud()
      World.seed(cloud, World.numbered(size, World.plain))
      return LargeCall(
        cloud: cloud, operation: "records/modify",
        request: World.saves((0..<size).map(World.plain), kind: "create"),
        status: CKErrorCode.partialFailure.rawValue)
    },
  ]

  // MARK: Requests

  private static let alert = #""notificationInfo":{"alertBody":"x"}"#

  private static func ofZone(
    _ name: String, in zone: String = "z", type: String? = nil
  ) -> String {
    let type = type.map { #","recordType":"\#($0)""# } ?? ""
    return #"{"subscriptionID":"\#(name)","subscriptionType":"zone","#
      + #""zoneID":{"zoneName":"\#(zone)"}\#(type),\#(alert)}"#
  }

  private static func subscribed(_ count: Int, _ subscription: (Int) -> String) -> String {
    #","subscriptions":\#(World.numbered(count, subscription))"#
  }

  /// Saves a number of records with the same number of subscriptions.
  private static func saves(
    _ count: Int, type: (Int) -> String = { _ in "Note" }, beside subscription: (Int) -> String
  ) throws -> LargeCall {
    let cloud = try World.cloud()
    World.seed(cloud, "[]", subscribed(count, subscription))
    let records = (0..<count).map { World.record("r\($0)", type: type($0)) }
    return LargeCall(
      cloud: cloud, operation: "records/modify", request: World.saves(records))
  }
}
