import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// A saved object becomes the saved version, whatever the dates of its versions are.
@Suite(.mockCloud)
struct SavedVersionTests {
  private let recordID = CKRecord.ID(recordName: "a")

  private func database(of cloud: MockCloud) -> CKDatabase {
    cloud.container().privateCloudDatabase
  }

  @Test func aVersionWithAnEarlierDate() async throws {
    let cloud = try MockCloud.current
    let database = database(of: cloud)
    let record = CKRecord(recordType: "Note", recordID: recordID)
    try await database.save(record)
    try cloud.addFaults(
      .init(when: .calls(.modifyRecords), limit: .first(1), then: [.skew(-60_000)]))
    record["title"] = "Milk"
    let saved = try await database.save(record)
    #expect(record.recordChangeTag == saved.recordChangeTag && record.changedKeys() == [])
    record["title"] = "Bread"
    try await database.save(record)
  }

  @Test func aVersionAfterARestore() async throws {
    let cloud = try MockCloud.current
    let database = database(of: cloud)
    try cloud.snapshot("start")
    let record = CKRecord(recordType: "Note", recordID: recordID)
    for number in 0..<3 {
      record["number"] = number
      try await database.save(record)
    }
    try cloud.restore("start")
    record["number"] = 3
    _ = try await database.modifyRecords(saving: [record], deleting: [], savePolicy: .allKeys)
    let stored = try await database.record(for: recordID)
    #expect(record.recordChangeTag == stored.recordChangeTag && record.changedKeys() == [])
    record["number"] = 4
    try await database.save(record)
  }

  /// The version of the first cloud is reported last, and is no earlier version of the second one.
  @Test func versionsOfTwoClouds() async throws {
    let (cloud, other) = (try MockCloud.current, try MockCloud())
    let (first, second) = (database(of: cloud), database(of: other))
    let record = CKRecord(recordType: "Note", recordID: recordID)
    try cloud.holdClock()
    try cloud.addFaults(.init(when: .calls(.modifyRecords), then: [.latency(seconds: 2)]))
    let operation = CKModifyRecordsOperation(recordsToSave: [record])
    first.add(operation)
    for number in 0..<3 {
      record["number"] = number
      try await second.save(record)
    }
    try cloud.advance(by: 3)
    await operation.end()
    cloud.releaseClock()
    let stored = try await first.record(for: recordID)
    #expect(record.recordChangeTag == stored.recordChangeTag)
    #expect(record.modificationDate == stored.modificationDate)
  }

  /// With the machine's clock, both versions of an object may have the same date.
  @Test func twoSavesUnderWay() async throws {
    var configuration = MockCloud.Configuration()
    configuration.clock = nil
    let database = database(of: try MockCloud(configuration))
    for number in 0..<200 {
      let record = CKRecord(
        recordType: "Note", recordID: CKRecord.ID(recordName: "\(number)"))
      let operations = (0..<3).map { _ in CKModifyRecordsOperation(recordsToSave: [record]) }
      for (place, operation) in operations.enumerated() {
        operation.savePolicy = .changedKeys
        record["key\(place)"] = place
        database.add(operation)
      }
      for operation in operations { await operation.end() }
      let stored = try await database.record(for: record.recordID)
      #expect(record.recordChangeTag == stored.recordChangeTag)
    }
  }
}
