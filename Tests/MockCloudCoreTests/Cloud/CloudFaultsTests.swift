import Testing

@testable import MockCloudCore

/// Fault rules from Swift; the scenarios test each of them through JSON.
@Suite struct CloudFaultsTests {
  private let cloud: Cloud
  private let database: CloudDatabase

  init() throws {
    cloud = try Cloud.withNote()
    database = cloud.privateDatabase
  }

  @Test func failsTwiceAndThenSucceeds() throws {
    try cloud.addFault(
      FaultRule(
        id: "busy", when: .calls("records/lookup"), limit: .first(2),
        then: [.latency(seconds: 1), .error(.zoneBusy(retryAfter: 3))], mustFire: true))
    let start = try cloud.now()
    #expect(try cloud.faultReport().map(\.isOverdue) == [true])
    for _ in 0..<2 { #expect(try code { _ = try database.record(named: "n1") } == .zoneBusy) }
    #expect(try database.record(named: "n1").recordName == "n1")
    #expect(try cloud.now() == start + 2000)
    let report = try cloud.faultReport()
    #expect(report.map(\.injections) == [2])
    #expect(report.map(\.lastReason) == ["limit.injections"])
    #expect(report.map(\.isOverdue) == [false])
    #expect(
      try cloud.journal(operation: "records/lookup").map { $0.faults.map(\.rule) }
        == [["busy"], ["busy"], []])
  }

  @Test func anotherDeviceWritesInBetween() throws {
    try cloud.addDevice("pad")
    let mine = try database.record(named: "n1")
    let theirs = ModifyRecords([
      ModifyRecords.Item(
        .forceUpdate, RecordDraft("Note", recordName: "n1", fields: ["title": "Bread"]))
    ])
    try cloud.addFault(
      FaultRule(
        when: .calls("records/modify"), limit: .first(1),
        then: [.call(theirs, as: Caller(device: "pad"))]))
    var draft = RecordDraft(mine)
    draft["title"] = "Butter"
    let error = try #require(throws: CloudError.self) { try database.save(draft) }
    #expect(error.code == .serverRecordChanged)
    #expect(error.conflict?.serverRecord.modified.deviceID == "pad")
  }

  @Test func whatMakesNoSenseIsRefused() throws {
    let misspelt = FaultRule(when: .calls("records/modfy"), then: [.error(.zoneBusy)])
    let error = try #require(throws: Misuse.self) { try cloud.addFault(misspelt) }
    #expect(error.key == "rules[0].when.op")
    #expect(error.nearest == "records/modify")
    #expect(try cloud.faults().isEmpty)
    let empty = try #require(throws: Misuse.self) { try cloud.addFault(FaultRule(then: [])) }
    #expect(empty.key == "rules[0].then")
  }

