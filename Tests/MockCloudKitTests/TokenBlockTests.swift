import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// What happens in the blocks for tokens: what is reported after them is another part of the answer.
@Suite(.mockCloud)
struct TokenBlockTests {
  private let zoneID = CKRecordZone.ID(zoneName: "Notes")
  private let cloud: MockCloud
  private let database = CKContainer.default().privateCloudDatabase

  init() throws {
    cloud = try MockCloud.current
    let records = ["a", "b", "c"].map {
      CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: $0, zoneID: zoneID))
    }
    try cloud.seed(records, zones: [CKRecordZone(zoneID: zoneID)])
  }

  enum Way: CaseIterable {
    case cancelling
    case resetting
    case restarting
  }

  private func end(_ operation: CKOperation, by way: Way) {
    switch way {
    case .cancelling: operation.cancel()
    case .resetting: #expect(throws: Never.self) { try cloud.reset() }
    case .restarting: #expect(throws: Never.self) { try cloud.restart() }
    }
  }

  @Test(arguments: Way.allCases)
  func theTokenOfADatabase(way: Way) async throws {
    let log = Log()
    let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: nil)
    operation.recordZoneWithIDChangedBlock = { log.add($0.zoneName) }
    operation.changeTokenUpdatedBlock = { [unowned operation] _ in
      log.add("token")
      end(operation, by: way)
    }
    operation.fetchDatabaseChangesResultBlock = { log.add("result \($0.text)") }
    database.add(operation)
    await operation.end()
    #expect(log.lines == ["Notes", "token", "result 20"])
  }

  /// The token of each page; the third is the last.
  @Test(arguments: Way.allCases, 1...3)
  func theTokenOfAZone(way: Way, page: Int) async throws {
    let log = Log()
    let operation = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [zoneID], configurationsByRecordZoneID: [zoneID: .init(resultsLimit: 1)])
    operation.recordWasChangedBlock = { log.add("\($0.recordName) \($1.text)") }
    operation.recordZoneChangeTokensUpdatedBlock = { [unowned operation] _, _, _ in
      log.add("token")
      if log.lines.count == 2 * page { end(operation, by: way) }
    }
    operation.recordZoneFetchResultBlock = { log.add("zone \($1.text)") }
    operation.fetchRecordZoneChangesResultBlock = { log.add("result \($0.text)") }
    database.add(operation)
    await operation.end()
    let read = ["a ok", "token", "b ok", "token", "c ok", "token"].prefix(2 * page)
    // Of the first page, zones are reported only where the cloud still answers.
    let zone = page > 1 || way == .cancelling ? ["zone 20"] : []
    #expect(log.lines == read + zone + ["result 20"])
  }

  /// The tokens and the client's token data that the blocks get.
  @Test func bothBlocksGetTheSame() async throws {
    let log = Log()
    let save = CKModifyRecordsOperation(
      recordsToSave: [
        CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "d", zoneID: zoneID))
      ])
    save.clientChangeTokenData = Data([1, 2])
    database.add(save)
    await save.end()
    let operation = CKFetchRecordZoneChangesOperation(recordZoneIDs: [zoneID])
    operation.recordZoneChangeTokensUpdatedBlock = { id, token, data in
      log.add(
        "\(id.zoneName) \(token.map { "\($0.hash)" } ?? "") \(data.map { [UInt8]($0) } ?? [])")
    }
    operation.recordZoneFetchResultBlock = { id, result in
      guard case .success(let end) = result else { return }
      log.add(
        "\(id.zoneName) \(end.serverChangeToken.hash) "
          + "\(end.clientChangeTokenData.map { [UInt8]($0) } ?? [])")
    }
    database.add(operation)
    await operation.end()
    #expect(log.lines.count == 2 && log.lines[0] == log.lines[1])
    #expect(log.lines[0].hasSuffix("[1, 2]"))
  }
}
