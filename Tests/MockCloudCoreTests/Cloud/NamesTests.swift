import Testing

@testable import MockCloudCore

/// Names: validity, distinction, and the nearest known name.
@Suite struct NamesTests {
  private static let long = ExactText(String(repeating: "n", count: 255))

  @Test(arguments: ["a", "A-1", "!~ ", "0", "a_b", "CE/:;", long])
  func recordAndZoneNames(_ name: ExactText) {
    #expect(NameRules.refusal(recordName: name, limit: 255) == nil)
    #expect(NameRules.refusal(zoneName: name, limit: 255) == nil)
  }

  @Test(arguments: ["", "_a", "_defaultZones", "é", "a\n", "a\u{7F}", "\u{0}", "😀", "\(long)n"])
  func namesThatAreNone(_ name: ExactText) {
    for refusal in [
      NameRules.refusal(recordName: name, limit: 255),
      NameRules.refusal(zoneName: name, limit: 255),
    ] {
      #expect(refusal?.hasPrefix("Invalid value for ") == true)
      #expect(refusal?.utf8.count ?? .max < 200)
    }
  }

  @Test func errorsAreFoundByName() {
    for code in CKErrorCode.allCases {
      #expect(code.name == String(describing: code))
      #expect(CKErrorCode(name: code.name) == code)
    }
    for name in ["", "ZoneBusy", "zoneBusy ", "none"] { #expect(CKErrorCode(name: name) == nil) }
  }

  /// A request may name a hundred thousand errors: a search through printed names would take
  /// seconds.
  @Test func errorsAreFoundQuickly() {
    var found = 0
    let time = ContinuousClock().measure {
      for _ in 0..<100_000 where CKErrorCode(name: "participantAlreadyInvited") != nil {
        found += 1
      }
    }
    #expect(found == 100_000)
    #expect(time < .seconds(2))
  }

  @Test func theDefaultZoneHasANameOfItsOwn() {
    #expect(NameRules.refusal(zoneName: "_defaultZone", limit: 255) == nil)
    #expect(NameRules.refusal(recordName: "_defaultZone", limit: 255) != nil)
  }

  @Test(arguments: ["a", "Note", "n1_", "Z9", long])
  func typesAndFields(_ name: ExactText) {
    #expect(NameRules.refusal(recordType: name, limit: 255) == nil)
    #expect(NameRules.refusal(fieldName: name.text, limit: 255) == nil)
  }

  @Test(arguments: [
    "", "1a", "_a", "a-b", "a b", "é", "a.b", "a\u{0}", "@", "[", "`", "{", "\(long)n",
  ])
  func typesAndFieldsThatAreNone(_ name: ExactText) {
    #expect(NameRules.refusal(recordType: name, limit: 255) != nil)
    #expect(NameRules.refusal(fieldName: name.text, limit: 255) != nil)
  }

  @Test func longNamesAreShownShortened() {
    #expect(NameRules.shortened("abc") == "abc")
    #expect(NameRules.shortened(Self.long) == String(repeating: "n", count: 40) + "…")
  }

  // MARK: Distinction

  /// Two spellings of é that Swift considers equal are two aliases, since their bytes differ.
  @Test func spellingsAreToldApartByTheirBytes() throws {
    let (composed, decomposed) = (ExactText("ren\u{E9}"), ExactText("rene\u{301}"))
    let cloud = try Cloud()
    try cloud.addUser(composed)
    try cloud.addUser(decomposed)
    let container = cloud.container()
    let names = try [composed, decomposed].map { try container.as($0).userRecordName() }
    #expect(names[0] != names[1])
    try container.as(composed).privateDatabase.save(RecordDraft("Note", recordName: "n1"))
    #expect(throws: CloudError.self) {
      try container.as(decomposed).privateDatabase.record(named: "n1")
    }
    #expect(try container.on(device: "\(decomposed)-1").userRecordName() == names[1])
    // They are also two containers, and two snapshots.
    try cloud.container(composed).publicDatabase.save(RecordDraft("Note", recordName: "n1"))
    #expect(throws: CloudError.self) {
      try cloud.container(decomposed).publicDatabase.record(named: "n1")
    }
    try cloud.snapshot(composed.text)
    #expect(throws: Misuse.self) { try cloud.restore(decomposed.text) }
    let loaded = try Cloud()
    try loaded.load(SavedWorld(json: cloud.stateDocument))
    #expect(loaded.stateDocument == cloud.stateDocument)
  }

  @Test func anAliasIsTakenOnce() throws {
    let cloud = try Cloud()
    for alias: ExactText in ["me", "", "device"] {
      let devices: [DeviceName] = alias == "device" ? ["device-1"] : []
      #expect(throws: Misuse.self) { try cloud.addUser(alias, devices: devices) }
    }
    #expect(throws: Misuse.self) { try cloud.addUser("ann", devices: ["a", "a"]) }
    #expect(throws: Misuse.self) { try cloud.addDevice("device-1") }
    #expect(throws: Misuse.self) { try cloud.addDevice("d", to: "nobody") }
    #expect(cloud.stateDocument == (try Cloud().stateDocument))
  }

  // MARK: Suggestions

  private static let known = ["records/modify", "records/lookup", "records/query", "zones/list"]

  @Test(arguments: [
    ("records/modfy", "records/modify"), ("RECORDS/MODIFY", "records/modify"),
    ("record/lookup", "records/lookup"), ("records/qurey", "records/query"),
    ("zones/lst", "zones/list"), ("modify", "records/modify"), ("", nil), ("x", nil),
    ("zöne/list", "zones/list"),
  ])
  func theNearestNameIsProposed(_ name: String, _ nearest: String?) {
    #expect(Spelling.nearest(to: name, among: Self.known) == nearest)
  }

  @Test func proposingIsBounded() {
    let endless = String(repeating: "records/", count: 100_000)
    #expect(Spelling.nearest(to: endless, among: [endless + "x"]) == endless + "x")
    #expect(Spelling.nearest(to: "a", among: []) == nil)
    #expect(Spelling.nearest(to: "ab", among: ["cd", "ab"]) == "ab")
    // Of equally near names the first is suggested.
    #expect(Spelling.nearest(to: "bat", among: ["cat", "rat"]) == "cat")
  }
}