  @Test func aConfigurationBringsRules() throws {
    var configuration = Configuration()
    configuration.faults = [
      FaultRule(id: "down", when: .records("n*", .save), then: [.error(.quotaExceeded)])
    ]
    let cloud = try Cloud(configuration)
    #expect(try cloud.faults().map(\.id) == ["down"])
    #expect(
      try code { try cloud.privateDatabase.save(RecordDraft("Note", recordName: "n2")) }
        == .quotaExceeded)
    try cloud.pauseFaults()
    try cloud.privateDatabase.save(RecordDraft("Note", recordName: "n2"))
    try cloud.pauseFaults(false)
    try cloud.removeFault("down")
    try cloud.privateDatabase.save(RecordDraft("Note", recordName: "n3"))
    try cloud.clearFaults()
  }

  @Test func aForkAndADocumentCarryRulesWithWhatTheyCounted() throws {
    try cloud.addFault(
      FaultRule(id: "busy", when: .calls("zones/list"), limit: .first(2), then: [.error(.zoneBusy)])
    )
    #expect(try code { _ = try database.zones() } == .zoneBusy)
    let fork = cloud.fork()
    let other = try Cloud()
    try other.load(try SavedWorld(json: try cloud.savedState().json))
    for copy in [cloud, fork, other] {
      #expect(try code { _ = try copy.privateDatabase.zones() } == .zoneBusy)
      _ = try copy.privateDatabase.zones()
      #expect(try copy.faultReport().map(\.injections) == [2])
    }
  }

  @Test func patterns() {
    let rows: [(pattern: FaultPattern, name: String, matches: Bool)] = [
      ("note", "note", true), ("note", "notes", false), ("note*", "notes", true),
      ("*note", "a note", true), ("*note", "notes", false), ("n*t*", "note", true),
      ("n*t", "note", false), ("*", "", true), ("**", "x", true), ("", "", true), ("", "x", false),
      ("a*b*c", "a--b--b--c", true), ("a*b*c", "a--c--b", false), ("*ab", "aab", true),
    ]
    for row in rows {
      #expect(row.pattern.matches(row.name) == row.matches, "\(row.pattern.text) \(row.name)")
    }
    // Composed and decomposed spellings differ.
    #expect(!FaultPattern("caf\u{e9}").matches("cafe\u{301}"))
  }

  /// A pattern with many stars takes time proportional to pattern and name, not a power of that.
  @Test func manyStars() {
    let pattern = FaultPattern(String(repeating: "a*", count: 250) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 100_000)))
  }

  @Test func durations() {
    let rows: [(text: String, milliseconds: Int64?)] = [
      ("PT5S", 5000), ("PT1M30.5S", 90_500), ("P1DT1H", 90_000_000), ("PT0.001S", 1),
      ("P2D", 172_800_000), ("PT1H1S", 3_601_000), ("P", nil), ("PT", nil), ("P1DT", nil),
      ("PT1Y", nil), ("P1M", nil), ("PT1S1M", nil), ("PT1.5M", nil), ("5S", nil), ("PT-1S", nil),
      ("PT9999999999S", nil), ("P1S", nil), ("PT1.2345S", nil),
    ]
    for row in rows { #expect(ISO8601.duration(row.text) == row.milliseconds, "\(row.text)") }
  }

  @Test(arguments: FaultProfile.allCases)
  func profilesAreOrdinaryRulesThatHealEnds(_ profile: FaultProfile) throws {
    let ids = try cloud.addFaultProfile(profile, intensity: 1)
    #expect(ids.allSatisfy { $0.hasPrefix("profile/\(profile.rawValue)/") })
    #expect(try cloud.faults().map(\.id) == ids)
    // They are written and read like the rules of a test.
    let listed = cloud.call("mock/faults/list").json
    let other = try Cloud()
    #expect(other.call("mock/faults/add", listed).status == 0)
    #expect(other.call("mock/faults/list").json == listed)
    try cloud.setAccountStatus(.restricted)
    try cloud.setNetwork(.offline)
    try cloud.healFaults()
    #expect(try cloud.faults().isEmpty)
    #expect(try database.record(named: "n1")["title"] == "Milk")
  }

  /// The rules of a trace do on another cloud what chance did on the first one.
  @Test func aTraceRepeatsWhatFaultsDid() throws {
    try cloud.addFaultProfile(.everything, intensity: 1)
    let calls = (0..<40).map { _ in cloud.call("zones/list").status }
    let trace = try cloud.faultTrace()
    #expect(trace.rules.count > 5)
    #expect(trace.dropped == 0)
    #expect(trace.unexpressed.isEmpty)
    #expect(trace.rules.allSatisfy { $0.condition.window?.number != nil })
    let other = try Cloud()
    try other.addFaults(trace.rules)
    // The first cloud made calls of other operations before.
    #expect((0..<40).map { _ in other.call("zones/list").status } == calls)
    #expect(try other.faultTrace().rules.map(\.id) == trace.rules.map(\.id))
  }
}
