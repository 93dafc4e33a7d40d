import XCTest

@testable import CloudKit

/// The values and the state of `CKSyncEngine`.
final class SyncEngineTests: XCTestCase {
  private let ids = (0..<3).map { CKRecord.ID(recordName: "r\($0)", zoneID: .init(zoneName: "Z")) }

  /// What apps log: the names of what changed, and no values of records.
  func testDescriptions() {
    let zone = CKRecordZone(zoneName: "Z")
    let record = CKRecord(recordType: "Note", recordID: ids[0])
    record["secret"] = "not for a log"
    let reading = CKSyncEngine.FetchChangesContext(
      reason: .manual, options: .init(scope: .zoneIDs([zone.zoneID])))
    let events: [(CKSyncEngine.Event, String, String)] = [
      (.accountChange(.init(changeType: .signIn(currentUser: ids[1]))), "AccountChange", "r1"),
      (
        .fetchedRecordZoneChanges(
          .init(modifications: [.init(record: record)], deletions: [])),
        "FetchedRecordZoneChanges", "r0"
      ),
      (
        .sentRecordZoneChanges(
          .init(
            savedRecords: [],
            failedRecordSaves: [.init(record: record, error: CKError(.zoneBusy))],
            deletedRecordIDs: [ids[2]], failedRecordDeletes: [:])),
        "SentRecordZoneChanges", "r2"
      ),
      (.willFetchChanges(.init(context: reading)), "WillFetchChanges", "manual"),
      (.didFetchRecordZoneChanges(.init(zoneID: zone.zoneID, error: nil)), "DidFetch", "Z"),
      (
        .sentDatabaseChanges(
          .init(
            savedZones: [zone], failedZoneSaves: [], deletedZoneIDs: [], failedZoneDeletes: [:])),
        "SentDatabaseChanges", "Z"
      ),
    ]
    for (event, name, part) in events {
      let text = "\(event)"
      XCTAssertTrue(text.hasPrefix("<\(name)") && text.contains(part), text)
      XCTAssertFalse(text.contains("secret"), text)
    }
    XCTAssertTrue("\(reading)".contains("zoneIDs("), "\(reading)")
    let changes: [CKSyncEngine.PendingRecordZoneChange] = [
      .saveRecord(ids[0]), .deleteRecord(ids[1]),
    ]
    XCTAssertTrue("\(changes)".contains("saveRecord(\(ids[0])), deleteRecord(\(ids[1]))"))
    XCTAssertEqual(
      "\(CKSyncEngine.PendingDatabaseChange.deleteZone(zone.zoneID))", "deleteZone(\(zone.zoneID))")
  }

  /// An app may read the list after each change: that sorts nothing.
  func testListsThatAreReadAfterEachChange() {
    let state = CKSyncEngine.State(nil)
    let changes = (0..<5_000).map {
      CKSyncEngine.PendingRecordZoneChange.saveRecord(CKRecord.ID(recordName: "\($0)"))
    }
    for (place, change) in changes.enumerated() {
      state.add(pendingRecordZoneChanges: [change])
      XCTAssertEqual(state.pendingRecordZoneChanges.count, place + 1)
      XCTAssertEqual(state.pendingRecordZoneChanges.last, change)
    }
    XCTAssertEqual(state.pendingRecordZoneChanges, changes)
  }

  /// An app may remove one change after another, and read the list each time.
  func testListsThatAreReadAfterEachRemoval() {
    let state = CKSyncEngine.State(nil)
    var changes = (0..<5_000).map {
      CKSyncEngine.PendingRecordZoneChange.saveRecord(CKRecord.ID(recordName: "\($0)"))
    }
    state.add(pendingRecordZoneChanges: changes)
    let start = Date()
    while let last = changes.popLast() {
      state.remove(pendingRecordZoneChanges: [last])
      XCTAssertEqual(state.pendingRecordZoneChanges.count, changes.count)
      XCTAssertEqual(state.pendingRecordZoneChanges.last, changes.last)
    }
    // Sorting the list each time would take a minute.
    XCTAssertLessThan(-start.timeIntervalSinceNow, 10)
  }

  /// One by one or many at once, in any order.
  func testRemovals() {
    let changes = (0..<100).map {
      CKSyncEngine.PendingRecordZoneChange.saveRecord(CKRecord.ID(recordName: "\($0)"))
    }
    for count in [1, 5, 17, 90] {
      let state = CKSyncEngine.State(nil)
      state.add(pendingRecordZoneChanges: changes)
      let removed = (0..<count).map { ($0 * 37 + 11) % 100 }
      state.remove(pendingRecordZoneChanges: removed.map { changes[$0] })
      var expected = (0..<100).filter { !removed.contains($0) }.map { changes[$0] }
      XCTAssertEqual(state.pendingRecordZoneChanges, expected)
      let deletions = expected.prefix(count).map {
        CKSyncEngine.PendingRecordZoneChange.deleteRecord($0.recordID)
      }
      state.add(pendingRecordZoneChanges: deletions)
      expected = expected.dropFirst(count) + deletions
      XCTAssertEqual(state.pendingRecordZoneChanges, expected)
    }
  }

