// set-up begins
import Foundation
import MockCloudCore
import Testing

extension Tasks {
  /// Runs the program under test with this cloud's state and these variables, and returns its
  /// status. The program begins with `let icloud = try Cloud.launched()` and saves the note n2.
  func runProgram(_ variables: [String: String]) throws -> Int32 {
    let programs = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    let process = Process()
    process.executableURL = programs.appendingPathComponent("task-program")
    process.environment = ProcessInfo.processInfo.environment
      .merging(["MOCKCLOUD_STATE": try cloud.savedState().json]) { $1 }
      .merging(variables) { $1 }
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Returns the path of a file that does not exist yet.
  func freshPath(_ name: String) -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())-\(name)").path
  }
}
// set-up ends

extension Tasks {
  @Test func clockSkew() throws {
    var onPhone = FaultCondition()
    onPhone.device = "phone"
    try cloud.addFault(FaultRule(when: onPhone, then: [.skew(-3_600_000)]))
    let saved = try phone.save(note("n2", "Bread"))
    #expect(try cloud.now() - saved.modified.timestamp == 3_600_000)
  }

  @Test func clockGoesBack() throws {
    let before = try cloud.now()
    try cloud.addFault(FaultRule(limit: .first(1), then: [.jump(-600_000)]))
    _ = try phone.record(named: "n1", in: notes)
    // A wait computed from the wall clock would never end.
    #expect(try before - cloud.now() == 600_000)
  }

  @Test func sameSeedSameBytes() throws {
    func journal(seed: Int64) throws -> String {
      let other = try Cloud(Configuration(seed: seed))
      try other.privateDatabase.save(RecordDraft("Note"))  // the seed gives its name
      return other.call("mock/journal", #"{"format": "lines"}"#).json
    }
    #expect(try journal(seed: 7) == journal(seed: 7))  // byte for byte, in every language
    #expect(try journal(seed: 7) != journal(seed: 8))
  }

  @Test func chaosRunAgain() throws {
    let again = cloud.fork()
    /// Returns the number of the first save that fails: the client does not try again.
    func firstFailure(_ notes: CloudDatabase) -> Int? {
      (0..<20).first { (try? notes.save(note("b\($0)", "Bread"))) == nil }
    }
    try cloud.addFaultProfile(.flakyWifi, intensity: 1)
    let failing = try #require(firstFailure(phone))
    try again.addFaults(cloud.faultTrace().rules)
    let database = again.container().on(device: "phone").privateDatabase
    #expect(firstFailure(database) == failing)  // again, without chance
  }

  @Test func startFromSnapshot() throws {
    try cloud.snapshot("before")
    try phone.deleteRecord(named: "n1", in: notes)
    try cloud.restore("before")
    let copy = cloud.fork()  // an independent copy, in microseconds
    try copy.privateDatabase.deleteRecord(named: "n1", in: notes)
    #expect(try copy.privateDatabase.storedRecords().isEmpty)
    #expect(try phone.record(named: "n1", in: notes)["title"] == "Milk")
  }

  @Test func appIsRelaunched() throws {
    let state = try cloud.savedState().json  // the first launch ends
    let later = try Cloud()
    try later.load(SavedWorld(json: state))
    #expect(try later.privateDatabase.record(named: "n1", in: notes)["title"] == "Milk")
  }

  @Test func blackBox() throws {
    let (calls, left) = (freshPath("calls.jsonl"), freshPath("left.json"))
    let variables = ["MOCKCLOUD_JOURNAL": calls, "MOCKCLOUD_STATE_OUT": left]
    #expect(try runProgram(variables) == 0)
    #expect(try String(contentsOfFile: calls, encoding: .utf8).contains("records/modify"))
    let after = try Cloud(json: #"{"state": "\#(left)"}"#)
    #expect(try after.privateDatabase.record(named: "n2", in: notes)["title"] == "Bread")
    for path in [calls, left] { try FileManager.default.removeItem(atPath: path) }
  }

  @Test func blackBoxMeetsFaults() throws {
    let busy = #"[{"when": {"op": "records/modify"}, "then": {"error": "zoneBusy"}}]"#
    #expect(try runProgram(["MOCKCLOUD_FAULTS": busy]) != 0)
  }

  @Test func faultsInAFile() throws {
    let faults = freshPath("faults.json")
    try "[]".write(toFile: faults, atomically: true, encoding: .utf8)
    try cloud.loadFaults(faults)
    _ = try phone.record(named: "n1", in: notes)
    try #"[{"then": {"error": "networkUnavailable"}}]"#.write(
      toFile: faults, atomically: true, encoding: .utf8)
    try expect(.networkUnavailable) { try phone.record(named: "n1", in: notes) }  // read again
    try FileManager.default.removeItem(atPath: faults)
  }

  @Test func scriptedAnswers() throws {
    let busy = #"{"error": {"ckErrorName": "zoneBusy", "retryAfter": 3}}"#
    try cloud.load(Script.of([Script.Entry("records/query", response: busy)]))
    #expect(cloud.call("records/lookup", #"{"records": []}"#).status == -6)  // not expected
    try expect(.zoneBusy) { try phone.query("Note", in: notes) }
    #expect(try cloud.scriptStatus().consumed == 1)
  }

  @Test func recordAndReplay() throws {
    let save = #"{"operations": [{"operationType": "create", "record": {"recordType": "Note"}}]}"#
    try cloud.startRecording()
    try call("records/modify", save)
    let recording = try cloud.stopRecording(normalize: Set(RecordedVariable.allCases))
    let other = try Cloud()
    try other.load(recording)  // responses from the recording, nothing is stored
    #expect(other.call("records/modify", save).json.contains(#""recordChangeTag":"tag-1""#))
  }

  @Test func whatWasSent() throws {
    var draft = RecordDraft(nil, recordName: "n1", zoneID: notes, fields: ["rank": 1])
    draft.recordChangeTag = try phone.record(named: "n1", in: notes).recordChangeTag
    try phone.save(draft)
    let journal = cloud.call("mock/journal", #"{"operation": "records/modify"}"#).json
    let fields = #"{"fields": {"rank": "$any", "title": "$absent"}}"#  // only the changed field
    let sent = #"{"calls": [{"request": {"operations": [{"record": \#(fields)}]}}]}"#
    #expect(try cloud.differences(of: journal, from: sent).isEmpty)
    #expect(try cloud.findings().isEmpty)  // and no mistakes of the client
  }
}
