import Foundation
import Testing

@testable import MockCloudCore

/// Every scenario file. With MOCKCLOUD_RECORD=DIR the statuses, responses and events of each are written to
/// DIR, byte by byte as they came, to be compared with what the other runners recorded.
@Suite struct ScenarioTests {
  @Test func thereAreScenarios() { #expect(ScenarioFile.all.count >= 80) }

  @Test(arguments: ScenarioFile.all) func scenario(_ file: ScenarioFile) throws {
    var runner = try ScenarioRunner(file)
    defer { record(runner) }
    try runner.run()
  }

  private func record(_ runner: ScenarioRunner) {
    guard let folder = ProcessInfo.processInfo.environment["MOCKCLOUD_RECORD"] else { return }
    do {
      let folder = URL(fileURLWithPath: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(runner.transcript).write(
        to: folder.appendingPathComponent("\(runner.file.name).out"))
    } catch {
      Issue.record(error)
    }
  }

  /// A scenario says what it is about and where its rules come from, and nothing that no runner
  /// reads.
  @Test(arguments: ScenarioFile.all) func isWellFormed(_ file: ScenarioFile) throws {
    guard case .object(let members) = file.document else {
      throw ScenarioMismatch("\(file.name) is no JSON object without duplicate keys")
    }
    let keys = Set(members.map { String(decoding: $0.key, as: UTF8.self) })
    #expect(keys.isSubset(of: ["name", "source", "config", "steps"]))
    #expect(file.document.member("name")?.string?.isEmpty == false)
    #expect(file.document.member("source")?.string?.isEmpty == false)
  }

  /// A call that is refused as a whole leaves the world as it was, byte for byte. Fault rules are not
  /// part of the world: what they count stays counted, and what rules and networks do to a call that
  /// they have fail is theirs.
  @Test(arguments: ScenarioFile.all) func refusedCallsChangeNothing(_ file: ScenarioFile) throws {
    var runner = try ScenarioRunner(file)
    try runner.run { cloud, call in
      // A world that keeps an answer has no document.
      let before = try? cloud.worldDocument()
      let answer = cloud.answer(to: call)
      if isRefusal(answer), try !cloud.faultsChangeWorld() {
        let after = try? cloud.worldDocument()
        #expect(before == after, "\(call.operation) \(call.request ?? "") answered \(answer)")
      }
      return answer
    }
  }

  private func isRefusal(_ answer: (status: Int32, json: String)) -> Bool {
    guard answer.status != 0, case .object(let members)? = acceptedJSON(answer.json) else {
      return false
    }
    return members.map(\.key) == [[UInt8]("error".utf8)]
  }

  /// A saved state, loaded into another cloud, is the same state; so is a fork's.
  @Test(arguments: ScenarioFile.all) func statesSurviveSavingAndLoading(_ file: ScenarioFile) throws
  {
    var runner = try ScenarioRunner(file)
    try runner.run()
    let saved = runner.cloud.stateDocument
    #expect(try runner.cloud.savedState().world.indexProblems == [])
    #expect(runner.cloud.fork().stateDocument == saved)
    let other = try Cloud(json: #"{"seed": 99}"#)
    let loaded = other.call("mock/state/load", #"{"state": \#(saved)}"#)
    guard !saved.contains(#""clock":"system""#) else { return }
    #expect(loaded.status == 0, "\(loaded.json)")
    #expect(other.stateDocument == saved)
    #expect(try other.savedState().world.indexProblems == [])
  }
}