  func testPendingChanges() {
    let state = CKSyncEngine.State(nil)
    state.add(pendingRecordZoneChanges: [
      .saveRecord(ids[0]), .saveRecord(ids[1]), .saveRecord(ids[0]),
    ])
    XCTAssertEqual(state.pendingRecordZoneChanges, [.saveRecord(ids[0]), .saveRecord(ids[1])])
    state.add(pendingRecordZoneChanges: [.deleteRecord(ids[0])])
    XCTAssertEqual(state.pendingRecordZoneChanges, [.saveRecord(ids[1]), .deleteRecord(ids[0])])
    state.remove(pendingRecordZoneChanges: [.saveRecord(ids[1]), .saveRecord(ids[0])])
    XCTAssertEqual(state.pendingRecordZoneChanges, [.deleteRecord(ids[0])])
    let zoneID = CKRecordZone.ID(zoneName: "Z")
    state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zoneID))])
    state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zoneID))])
    XCTAssertEqual(state.pendingDatabaseChanges.count, 1)
    state.add(pendingDatabaseChanges: [.deleteZone(zoneID)])
    XCTAssertEqual(state.pendingDatabaseChanges, [.deleteZone(zoneID)])
  }

  /// An app that synchronises for the first time adds all of its records.
  func testManyPendingChanges() {
    let state = CKSyncEngine.State(nil)
    let records = (0..<10_000).map { CKRecord.ID(recordName: "\($0)") }
    let zones = (0..<10_000).map { CKRecordZone.ID(zoneName: "\($0)") }
    let start = Date()
    state.add(pendingRecordZoneChanges: records.map { .saveRecord($0) })
    state.add(pendingRecordZoneChanges: records.map { .deleteRecord($0) })
    XCTAssertEqual(state.pendingRecordZoneChanges, records.map { .deleteRecord($0) })
    state.remove(pendingRecordZoneChanges: records.map { .deleteRecord($0) })
    state.add(pendingDatabaseChanges: zones.map { .deleteZone($0) })
    state.remove(pendingDatabaseChanges: zones.map { .deleteZone($0) })
    XCTAssertEqual(state.pendingRecordZoneChanges.count, 0)
    XCTAssertEqual(state.pendingDatabaseChanges.count, 0)
    // In proportion to the square it would take minutes.
    XCTAssertLessThan(-start.timeIntervalSinceNow, 20)
  }

  func testSerialization() throws {
    let state = CKSyncEngine.State(nil)
    state.add(pendingRecordZoneChanges: [.saveRecord(ids[0]), .deleteRecord(ids[1])])
    state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneName: "Z"))])
    state.hasPendingUntrackedChanges = true
    let data = try JSONEncoder().encode(state.serialization)
    let stored = try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: data)
    let copy = CKSyncEngine.State(stored)
    XCTAssertEqual(copy.pendingRecordZoneChanges, state.pendingRecordZoneChanges)
    XCTAssertEqual(copy.pendingDatabaseChanges, state.pendingDatabaseChanges)
    XCTAssertTrue(copy.hasPendingUntrackedChanges)
    XCTAssertThrowsError(
      try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: Data("[1]".utf8)))
  }

  func testBatches() async {
    let changes = ids.map { CKSyncEngine.PendingRecordZoneChange.saveRecord($0) }
    let skipped = ids[1]
    let batch = await CKSyncEngine.RecordZoneChangeBatch(
      pendingChanges: changes + [.deleteRecord(.init(recordName: "d"))]
    ) { recordID in
      recordID == skipped ? nil : CKRecord(recordType: "T", recordID: recordID)
    }
    XCTAssertEqual(batch?.recordsToSave.map(\.recordID), [ids[0], ids[2]])
    XCTAssertEqual(batch?.recordIDsToDelete.map(\.recordName), ["d"])
    XCTAssertEqual(batch?.atomicByZone, false)
    let empty = await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { _ in nil }
    XCTAssertNil(empty)
    let many = (0..<500).map {
      CKSyncEngine.PendingRecordZoneChange.deleteRecord(.init(recordName: "\($0)"))
    }
    let full = await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: many) { _ in nil }
    XCTAssertEqual(full?.recordIDsToDelete.count, 400)
  }

  func testScopes() {
    let zoneID = CKRecordZone.ID(zoneName: "Z")
    XCTAssertTrue(CKSyncEngine.FetchChangesOptions.Scope.all.contains(zoneID))
    XCTAssertFalse(CKSyncEngine.FetchChangesOptions.Scope.allExcluding([zoneID]).contains(zoneID))
    XCTAssertTrue(CKSyncEngine.SendChangesOptions.Scope.zoneIDs([zoneID]).contains(ids[0]))
    let scope = CKSyncEngine.SendChangesOptions.Scope.recordIDs([ids[0]])
    XCTAssertTrue(scope.contains(.saveRecord(ids[0])))
    XCTAssertFalse(scope.contains(.deleteRecord(ids[1])))
  }

  /// What is not there says so.
  func testTheEngineRefuses() async {
    let delegate = Delegate()
    let configuration = CKSyncEngine.Configuration(
      database: CKContainer.default().privateCloudDatabase, stateSerialization: nil,
      delegate: delegate)
    let engine = CKSyncEngine(configuration)
    do {
      try await engine.fetchChanges()
      XCTFail("there is no engine")
    } catch {
      XCTAssertTrue(error.localizedDescription.contains("no CKSyncEngine yet"))
    }
    await engine.cancelOperations()
  }

  private final class Delegate: CKSyncEngineDelegate {
    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {}

    func nextRecordZoneChangeBatch(
      _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch? {
      await CKSyncEngine.RecordZoneChangeBatch(
        pendingChanges: syncEngine.state.pendingRecordZoneChanges.filter(
          context.options.scope.contains)
      ) { CKRecord(recordType: "T", recordID: $0) }
    }
  }
}
