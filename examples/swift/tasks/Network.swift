import MockCloudCore
import Testing

extension Tasks {
  @Test func startOffline() throws {
    try cloud.setNetwork(.offline, device: "phone", schedule: [.init(after: 30_000, .online)])
    try expect(.networkUnavailable) { try phone.record(named: "n1", in: notes) }
    try cloud.advanceClock(seconds: 30)
    #expect(try phone.record(named: "n1", in: notes)["title"] == "Milk")
  }

  @Test func networkBreaksMidway() throws {
    // The phone's third call and all after it fail.
    try cloud.setError(.networkFailure, after: 2, of: Caller(device: "phone"))
    _ = try phone.record(named: "n1", in: notes)
    _ = try phone.record(named: "n1", in: notes)
    try expect(.networkFailure) { try phone.record(named: "n1", in: notes) }
    #expect(try pad.record(named: "n1", in: notes)["title"] == "Milk")
  }

  @Test func noAnswer() throws {
    let before = try cloud.now()
    try cloud.setNetwork(.unreachable, device: "phone")
    try expect(.networkFailure) { try phone.record(named: "n1", in: notes) }
    #expect(try cloud.now() - before == 60_000)
  }

  @Test func responseLost() throws {
    try cloud.addFault(
      FaultRule(when: .calls("records/modify"), limit: .first(1), then: [.lostResponse]))
    let unnamed = note(nil, "Bread")  // the service names it
    try expect(.serverResponseLost) { try phone.save(unnamed) }
    try phone.save(unnamed)  // the blind retry saves a second note
    #expect(try phone.query("Note", matching: "title = 'Bread'", in: notes).count == 2)
  }

  @Test func responseLostNamed() throws {
    try cloud.setNetwork(.oneWay, device: "phone")  // requests arrive, responses do not
    try expect(.serverResponseLost) { try phone.save(note("n2", "Bread")) }
    try cloud.setNetwork(.online, device: "phone")
    // There is no duplicate: the retry conflicts with the first save.
    let exists = try expect(.serverRecordChanged) { try phone.save(note("n2", "Bread")) }
    #expect(exists.conflict?.serverRecord["title"] == "Bread")
  }

  @Test func requestLost() throws {
    try cloud.addFault(FaultRule(limit: .first(1), then: [.lostRequest]))
    try expect(.networkFailure) { try phone.save(note("n2", "Bread")) }
    #expect(try phone.storedRecords().map(\.recordName) == ["n1"])  // nothing was saved
    try phone.save(note("n2", "Bread"))
  }

  @Test func requestSentTwice() throws {
    try cloud.addFault(FaultRule(when: .calls("records/modify"), then: [.duplicate]))
    try phone.save(note(nil, "Bread"))
    #expect(try phone.query("Note", matching: "title = 'Bread'", in: notes).count == 2)
  }

  @Test func slowNetwork() throws {
    let before = try cloud.now()
    try cloud.setNetwork(.online, device: "phone", bytesPerSecond: 1000)
    try phone.save(note("n2", .string(String(repeating: "x", count: 5000))))
    #expect(try cloud.now() - before > 10_000)  // in the request, and in the response
  }

  @Test func slowService() throws {
    let before = try cloud.now()
    try cloud.addFault(
      FaultRule(when: .calls("records/lookup"), then: [.latency(seconds: 2.5)]))
    _ = try phone.record(named: "n1", in: notes)
    #expect(try cloud.now() - before == 2500)
  }

  @Test func badDay() throws {
    try cloud.addFaultProfile(.flakyWifi, intensity: 0.5)
    for number in 0..<20 {
      _ = try? phone.save(note("b\(number)", "Bread"))  // the reaction under test
    }
    try cloud.healFaults()  // the faults end: everything must arrive now
    #expect(try !cloud.journal(faults: true).isEmpty)
  }
}
