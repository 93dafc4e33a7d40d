import Testing

@testable import MockCloudCore

/// The cost of comparing a cloud with its fork.
@Suite(.enabled(if: Steps.areCounted)) struct DifferenceTests {
  private typealias World = LargeWorld

  /// One of the users, zones and zones of others has changed in the fork, and each is found among any
  /// number of others.
  @Test func theCostDependsOnTheChanges() throws {
    let (few, many) = (try difference(size: 500), try difference(size: 2000))
    #expect(few.steps > 0)
    #expect(2 * many.steps <= 3 * few.steps, "\(few.steps) -> \(many.steps)")
    #expect(2 * many.json.utf8.count <= 3 * few.json.utf8.count, "\(many.json.utf8.count) bytes")
    for json in [few.json, many.json] {
      #expect(json.contains(#""recordName":"changed""#))
      #expect(json.contains(#""alias":"u7""#), "the owner of a changed database")
      #expect(json.contains(#""alias":"new""#), "an added user")
    }
  }

  /// The changes that each participant of a shared zone sees are not listed again.
  @Test func theCostOfASharedZoneDependsOnTheChanges() throws {
    let (few, many) = (try sharedDifference(size: 500), try sharedDifference(size: 4000))
    #expect(2 * many.steps <= 3 * few.steps, "\(few.steps) -> \(many.steps)")
    #expect(2 * many.json.utf8.count <= 3 * few.json.utf8.count, "\(many.json.utf8.count) bytes")
    for json in [few.json, many.json] {
      #expect(
        json.components(of: #""recordName":"changed""#) == 1 + 3,
        "the record, in the zone and in the views")
    }
  }

  private func sharedDifference(size: Int) throws -> (steps: Int, json: String) {
    let cloud = try World.cloud(users: 3)
    let participants = World.numbered(3) {
      #"{"userIdentity":{"userRecordName":"_u\#($0)"},"permission":"READ_WRITE","#
        + #""acceptanceStatus":"ACCEPTED"}"#
    }
    let share = World.record(
      "cloudkit.zoneshare", #","participants":\#(participants)"#, type: "cloudkit.share")
    World.seed(cloud, World.list([share] + (0..<size).map(World.plain)))
    let fork = cloud.fork()
    World.seed(fork, World.list([World.record("changed")]))
    return compared(cloud, fork)
  }

  private func compared(_ cloud: Cloud, _ fork: Cloud) -> (steps: Int, json: String) {
    var json = ""
    let steps = Steps.taken {
      cloud.compare(with: fork) { status, bytes in
        #expect(status == 0)
        json = String(decoding: bytes, as: UTF8.self)
      }
    }
    return (steps, json)
  }

  private func difference(size: Int) throws -> (steps: Int, json: String) {
    let cloud = try World.cloud(users: size)
    World.ask(
      cloud, "mock/seed", #"{"zones":\#(World.numbered(size) { #"{"zoneName":"z\#($0)"}"# })}"#)
    for number in 0..<size {
      World.ask(
        cloud, "mock/seed",
        #"{"user":"u\#(number)","zones":[{"zoneName":"z"}],"records":[\#(World.plain(0))]}"#)
    }
    let fork = cloud.fork()
    let changed = World.record("changed")
    World.ask(fork, "mock/users/add", #"{"alias":"new"}"#)
    World.ask(
      fork, "records/modify",
      #"{"user":"u7","zoneID":{"zoneName":"z"},"operations":[\#(World.operation("forceUpdate", changed))]}"#
    )
    World.ask(
      fork, "zones/modify",
      #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"another"}}}]}"#)
    let found = compared(cloud, fork)
    #expect(found.json.contains(#""zoneName":"another""#))
    return found
  }
}

extension String {
  /// Returns the number of places of a text.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
