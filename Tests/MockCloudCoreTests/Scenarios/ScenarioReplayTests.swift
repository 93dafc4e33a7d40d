import Foundation
import Testing

@testable import MockCloudCore

/// A recording of any scenario, replayed on an empty cloud, returns the same responses
/// and the same blocks, byte for byte.
@Suite struct ScenarioReplayTests {
  /// Operations that replace the world together with its script, or that record or replay calls
  /// themselves.
  private static let leftOut = [
    "mock/script/", "mock/recording/", "mock/restore", "mock/reset", "mock/state/load",
    "mock/explore/",
    // A client that crashed has no response, so that a recording lacks its calls.
    "mock/devices/restart",
  ]
  /// Scenarios in which a fault rule calls the harness or sets the clock, which no rule does for the
  /// responses of a script, or a request is cancelled, which arrives at once with a script.
  private static let actedUpon = [
    "deliver-cancel-running", "deliver-cancel-under-way", "deliver-timeout-clock",
    "faults-call-unchanged", "faults-trace-jump", "faults-never-act-near",
    "deliver-clock-back", "findings-cancelled",
  ]

  static let files = ScenarioFile.all.filter { file in
    let config = file.document.member("config")
    if config?.member("script") != nil || config?.member("clock")?.string == "system" {
      return false
    }
    if actedUpon.contains(file.name) { return false }
    let crashed = Int64(MisuseStatus.clientEnded.rawValue)
    if file.steps.contains(where: { $0.member("status")?.integer == crashed }) { return false }
    return !file.steps.contains { step in
      leftOut.contains { (step.member("call")?.string ?? "").hasPrefix($0) }
    }
  }

  @Test func mostScenariosAreReplayed() {
    #expect(Self.files.count * 10 > ScenarioFile.all.count * 8)
  }

  @Test(arguments: files) func replays(_ file: ScenarioFile) throws {
    var calls: [ScenarioCall] = []
    var runner = try ScenarioRunner(file)
    try runner.run { cloud, call in
      calls.append(call)
      return cloud.answer(to: call)
    }

    let recorded = try Cloud(json: file.config)
    try recorded.startRecording()
    let expected = Self.run(calls, on: recorded)
    let script = try recorded.stopRecording()
    // The script can be written to a file without changes.
    let kept = try Script(json: script.json)
    #expect(kept.json == script.json)

    let replayed = try Cloud(json: file.config)
    try replayed.load(kept)
    let found = Self.run(calls, on: replayed, as: expected)
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
    let status = try replayed.scriptStatus()
    #expect(status.remaining.isEmpty)
    #expect(status.mismatches.map(\.message) == [])
  }

  /// Makes the calls and takes all events after each. Returns the responses of the service, and the
  /// blocks of its operations.
  ///
  /// - Parameter earlier: The result of another run, whose operation IDs are in the requests; the
  ///   IDs of this run are replaced by them.
  private static func run(
    _ calls: [ScenarioCall], on cloud: Cloud, as earlier: [String] = []
  ) -> [String] {
    var lines: [String] = []
    var ids: [(theirs: String, own: String)] = []
    for call in calls {
      let request = call.request.map { request in
        ids.reduce(request) { $0.replacingOccurrences(of: $1.theirs, with: $1.own) }
      }
      let answer = cloud.answer(to: ScenarioCall(operation: call.operation, request: request))
      if !call.operation.hasPrefix("mock/"), !call.operation.hasPrefix("operations/") {
        let line = "\(call.operation): \(answer.status) \(answer.json)"
        if lines.count < earlier.count, let own = Self.id(in: line),
          let theirs = Self.id(in: earlier[lines.count])
        {
          ids.append((theirs, own))
        }
        lines.append(line)
      }
      while let event = cloud.nextEvent() {
        if event.hasPrefix(#"{"kind":"operation""#) { lines.append(event) }
      }
    }
    return lines.map { line in
      ids.reduce(line) { $0.replacingOccurrences(of: $1.own, with: $1.theirs) }
    }
  }

  /// The ID in the answer of a submitted call.
  private static func id(in line: String) -> String? {
    line.range(of: #"0 {"operationID":""#).map { String(line[$0.upperBound...].prefix(36)) }
  }
}
