import Testing

@testable import MockCloudCore

/// Numbers at the ends of their types, and at the ends of the ranges that values have.
enum Extreme {
  static let integers = [Int.min, -1, 0, 1, 2, 100, 101, .max - 1, .max]
  static let milliseconds: [Int64] = [
    .min, -1, 0, 1, 999, 86_400_000, 86_400_001, FaultEffect.mostShift, FaultEffect.mostShift + 1,
    1 << 50 - 1, 1 << 50 + 1, .max - 1, .max,
  ]
  static let numbers: [Double] = [
    -.infinity, -.greatestFiniteMagnitude, -1, -0.0, 0, .leastNonzeroMagnitude, 0.000_001, 0.5, 1,
    10, 1000, 1001, 31_536_000, 86_400_000, 86_400_001, .greatestFiniteMagnitude, .infinity, .nan,
  ]
}

extension Cloud {
  /// Runs an operation of the harness. If it is refused, the refusal names the key and what is
  /// expected, and nothing has changed. If it is accepted, the state can be saved and loaded, and
  /// calls return.
  ///
  /// - Returns: The key of the refusal; nil if the operation was accepted.
  func keyOfRefusal<O: CloudHarnessOperation>(
    _ operation: O, as caller: Caller = Caller(), _ comment: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String? {
    let (hash, document) = (try stateHash(), stateDocument)
    do throws(Misuse) {
      try perform(operation, as: caller)
    } catch {
      let isExplained = error.status == .badMockRequest && error.key != nil && error.expected != nil
      #expect(isExplained, "\(comment): \(error)", sourceLocation: sourceLocation)
      #expect(try stateHash() == hash, "\(comment)", sourceLocation: sourceLocation)
      #expect(stateDocument == document, "\(comment)", sourceLocation: sourceLocation)
      return error.key ?? ""
    }
    try expectLoadable(comment, sourceLocation)
    try makeCalls()
    try expectLoadable(comment, sourceLocation)
    return nil
  }

  private func expectLoadable(_ comment: String, _ sourceLocation: SourceLocation) throws {
    let document = stateDocument
    let other = try Cloud()
    let loaded = other.call("mock/state/load", #"{"state": \#(document)}"#)
    #expect(loaded.status == 0, "\(comment): \(loaded.json)", sourceLocation: sourceLocation)
    #expect(
      loaded.status != 0 || other.stateDocument == document, "\(comment)",
      sourceLocation: sourceLocation)
  }

  /// Makes calls on which every effect can act; whether they succeed does not matter.
  private func makeCalls() throws {
    let database = privateDatabase
    for _ in 0..<2 {
      _ = try? database.save(RecordDraft("Note", recordName: "n2", fields: ["title": "Bread"]))
      _ = try? perform(QueryRecords(Query(recordType: "Note")))
      _ = try? perform(FetchDatabaseChanges())
      _ = try? perform(FetchZoneChanges([.init(ZoneID(zoneName: "Z", ownerName: "_me"))]))
      _ = call("changes/zone", #"{"zones": [{"zoneID": {"zoneName": "Z"}}]}"#)
      _ = call("assets/download", #"{"assets": [{"recordName": "n3", "fieldName": "file"}]}"#)
      _ = call("records/lookup", #"{"records": [{"recordName": "n1"}], "deliver": "events"}"#)
      _ = try? advanceClock(seconds: 1)
      while nextEvent() != nil {}
    }
  }

  /// Creates a cloud with a zone with changes, a file, and a subscription whose pushes rules meet.
  static func withEverything() throws -> Cloud {
    let cloud = try Cloud.withNote()
    let requests = [
      (
        "zones/modify",
        #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#
      ),
      (
        "mock/seed",
        #"{"records":[{"recordName":"z1","recordType":"Note","zoneID":{"zoneName":"Z"}},"#
          + #"{"recordName":"z2","recordType":"Note","zoneID":{"zoneName":"Z"}},"#
          + #"{"recordName":"n3","recordType":"Note","fields":{"file":{"value":{"data":"YWJj"}}}}]}"#
      ),
      ("mock/devices/add", #"{"device":"pad"}"#),
      (
        "subscriptions/modify",
        #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","#
          + #""subscriptionType":"query","query":{"recordType":"Note"},"#
          + #""firesOn":["create","update"],"notificationInfo":{"alertBody":"b"}}}]}"#
      ),
    ]
    for (operation, request) in requests {
      let answer = cloud.call(operation, request)
      #expect(answer.status == 0, "\(answer.json)")
    }
    return cloud
  }
}
