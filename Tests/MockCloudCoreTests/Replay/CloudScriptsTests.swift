import Testing

@testable import MockCloudCore

/// Scripts and recordings from Swift.
@Suite struct CloudScriptsTests {
  private static func note(_ name: RecordName) -> ModifyRecords {
    ModifyRecords([.init(.save, RecordDraft("Note", recordName: name))])
  }

  @Test func answersAreJSON() throws {
    let cloud = try Cloud()
    let entries = [
      try Script.Entry("account/status", response: #"{"accountStatus": "restricted"}"#),
      try Script.Entry(
        "zones/list", response: #"{"error": {"ckErrorCode": 23, "retryAfter": 2.5}}"#, delay: 250),
      try Script.Entry("account/status", response: #"{"accountStatus": "available"}"#),
    ]
    #expect(try cloud.load(Script.of(entries)) == 3)
    #expect(cloud.call("account/status").json == #"{"accountStatus":"restricted"}"#)
    let busy = #expect(throws: CloudError.self) { try cloud.perform(ListZones()) }
    #expect(busy?.code == .zoneBusy)
    #expect(busy?.retryAfter == 2.5)
    #expect(try cloud.now() == Clock.defaultStart + 250)
    // JSON cannot be converted to a typed answer; the error explains that.
    let untyped = #expect(throws: CloudError.self) { try cloud.perform(GetAccountStatus()) }
    #expect(untyped?.code == .internalError)
    #expect(untyped?.reason.contains("Cloud.call") == true)
    let over = #expect(throws: CloudError.self) { try cloud.perform(GetAccountStatus()) }
    #expect(over?.reason.contains("no entry of the script was left") == true)
    let status = try cloud.scriptStatus()
    #expect(status.mode == .strict)
    #expect(status.consumed == 3)
    #expect(status.mismatchCount == 1)
    try cloud.load(nil)
    #expect(try cloud.perform(GetAccountStatus()) == .available)
  }

  @Test func aRequestMatchesInEitherSpelling() throws {
    let cloud = try Cloud()
    let asWritten = #"{"records": [], "numberAsStrings": true, "zoneID": {"ownerName": "o"}}"#
    try cloud.load(
      Script.of([try Script.Entry("records/lookup", request: asWritten, response: "{}")]))
    #expect(cloud.call("records/lookup", #"{"records": []}"#).status == -6)
    #expect(
      cloud.call(
        "records/lookup",
        #"{"numberAsStrings": true, "records": [], "zoneID": {"zoneName": "z", "ownerName": "o"}}"#
      ).status == 0)
  }

  /// A waiting operation keeps its request as the client wrote it, in state documents too.
  @Test func aSubmittedRequestKeepsItsSpelling() throws {
    let cloud = try Cloud()
    try cloud.load(
      Script.of([
        try Script.Entry("records/modify", request: #"{"atomic": true}"#, response: "{}")
      ]))
    let request = #"{"operations": [], "atomic": true, "deliver": "events", "timeout": 30}"#
    #expect(cloud.call("records/modify", request).status == 0)
    let document = cloud.stateDocument
    let other = try Cloud()
    #expect(other.call("mock/state/load", #"{"state": \#(document)}"#).status == 0)
    #expect(other.stateDocument == document)
    for cloud in [cloud, other] {
      _ = cloud.call("mock/clock/advance", #"{"seconds": 0}"#)
      let event = try #require(cloud.nextEvent())
      #expect(event.contains(#""block":"result","status":0"#), "\(event)")
    }
  }

  @Test func forksGoOnByThemselves() throws {
    let cloud = try Cloud()
    let entries = try (0..<3).map {
      try Script.Entry("account/status", response: #"{"accountStatus": "available", "n": \#($0)}"#)
    }
    try cloud.load(Script.of(entries, mode: .anyOrder))
    _ = cloud.call("account/status")
    let fork = cloud.fork()
    #expect(fork.call("account/status").json == #"{"accountStatus":"available","n":1}"#)
    #expect(fork.call("account/status").json == #"{"accountStatus":"available","n":2}"#)
    #expect(try cloud.scriptStatus().consumed == 1)
    #expect(cloud.call("account/status").json == #"{"accountStatus":"available","n":1}"#)
    try fork.startRecording()
    let another = fork.fork()
    #expect(throws: Misuse.self) { try cloud.stopRecording() }
    try another.load(nil)
    _ = another.call("zones/list")
    #expect(try another.stopRecording().entries.map(\.operation) == ["zones/list"])
    #expect(try fork.stopRecording().entries.isEmpty)
  }

  @Test func typedCallsAreRecorded() throws {
    let cloud = try Cloud()
    try cloud.startRecording()
    _ = try cloud.perform(Self.note("a"))
    #expect(throws: CloudError.self) { try cloud.perform(ListZones(), as: Caller(user: .nobody)) }
    let script = try cloud.stopRecording()
    #expect(script.entries.map(\.operation) == ["records/modify", "zones/list"])
    #expect(script.entries.map(\.status) == [0, CKErrorCode.notAuthenticated.rawValue])
    #expect(try Script(json: script.json).json == script.json)
  }

  @Test(arguments: [
    "", "[]", "{", #"{"entries": []"#, #"{"entries": {}}"#, #"{"mode": "strict"}"#,
    #"{"entries": [{"operation": "zones/list", "response": {}, "consumed": true}]}"#,
    #"{"entries": [], "entries": []}"#,
    #"{"entries": [{"operation": "zones/list", "response": "#
      + nestedJSON(49, #"{"a":"#, "}", inside: "1") + "}]}",
  ])
  func damagedScriptsAreRefused(_ json: String) {
    #expect(throws: Misuse.self) { try Script(json: json) }
  }

  @Test func scriptsHaveABound() {
    let entry = #"{"operation":"zones/list","response":{}}"#
    let entries = Array(repeating: entry, count: Script.mostEntries + 1).joined(separator: ",")
    let error = #expect(throws: Misuse.self) { try Script(json: #"{"entries":[\#(entries)]}"#) }
    #expect(error?.key == "entries")
  }

  /// A captured value can be inserted many times into an answer, up to a limit.
  @Test func anAnswerDoesNotGrowWithoutEnd() throws {
    let cloud = try Cloud()
    let many = Array(repeating: #""$x""#, count: 10_000).joined(separator: ",")
    try cloud.load(
      Script.of([
        try Script.Entry(
          "records/query", request: #"{"continuationMarker": "$x"}"#,
          response: #"{"records": [\#(many)]}"#)
      ]))
    let large = String(repeating: "x", count: 100_000)
    let answer = cloud.call("records/query", #"{"continuationMarker": "\#(large)"}"#)
    #expect(answer.status == MisuseStatus.scriptMismatch.rawValue)
    #expect(answer.json.contains("a response that is too large"))
    #expect(cloud.call("records/query", #"{"continuationMarker": "small"}"#).status == 0)
  }

  /// An invalid request may be as deep as JSON allows, and its recording is a valid script.
  @Test func aDeepRequestIsRecordedAsAny() throws {
    let cloud = try Cloud()
    try cloud.startRecording()
    let request = nestedJSON(64, #"{"a":"#, "}", inside: "1")
    let answer = cloud.call("records/query", request)
    #expect(answer.status == CKErrorCode.invalidArguments.rawValue)
    let script = try cloud.stopRecording()
    try cloud.load(Script(json: script.json))
    #expect(cloud.call("records/query", request).json == answer.json)
  }

  @Test func differencesOfJSONTexts() throws {
    let cloud = try Cloud()
    #expect(try cloud.differences(of: #"{"a":1,"b":2}"#, from: #"{"a":1}"#).isEmpty)
    let found = try cloud.differences(of: #"{"a":1,"b":2}"#, from: #"{"a":1}"#, isExact: true)
    #expect(found.map(\.path) == ["b"])
    #expect(found.first?.actual == "2")
    #expect(throws: Misuse.self) { try cloud.differences(of: "1", from: "{") }
  }
}
