import CloudKit
import MockCloudKit
import Testing

/// Records, tokens and cursors of one cloud that a client uses in another.
struct ForeignValueTests {
  private let zone = CKRecordZone(zoneName: "Notes")

  /// A cloud whose zone has some notes, two on a page.
  private func cloud(seed: Int, zone: CKRecordZone? = nil) throws -> CKDatabase {
    let cloud = try MockCloud(json: #"{"seed": \#(seed), "limits": {"pageSize": 2}}"#)
    let zone = zone ?? self.zone
    let records = (0..<5).map {
      CKRecord(
        recordType: "Note", recordID: CKRecord.ID(recordName: "\($0)", zoneID: zone.zoneID))
    }
    try cloud.seed(records, zones: [zone])
    return cloud.container().privateCloudDatabase
  }

  @Test func aRecord() async throws {
    let (here, there) = (try cloud(seed: 1), try cloud(seed: 2, zone: CKRecordZone(zoneName: "A")))
    let record = try await here.record(for: CKRecord.ID(recordName: "0", zoneID: zone.zoneID))
    #expect(await code { _ = try await there.save(record) } == .zoneNotFound)
    let zone = zone
    _ = try await there.save(zone)
    #expect(await code { _ = try await there.save(record) } == .unknownItem)
  }

  @Test(arguments: [(2, CKError.Code.invalidArguments), (1, nil)])
  func aToken(seed: Int, expected: CKError.Code?) async throws {
    let (here, there) = (try cloud(seed: 1), try cloud(seed: seed))
    let token = try await here.recordZoneChanges(inZoneWith: zone.zoneID, since: nil).changeToken
    let zoneID = zone.zoneID
    let found = await code {
      _ = try await there.recordZoneChanges(inZoneWith: zoneID, since: token)
    }
    #expect(found == expected)
  }

  @Test func aCursor() async throws {
    let (here, there) = (try cloud(seed: 1), try cloud(seed: 2, zone: CKRecordZone(zoneName: "A")))
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
    let cursor = try #require(
      try await here.records(matching: query, inZoneWith: zone.zoneID).queryCursor)
    #expect(
      await code { _ = try await there.records(continuingMatchFrom: cursor) } == .zoneNotFound)
  }
}
