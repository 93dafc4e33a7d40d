// Imported as its users do, so that these tests compile only if the interface is public.
import MockCloudCore
import Testing

/// The operations, as they are used from other modules.
@Suite struct PublicOperationsTests {
  private let me = Caller(user: "me")

  @Test func answersHaveTheirTypes() throws {
    let cloud = try Cloud()
    let user: User = try cloud.perform(GetCaller(), as: me)
    let users: [ItemResult<User>] = try cloud.perform(
      LookupUsersByRecordName([user.userRecordName]), as: me)
    #expect(try users.map { try $0.get().userRecordName } == [user.userRecordName])
    let now: Int64 = try cloud.perform(GetClock())
    #expect(now > 0)
  }

  @Test func operationsAreSubmitted() throws {
    let cloud = try Cloud()
    let id: String = try cloud.submit(ListZones(), as: me)
    try cloud.perform(RunUntilIdle())
    var last: Event?
    while let event = cloud.takeEvent() { last = event }
    guard case .operation(let report)? = last else {
      Issue.record("no report")
      return
    }
    #expect(report.operationID == id)
  }

  @Test func rulesMakeCalls() throws {
    let cloud = try Cloud()
    let note = ModifyRecords.Item(.create, RecordDraft("Note", recordName: "n"))
    try cloud.perform(
      AddFaults([FaultRule(then: [.call(ModifyRecords([note]), as: me)])]))
    let found: [ItemResult<LookupRecords.Found>] = try cloud.perform(
      LookupRecords([LookupRecords.Item("n")]), as: me)
    #expect(try found.map { try $0.get().record.recordName } == ["n"])
  }
}
