import Foundation
import Testing

@testable import MockCloudCore

/// Clouds that are called concurrently: by threads, by processes, and from each other's calls.
@Suite struct LockTests {
  /// A separate program, since a child of the test runner would inherit locks of the test runner.
  @Test func aChildOfAProcessInTheMiddleOfCallsCanUseItsClouds() throws {
    let programs = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    let process = Process()
    process.executableURL = programs.appendingPathComponent("fork-check")
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  @Test(.timeLimit(.minutes(1))) func theBodyOfACallMayCallEveryCloud() throws {
    let cloud = try Cloud()
    let other = try Cloud()
    let answers = cloud.lend("mock/clock") { outer in
      other.lend("mock/info") { _ in
        [
          outer(), cloud.call("mock/clock").json, other.call("mock/clock").json,
          cloud.fork().call("mock/clock").json, outer(),
        ]
      }
    }
    #expect(Set(answers) == [#"{"now":"2026-01-01T00:00:00.000Z"}"#])
  }

  @Test(.timeLimit(.minutes(1))) func anEventIsRemovedOnlyIfItsCopySucceeds() throws {
    let cloud = try Cloud()
    try cloud.setAccountStatus(.restricted)
    try cloud.setAccountStatus(.available)
    var seen: [String] = []
    for succeeds in [false, true, true, true] {
      try cloud.nextEvent { event in
        seen.append(String(decoding: event, as: UTF8.self))
        // Inside, the cloud is not called.
        return succeeds && cloud.nextEvent() == nil
      }
    }
    #expect(seen.count == 3 && seen[0] == seen[1])
    #expect(seen[1].contains("restricted"))
    #expect(seen[2].contains(#""accountStatus":"available""#))
  }

  /// Each thread calls the other's cloud from inside a call on its own.
  @Test(.timeLimit(.minutes(1))) func callsInsideOneAnotherDoNotWaitInARing() async throws {
    let clouds = [try Cloud(), try Cloud()]
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<2 {
        group.addTask {
          for _ in 0..<200 {
            clouds[number].lend("mock/clock") { _ in
              #expect(clouds[1 - number].call("mock/clock").status == 0)
            }
          }
        }
      }
    }
  }

  /// A second lock by the same thread would never end.
  @Test(.timeLimit(.minutes(1))) func anOperationThatCallsItsOwnCloudIsRefused() throws {
    let cloud = try Cloud()
    try cloud.setAccountStatus(.restricted)
    let outcome = try cloud.perform(CallingItself(cloud: cloud))
    #expect(outcome.call.status == MisuseStatus.internalFailure.rawValue)
    #expect(outcome.call.json.contains("inside one of its own operations"))
    #expect(outcome.event == nil)
    #expect(outcome.taken == nil)
    #expect(outcome.typed?.code == .internalError)
    #expect(outcome.harness?.status == .internalFailure)
    #expect(outcome.fork.call("zones/list").status == CKErrorCode.internalError.rawValue)
    #expect(outcome.other.status == 0)
    #expect(cloud.call("mock/clock").status == 0)
    #expect(cloud.takeEvent() != nil)
  }

  @Test func answersAroundALargeOneAreWhole() throws {
    let cloud = try Cloud()
    let text = String(repeating: "x", count: 900_000)
    try cloud.seed(
      (0..<6).map { RecordDraft("Note", recordName: "n\($0)", fields: ["t": .string(text)]) })
    let first = cloud.call("mock/records")
    #expect(first.json.utf8.count > 6 * text.utf8.count)
    #expect(cloud.call("mock/clock").status == 0)
    #expect(cloud.call("mock/records") == first)
  }
}

private struct CallingItself: HarnessOperation, CloudHarnessOperation {
  static let name = "mock/itself"
  let cloud: Cloud

  struct Outcome: Sendable {
    let call: (status: Int32, json: String)
    let event: String?
    let taken: Event?
    let typed: CloudError?
    let harness: Misuse?
    let fork: Cloud
    let other: (status: Int32, json: String)
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Outcome {
    Outcome(
      call: cloud.call("mock/clock"), event: cloud.nextEvent(), taken: cloud.takeEvent(),
      typed: #expect(throws: CloudError.self) { try cloud.perform(ListZones()) },
      harness: #expect(throws: Misuse.self) { try cloud.now() },
      fork: cloud.fork(), other: try Cloud().call("mock/clock"))
  }
}

extension Cloud {
  /// Runs an operation without keys; the argument of `body` returns the answer that the buffer has
  /// at that time.
  fileprivate func lend<R>(_ operation: String, _ body: (() -> String) -> R) -> R {
    let name = Array(operation.utf8)
    return name.withUnsafeBufferPointer { name in
      call(name, nil) { _, json in body { String(decoding: json, as: UTF8.self) } }
    }
  }
}
