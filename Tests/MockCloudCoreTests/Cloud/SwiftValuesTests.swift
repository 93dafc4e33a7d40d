import MockCloudCore
import Testing

/// Values that JSON cannot have, but Swift can.
@Suite struct SwiftValuesTests {
  private let cloud: Cloud
  private let me = Caller(user: "me")

  init() throws { cloud = try Cloud() }

  private func code(_ run: () throws -> Void) -> CKErrorCode? {
    do {
      try run()
      return nil
    } catch {
      return (error as? CloudError)?.code
    }
  }

  @Test func emptyLookupInformationIsRefused() throws {
    let nobody = Share.LookupInfo()
    for info in [nobody, Share.LookupInfo(emailAddress: ""), Share.LookupInfo(phoneNumber: "")] {
      #expect(code { _ = try cloud.perform(DiscoverUsers([info]), as: me) } == .invalidArguments)
      #expect(
        code { _ = try cloud.perform(FetchShareParticipants([info]), as: me) }
          == .invalidArguments)
    }
    let zone = ZoneID(zoneName: "Z", ownerName: "")
    var share = RecordDraft("cloudkit.share", recordName: "s", zoneID: zone)
    var draft = ShareDraft()
    draft.rootRecordName = "r"
    draft.participants = [ParticipantDraft(nobody)]
    share.share = draft
    let seed = SeedWorld(
      own: SeedWorld.Batch(
        zones: [zone],
        records: [
          SeedWorld.SeedRecord(RecordDraft("Note", recordName: "r", zoneID: zone)),
          SeedWorld.SeedRecord(share),
        ]))
    let refusal = #expect(throws: Misuse.self) { try cloud.perform(seed, as: me) }
    #expect(refusal?.key == "records[1].participants[0]")
  }

  @Test func filtersHaveNumbers() throws {
    try cloud.privateDatabase.save(RecordDraft("Note", recordName: "n", fields: ["d": 1.5]))
    for number in [Double.nan, .infinity, -.infinity] {
      let filter = QueryFilter("d", .lessThan, .double(number))
      #expect(
        code { _ = try cloud.privateDatabase.query("Note", where: [filter]) }
          == .invalidArguments)
    }
  }

  @Test func latenciesAreNumbers() throws {
    let rule = FaultRule(then: [.latency(seconds: .nan)])
    #expect(throws: Misuse.self) { try cloud.perform(AddFaults([rule])) }
  }

  @Test func namesBecomeTexts() throws {
    let record = try cloud.privateDatabase.save(RecordDraft("Note", recordName: "n"))
    #expect(String(record.recordName) == "n")
    #expect(RecordName("n") == record.recordName)
  }
}
