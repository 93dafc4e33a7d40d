import Foundation
import Testing

@testable import CloudKit
@testable import MockCloudCore

/// All scenarios a fourth time, through CloudKit's API.
///
/// Each runs on two clouds at once: one gets all calls in JSON, the other those calls through
/// operations, or through the methods of `CKDatabase` and `CKContainer`, that can be said in that
/// API. The answers must be the same as far as objects of CloudKit have what the dialect says, and
/// in the end both clouds must have the same world.
@Suite struct CloudKitScenarioTests {
  /// How the calls of the scenarios were made.
  private struct Tally {
    /// The steps that were made through the API, by scenario.
    var said: [String: Int] = [:]
    /// Why steps were made in JSON, by scenario.
    var unsaid: [String: [String: Int]] = [:]

    mutating func add(_ reason: String, in file: String) {
      unsaid[file, default: [:]][reason, default: 0] += 1
    }
  }

  @Test(arguments: ScenarioClient.Form.allCases)
  func allScenarios(_ form: ScenarioClient.Form) throws {
    var tally = Tally()
    for file in ScenarioFile.all {
      do {
        try run(file, form, &tally)
      } catch {
        Issue.record("\(form): \(error)")
      }
    }
    let steps = tally.said.values.reduce(0, +)
    let reasons = tally.unsaid.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    for (reason, count) in reasons.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      print("\(form): \(count) steps in JSON: \(reason)")
    }
    print(
      "\(form): \(steps) steps of \(tally.said.count) scenarios through CloudKit's API; "
        + "\(reasons.values.reduce(0, +)) steps, and \(ScenarioFile.all.count - tally.said.count) "
        + "whole scenarios, in JSON")
    try checkList(tally)
  }

  private func run(
    _ file: ScenarioFile, _ form: ScenarioClient.Form, _ tally: inout Tally
  ) throws {
    var runner = try ScenarioRunner(file)
    let other = try ScenarioRunner(file).cloud
    let client = ScenarioClient(runner.cloud, form, defaults: Self.defaults(of: file))
    var (hasGivenRecords, isRecording) = (false, false)
    try runner.run { cloud, call in
      let expected = other.answer(to: call)
      if call.operation.hasPrefix("mock/") || call.operation.hasPrefix("operations/") {
        hasGivenRecords = hasGivenRecords || call.request?.contains("serverRecord") ?? false
        if call.operation.hasPrefix("mock/recording/") {
          isRecording = call.operation == "mock/recording/start"
        }
        return try Self.harness(call, cloud.answer(to: call), expected)
      }
      do {
        if hasGivenRecords { throw Unsaid("the records of an error that a test gives in JSON") }
        if isRecording { throw Unsaid("a recording, which has the requests") }
        try Self.refuse(call, expected)
        let (said, comparison) = try client.say(call)
        tally.said[file.name, default: 0] += 1
        try comparison.compare(said, expected)
        return expected
      } catch let unsaid as Unsaid {
        tally.add(unsaid.description, in: file.name)
        return cloud.answer(to: call)
      }
    }
    try AnswerComparison(worldsOf: file.name)
      .compare(worlds: runner.cloud.stateDocument, other.stateDocument)
  }

  /// Returns the answer of a call to the harness.
  private static func harness(
    _ call: ScenarioCall, _ answer: (status: Int32, json: String),
    _ expected: (status: Int32, json: String)
  ) throws -> (status: Int32, json: String) {
    guard call.operation == "mock/journal", answer.status == 0 else { return answer }
    // The requests are written as CloudKit writes them; what became of them is the same.
    func results(_ json: String) -> [[JSONCopy?]]? {
      guard case .array(let calls)? = acceptedJSON(json)?.member("calls") else { return nil }
      return calls.map { call in
        ["operation", "user", "device", "status", "time"].map { call.member($0) }
      }
    }
    guard results(answer.json) == results(expected.json) else {
      throw ScenarioMismatch("the journal differs: \(answer.json)\n  \(expected.json)")
    }
    return expected
  }

  /// Throws if an answer shows that only JSON can say the request.
  private static func refuse(
    _ call: ScenarioCall, _ expected: (status: Int32, json: String)
  ) throws(Unsaid) {
    if expected.status < 0 { throw Unsaid("a misuse of the library") }
    if expected.json.contains("bytes without assets") { throw Unsaid("the size of a request") }
    if expected.json.contains("has no 'type'") { throw Unsaid("a value without a type") }
    if call.operation == FetchRecordChanges.name, expected.status == 2 {
      throw Unsaid("the error of a record, for which the operation has no block")
    }
  }

  private static func defaults(of file: ScenarioFile) -> Caller {
    var caller = Caller()
    caller.database = file.document.member("config")?.member("defaults")?.member("database")?
      .string.flatMap { DatabaseScope(rawValue: $0) }
    return caller
  }

  /// Compares the scenarios without a step through the API, and the reasons, with the list of them.
  private func checkList(_ tally: Tally) throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("in-json.txt")
    let lines = ScenarioFile.all.map(\.name).filter { tally.said[$0] == nil }.map { name in
      let reasons = tally.unsaid[name]?.keys.sorted().joined(separator: "; ")
      return "\(name): \(reasons ?? "no call of the service")\n"
    }
    if ProcessInfo.processInfo.environment["MOCKCLOUD_WRITE"] != nil {
      try lines.joined().write(to: url, atomically: true, encoding: .utf8)
    }
    let listed = try String(contentsOf: url, encoding: .utf8)
    #expect(
      listed == lines.joined(),
      "scenarios without a call through CloudKit's API: MOCKCLOUD_WRITE=1 writes \(url.path)")
  }
}
