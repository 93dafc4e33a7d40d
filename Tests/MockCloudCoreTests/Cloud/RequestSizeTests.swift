import Testing

@testable import MockCloudCore

/// Requests from Swift have the size of their JSON form.
@Suite struct RequestSizeTests {
  private let cloud: Cloud

  init() throws {
    cloud = try Cloud()
    try #require(
      cloud.call("mock/limits/set", #"{"limits": {"bytesPerRequest": 10000}}"#).status == 0)
  }

  private func isTooLarge<O: CloudOperation>(_ operation: O) -> Bool {
    do throws(CloudError) {
      _ = try cloud.perform(operation)
      return false
    } catch {
      return error.code == .limitExceeded && error.reason.contains("bytes")
    }
  }

  private let text = String(repeating: "x", count: 10_000)
  private let name = ExactText(String(repeating: "x", count: 10_000))

  @Test func recordsCount() {
    func save(_ drafts: RecordDraft...) -> ModifyRecords {
      ModifyRecords(drafts.map { ModifyRecords.Item(.save, $0) })
    }
    let half = String(repeating: "x", count: 5000)
    #expect(!isTooLarge(save(RecordDraft("Note", fields: ["t": .string(half)]))))
    #expect(
      isTooLarge(
        save(
          RecordDraft("Note", fields: ["t": .string(half)]),
          RecordDraft("Note", fields: ["t": .string(half), "u": .string(half)]))))
    let references = (0..<400).map { _ in Reference(recordName: "r") }
    #expect(isTooLarge(save(RecordDraft("Note", fields: ["r": .referenceList(references)]))))
    let texts = [String](repeating: "", count: 4000)
    #expect(isTooLarge(save(RecordDraft("Note", fields: ["t": .stringList(texts)]))))
    #expect(isTooLarge(save(RecordDraft(name))))
    #expect(isTooLarge(save(RecordDraft("Note", zoneID: ZoneID(zoneName: name, ownerName: "")))))
    var child = RecordDraft("Note")
    child.parent = .record(name)
    #expect(isTooLarge(save(child)))
    var share = RecordDraft("cloudkit.share")
    share.share = ShareDraft(participants: [ParticipantDraft(.init(emailAddress: name))])
    #expect(isTooLarge(save(share)))
  }

  /// Files do not count towards the size.
  @Test func filesDoNotCount() throws {
    let file = FieldValue.asset(Asset(data: [UInt8](repeating: 1, count: 10_000)))
    try cloud.privateDatabase.save(RecordDraft("Note", recordName: "n", fields: ["file": file]))
    #expect(try cloud.privateDatabase.record(named: "n")["file"] != nil)
  }

  @Test func queriesCount() {
    let byValue = QueryPredicate.all([QueryFilter(.field("t"), .equals, .string(text))])
    #expect(isTooLarge(QueryRecords(Query(recordType: "Note", predicate: byValue))))
    let byName = QueryPredicate.all([QueryFilter(.field(text), .equals, "a")])
    #expect(isTooLarge(QueryRecords(Query(recordType: "Note", predicate: byName))))
    #expect(
      isTooLarge(QueryRecords(Query(recordType: "Note", sort: [SortKey(.field(text))]))))
    var byText = QueryRecords(Query(recordType: "Note"))
    byText.predicate = PredicateText.Format(text: "t == %@", arguments: [.value(.string(text))])
    #expect(isTooLarge(byText))
    byText.predicate = PredicateText.Format("t == '\(text)'")
    #expect(isTooLarge(byText))
    byText.predicate = nil
    byText.continuationMarker = text
    #expect(isTooLarge(byText))
  }

  @Test func namesCount() {
    let zone = ZoneID(zoneName: name, ownerName: "")
    #expect(isTooLarge(LookupRecords([.init(name)])))
    #expect(isTooLarge(LookupRecords([.init("n", zoneID: zone)])))
    #expect(isTooLarge(LookupRecords([.init("n")], zoneID: zone)))
    #expect(isTooLarge(FetchZoneChanges([.init("a", syncToken: text)])))
    #expect(isTooLarge(FetchRecordChanges(zone)))
    #expect(isTooLarge(FetchDatabaseChanges(syncToken: text)))
    #expect(isTooLarge(LookupZones([zone])))
    #expect(isTooLarge(ModifyZones([.init(.create, zone)])))
    #expect(isTooLarge(LookupUsersByEmail([name])))
    #expect(isTooLarge(AcceptShares([ShareLink(text)])))
    #expect(isTooLarge(LookupSubscriptions([name])))
    var subscription = SubscriptionDraft(.query)
    subscription.query = Query(recordType: "Note")
    subscription.predicate = PredicateText.Format("t == '\(text)'")
    #expect(isTooLarge(ModifySubscriptions([.init(.create, subscription)])))
  }
}
