import Testing

@testable import MockCloudCore

/// The world's indexes agree with the contents of the databases after any change.
@Suite struct WorldIndexesTests {
  private struct Failed: Error {}

  private static let users: [UserRecordName] = ["_a", "_é", "_e\u{301}", "_b"]

  private var random = SeededRandomNumbers()

  private func key(_ number: Int) -> DatabaseKey {
    let environment: Environment = number % 3 == 0 ? .production : .development
    return DatabaseKey(
      container: ExactText(number % 2 == 0 ? "iCloud.a" : "iCloud.b"), environment: environment,
      owner: number % 5 == 4 ? nil : Self.users[number % 4])
  }

  private mutating func record(_ name: RecordName, in zoneID: ZoneID) -> Record {
    let stamp = Stamp(timestamp: 0, userRecordName: "_a", deviceID: "d")
    var fields: [Field] = []
    var sharing: Record.Sharing?
    switch random.next(4) {
    case 0:
      let files = (0...random.next(2)).map { _ in Asset(data: [UInt8(random.next(5))]) }
      fields = [Field(name: "files", value: .assetList(files))]
    case 1:
      let share = Share(
        rootRecordName: nil, publicPermission: .none, participants: [],
        shortGUID: "guid\(random.next(6))")
      sharing = Record.Sharing(share: share)
    default: fields = [Field(name: "t", value: .string(String(repeating: "x", count: 9)))]
    }
    return Record(
      recordName: name, zoneID: zoneID, recordType: "Note", recordChangeTag: "1", fields: fields,
      created: stamp, modified: stamp, sharing: sharing)
  }

  private mutating func change(_ zone: inout Zone) {
    let name: RecordName = "r\(random.next(6))"
    let user = Self.users[random.next(4)]
    switch random.next(7) {
    case 0: zone.remove(name)
    case 1: if zone.views[user] == nil { zone.beginView(of: user) }
    case 2: zone.endView(of: user)
    default:
      let number = zone.nextSequence(after: zone.records[name])
      zone.store(record(name, in: zone.zoneID), sequence: number, keeping: nil)
    }
  }

  private mutating func change(_ world: inout World) throws {
    let key = key(random.next(20))
    let name: ZoneName = random.next(3) == 0 ? ZoneID.defaultZoneName : "z\(random.next(3))"
    let zoneID = ZoneID(zoneName: name, ownerName: key.owner ?? OwnerAlias.publicOwner)
    switch random.next(8) {
    case 0: world.withDatabase(key) { $0.removeZone(named: name, because: .deleted) }
    case 1: world.withDatabase(key) { $0.createZone(named: name) }
    case 2:
      // A copy that replaces its original.
      var database = world.database(key)
      database.withZone(name) { change(&$0) }
      world.withDatabase(key) { $0 = database }
    case 3:
      guard var zone = world.database(key).zones[name] else { return }
      change(&zone)
      world.withZone(zoneID, in: key) { $0 = zone }
    case 4:
      do throws(Failed) {
        try world.withDatabase(key) { (database) throws(Failed) in
          database.withZone(name) { change(&$0) }
          throw Failed()
        }
      } catch {
        // Changes made before the error are kept, and are in the indexes.
      }
    default: world.withZone(zoneID, in: key) { change(&$0) }
    }
  }

  @Test mutating func agreeAfterEveryChange() throws {
    var world = World(seed: 1, clock: .standard)
    for round in 0..<1500 {
      try change(&world)
      guard round % 10 == 0 || !world.indexProblems.isEmpty else { continue }
      #expect(world.indexProblems == [], "round \(round)")
      if !world.indexProblems.isEmpty { return }
      var bytes: [Int] = [0, 0]
      for (key, database) in world.databases {
        let sum = database.zones.reduce(0) { $0 + $1.value.bytes }
        if let owner = key.owner {
          if owner == Self.users[1] { bytes[0] += sum }
        } else if key.container == "iCloud.a" {
          bytes[1] += sum
        }
      }
      #expect(world.bytesStored(ofSameOwnerAs: key(1)) == bytes[0])
      let common = DatabaseKey(container: "iCloud.a", environment: .development, owner: nil)
      #expect(world.bytesStored(ofSameOwnerAs: common) == bytes[1])
    }
    #expect(!world.indexes.files.assets.isEmpty)
  }

  @Test func aLinkLeadsToItsShare() throws {
    let cloud = try Cloud()
    for (zone, shortGUID) in [("b", "0abcd"), ("a", "0abc")] as [(String, ShortGUID)] {
      var share = RecordDraft(Share.recordType, recordName: "cloudkit.zoneshare")
      share.zoneID = ZoneID(stringLiteral: zone)
      share.shortGUID = shortGUID
      try cloud.seed([share], zones: [ZoneID(stringLiteral: zone)])
    }
    let world = try cloud.savedState().world
    let container = world.defaults.container
    let place = world.sharePlace(ofShortGUID: "0abc", in: container, .development)
    #expect(place?.zoneID.zoneName == "a")
    #expect(place?.recordName == "cloudkit.zoneshare")
    #expect(world.sharePlace(ofShortGUID: "0ab", in: container, .development) == nil)
    #expect(world.sharePlace(ofShortGUID: "0abc", in: container, .production) == nil)
    #expect(world.sharePlace(ofShortGUID: "0abc", in: "other", .development) == nil)
  }

  /// Random numbers that are the same in every run.
  private struct SeededRandomNumbers {
    private var count: UInt64 = 0

    mutating func next(_ limit: Int) -> Int {
      count += 1
      return Int(SeededRandom.hash(seed: 7, "indexes", count) % UInt64(limit))
    }
  }
}
