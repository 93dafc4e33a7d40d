import Testing

@testable import MockCloudCore

/// The cost of what `mock/report` remembers of other devices and zones.
@Suite(.enabled(if: Steps.areCounted)) struct WatchedCallsTests {
  private typealias World = LargeWorld

  @Test(arguments: rows) func watchedCalls(_ growth: Growth) throws { try growth.check() }

  private static let rows = [
    Growth("a device begins again among others", .flat, size: 250, least: 1) { size in
      let cloud = try World.cloud(users: size)
      World.seed(cloud, World.numbered(1, World.plain))
      for number in 0..<size { World.ask(cloud, "changes/database", #"{"user":"u\#(number)"}"#) }
      World.ask(cloud, "changes/database", "{}")
      return LargeCall(cloud: cloud, operation: "changes/database", request: "{}")
    },
    Growth("a zone is lost beside conflicts in another one", .flat, size: 250, least: 1) { size in
      let cloud = try World.cloud()
      let records = (0..<size).map(World.plain)
      World.seed(cloud, World.list(records))
      let saves = World.modify(records.map { World.operation("create", $0) }, atomic: false)
      _ = cloud.call("records/modify", saves)
      return LargeCall(
        cloud: cloud, operation: "records/lookup",
        request: #"{"zoneID":{"zoneName":"lost"},"records":[{"recordName":"r0"}]}"#, status: 2)
    },
  ]
}
