import Foundation
import Testing

@testable import MockCloudCore

/// Every scenario file. With MOCKCLOUD_RECORD=DIR the statuses, responses and events of each are
/// written to DIR, byte by byte, to be compared with the recordings of the other runners.
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

  /// A scenario has a title and the source of its rules, and no keys that the runners ignore.
  @Test(arguments: ScenarioFile.all) func isWellFormed(_ file: ScenarioFile) throws {
    guard case .object(let members) = file.document else {
      throw ScenarioMismatch("\(file.name) is no JSON object without duplicate keys")
    }
    let keys = Set(members.map { String(decoding: $0.key, as: UTF8.self) })
    #expect(keys.isSubset(of: ["name", "source", "config", "steps"]))
    #expect(file.document.member("name")?.string?.isEmpty == false)
    #expect(file.document.member("source")?.string?.isEmpty == false)
  }

  /// A call that is refused as a whole does not change any byte of the world. Fault rules are not
  /// part of the world, so their counters may change; a call that rules or networks make fail may
  /// change the world.
  @Test(arguments: ScenarioFile.all) func refusedCallsChangeNothing(_ file: ScenarioFile) throws {
    var runner = try ScenarioRunner(file)
    try runner.run { cloud, call in
      // A world with a kept answer has no document.
      let before = try? cloud.worldDocument()
      let answer = cloud.answer(to: call)
      // A call that crashes the client may have taken effect before.
      if answer.status != MisuseStatus.clientEnded.rawValue, isRefusal(answer),
        try !cloud.faultsChangeWorld()
      {
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

  /// A saved state, loaded into another cloud, is the same state, and so is the state of a fork.
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
