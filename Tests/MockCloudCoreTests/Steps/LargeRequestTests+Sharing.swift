@testable import MockCloudCore

// The rows about hierarchies, shares and users.
extension LargeRequestTests {
  private typealias World = LargeWorld

  static let sharing = [
    Growth("one more child, 10 participants", .flat, size: 500, least: 10) { size in
      let cloud = try World.cloud(users: 10)
      World.seed(cloud, World.numbered(size, World.child))
      World.seed(cloud, "[\(World.share("s", of: "r0", 0..<10))]")
      return LargeCall(
        cloud: cloud, operation: "records/modify", request: World.saves([World.child(size)]))
    },
    Growth("one more record below parents", .linear, size: 250, least: 250) { size in
      LargeCall(
        cloud: try sharedChain(size), operation: "records/modify",
        request: World.saves([World.link(size)]))
    },
    Growth("  the same by a participant", .linear, size: 250, least: 250) { size in
      let last = "r\(size - 1)"
      return LargeCall(
        cloud: try sharedChain(size), operation: "records/modify",
        request: byParticipant([
          #"{"recordName":"new","recordType":"Note"\#(World.below(last))}"#
        ]))
    },
    Growth("records moved by a participant", .linear, size: 100, least: 1000) { size in
      let leaves = (0..<size).map { World.record("l\($0)", World.below("r\(size - 1)")) }
      let moved = (0..<size).map {
        #"{"recordName":"l\#($0)","recordType":"Note"\#(World.below("r\(size - 2)"))}"#
      }
      return LargeCall(
        cloud: try sharedChain(size, and: leaves), operation: "records/modify",
        request: byParticipant(moved))
    },
    Growth("shares below a chain", .linear, size: 100, least: 1000) { size in
      let cloud = try World.cloud(users: 1)
      let leaves = (0..<size).map { World.record("l\($0)", World.below("r\(size - 1)")) }
      World.seed(cloud, World.list((0..<size).map(World.link) + leaves))
      return LargeCall(
        cloud: cloud, operation: "records/modify",
        request: shares(of: (0..<size).map { "l\($0)" }))
    },
    Growth("shares above a share", .linear, size: 100, least: 1000) { size in
      let cloud = try World.cloud(users: 1)
      World.seed(
        cloud,
        World.list((0..<size).map(World.link) + [World.share("s", of: "r\(size - 1)", 0..<1)]))
      return LargeCall(
        cloud: cloud, operation: "records/modify",
        request: shares(of: (0..<size - 1).map { "r\($0)" }),
        status: CKErrorCode.partialFailure.rawValue)
    },
    Growth("share with participants made", .linear, size: 250, least: 250) { size in
      let cloud = try World.cloud(users: size)
      World.seed(cloud, "[\(World.plain(0))]")
      return LargeCall(
        cloud: cloud, operation: "records/modify",
        request: World.saves([World.share("s", of: "r0", 0..<size)], kind: "create"))
    },
    Growth("  saved with all of them again", .linear, size: 250, least: 250) { size in
      let cloud = try World.cloud(users: size)
      let share = World.share("s", of: "r0", 0..<size)
      World.seed(cloud, "[\(World.plain(0)),\(share)]")
      let tag = World.value(
        of: "recordChangeTag",
        in: World.ask(
          cloud, "records/lookup", #"{\#(World.zone),"records":[{"recordName":"s"}]}"#))
      let tagged = #"{"recordChangeTag":"\#(tag)","# + share.dropFirst()
      return LargeCall(
        cloud: cloud, operation: "records/modify",
        request: World.saves([tagged], kind: "update"))
    },
    Growth("  accepted by one of them", .linear, size: 250, least: 250) { size in
      let cloud = try World.cloud(users: size)
      World.seed(
        cloud,
        "[\(World.plain(0)),\(World.share("s", of: "r0", 0..<size, status: "INVITED"))]")
      return try link(cloud, "s", "records/accept")
    },
    Growth("records/resolve among shares", .flat, size: 250, least: 5) { size in
      try among(size, "records/resolve")
    },
    Growth("records/accept among shares", .flat, size: 250, least: 5) { size in
      try among(size, "records/accept")
    },
    Growth("share made among shares", .flat, size: 250, least: 5) { size in
      let cloud = try World.cloud(users: 1)
      World.seed(cloud, World.sharedRoots(size))
      World.seed(cloud, "[\(World.record("root"))]")
      return LargeCall(
        cloud: cloud, operation: "records/modify", request: shares(of: ["root"]))
    },
  ]

  static let people = [
    Growth("zones/list of a shared database", .flat, size: 250, least: 5) { size in
      let cloud = try usersAndARecord(size)
      World.seed(cloud, "[\(World.share("s", of: "r0", 0..<size))]")
      return LargeCall(
        cloud: cloud, operation: "zones/list", request: #"{"database":"shared","user":"u0"}"#)
    },
    Growth("changes of zones that have one name", .linear, size: 100, least: 1000) { size in
      let cloud = try World.cloud(users: size)
      let databases = World.numbered(size - 1) { number in
        let share = World.share("s", of: "r0", 0..<1)
        return #"{"database":"private","user":"u\#(number + 1)","#
          + #""records":[\#(World.plain(0)),\#(share)]}"#
      }
      World.ask(cloud, "mock/seed", #"{"databases":\#(databases)}"#)
      let zones = World.numbered(size - 1) {
        #"{"zoneID":{"zoneName":"z","ownerRecordName":"_u\#($0 + 1)"}}"#
      }
      return LargeCall(
        cloud: cloud, operation: "changes/zone",
        request: #"{"database":"shared","user":"u0","zones":\#(zones)}"#)
    },
    Growth("first write after a fork", .flat, size: 250, least: 5) { size in
      LargeCall(
        cloud: try usersAndARecord(size).fork(), operation: "records/modify",
        request: World.saves([World.plain(0)]))
    },
    Growth("lookup, users", .flat, size: 250, least: 5) { size in
      LargeCall(
        cloud: try usersAndARecord(size), operation: "records/lookup", request: World.lookups(1))
    },
    Growth("account/status, users", .flat, size: 250, least: 1) { size in
      LargeCall(
        cloud: try World.cloud(users: size), operation: "account/status", request: "{}")
    },
  ]

  // MARK: Worlds

  /// Creates a chain of parents, the first of which is shared with a user.
  private static func sharedChain(_ count: Int, and more: [String] = []) throws -> Cloud {
    let cloud = try World.cloud(users: 1)
    World.seed(
      cloud,
      World.list((0..<count).map(World.link) + more + [World.share("s", of: "r0", 0..<1)]))
    return cloud
  }

  private static func byParticipant(_ records: [String]) -> String {
    World.modify(
      records.map { World.operation("forceUpdate", $0) },
      #""database":"shared","user":"u0",\#(World.sharedZone)"#)
  }

  private static func shares(of roots: [String]) -> String {
    World.modify(
      roots.map { World.operation("create", World.share("of-\($0)", of: $0, 0..<1)) },
      atomic: false)
  }

  private static func among(_ count: Int, _ operation: String) throws -> LargeCall {
    let cloud = try World.cloud(users: 1)
    World.seed(cloud, World.sharedRoots(count))
    return try link(cloud, "s\(count / 2)", operation)
  }

  /// Makes a call about the link of a share, as the first of the users.
  private static func link(
    _ cloud: Cloud, _ share: String, _ operation: String
  ) throws -> LargeCall {
    let answer = World.ask(
      cloud, "records/lookup", #"{\#(World.zone),"records":[{"recordName":"\#(share)"}]}"#)
    let guid = World.value(of: "shortGUID", in: answer)
    return LargeCall(
      cloud: cloud, operation: operation,
      request: #"{"user":"u0","shortGUIDs":[{"value":"\#(guid)"}]}"#)
  }

  /// Creates users, each of whom has a private database with a record.
  private static func usersAndARecord(_ count: Int) throws -> Cloud {
    let cloud = try World.cloud(users: count)
    World.seed(cloud, "[\(World.plain(0))]")
    let databases = World.numbered(count) {
      #"{"database":"private","user":"u\#($0)","records":[\#(World.plain(0))]}"#
    }
    World.ask(cloud, "mock/seed", #"{"databases":\#(databases)}"#)
    return cloud
  }
}
