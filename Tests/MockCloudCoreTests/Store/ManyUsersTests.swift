import Testing

@testable import MockCloudCore

/// Calls that concern a few users have the same cost among few and among many users.
@Suite(.enabled(if: Steps.areCounted)) struct ManyUsersTests {
  private static let container: ExactText = "iCloud.many"

  /// Creates a world whose users each have a private database with a shared zone; only two of these
  /// have been accepted, by `guest`.
  private func world(users count: Int) throws -> World {
    var world = World(seed: 1, clock: .standard)
    var guest = AddUser("guest")
    guest.userRecordName = "_guest"
    _ = try guest.add(to: &world)
    for number in 0..<count {
      var user = AddUser("user\(number)")
      user.emailAddress = "user\(number)@example.com"
      user.phoneNumber = "+\(number)"
      let name = try user.add(to: &world)
      let key = DatabaseKey(container: Self.container, environment: .development, owner: name)
      world.withDatabase(key) { database in
        database.createZone(named: "work")
        database.withZone("work") { zone in
          zone.store(share("guid\(number)", in: zone.zoneID), sequence: 1, keeping: nil)
          if number < 2 { zone.beginView(of: "_guest") }
        }
      }
    }
    return world
  }

  private func share(_ shortGUID: ShortGUID, in zoneID: ZoneID) -> Record {
    let stamp = Stamp(timestamp: 0, userRecordName: zoneID.ownerName, deviceID: "d")
    let share = Share(
      rootRecordName: nil, publicPermission: .none, participants: [], shortGUID: shortGUID)
    return Record(
      recordName: Share.zoneWideName, zoneID: zoneID, recordType: Share.recordType,
      recordChangeTag: "1", fields: [], created: stamp, modified: stamp,
      sharing: Record.Sharing(share: share))
  }

  private func context(_ scope: DatabaseScope) -> CallContext {
    CallContext(
      container: Self.container, environment: .development, scope: scope,
      place: People.Place(user: 0, device: 0), userRecordName: "_guest", deviceName: "guest-1",
      accountStatus: .available)
  }

  /// Expects that `body` takes about as many steps in a world of 4,000 users as in one of 40,
  /// except for those of deeper maps.
  private func expectFlat(
    _ location: SourceLocation = #_sourceLocation, _ body: (inout World) throws -> Void
  ) throws {
    let steps = try [40, 4_000].map { count in
      var world = try world(users: count)
      return try Steps.taken { try body(&world) }
    }
    #expect(steps[0] > 0, sourceLocation: location)
    #expect(steps[1] <= 3 * steps[0], "\(steps)", sourceLocation: location)
  }

  @Test func theZonesThatAUserSees() throws {
    let context = context(.shared)
    try expectFlat { world in
      var session = CallSession()
      let zones = try ListZones().run(in: &world, as: context, &session)
      #expect(zones.count == 2)
    }
  }

  @Test func whereALinkLeads() throws {
    try expectFlat { world in
      let place = world.sharePlace(ofShortGUID: "guid7", in: Self.container, .development)
      #expect(place?.recordName == Share.zoneWideName)
    }
  }

  @Test func usersByTheirAddresses() throws {
    let context = context(.public)
    try expectFlat { world in
      var session = CallSession()
      let found = try LookupUsersByEmail(["user30@example.com", "nobody"])
        .run(in: &world, as: context, &session)
      #expect(found.count == 2)
    }
  }

  @Test func signingInElsewhereAndBack() throws {
    try expectFlat { world in
      let place = try #require(world.people.place(ofDevice: "user9-1"))
      let next: UserRecordName = place.user == 10 ? "user20" : "user9"
      world.people.sign(place, as: next, .available, at: 0)
    }
  }
}
