import Testing

@testable import MockCloudCore

/// Calls from Swift and calls in JSON have the same results: every scenario, run with typed
/// operations where possible, has the same responses and the same journal, byte for byte.
@Suite struct TypedDoorTests {
  /// Those whose times do not depend on the test.
  private static let timed = ScenarioFile.copiable.filter { file in
    file.document.member("config")?.member("clock")?.string != "system"
  }

  @Test(arguments: timed) func leavesTheSameJournal(_ file: ScenarioFile) throws {
    var inJSON = try ScenarioRunner(file)
    try inJSON.run()
    var typed = try ScenarioRunner(file)
    try typed.run { cloud, call in
      try Self.perform(call, on: cloud) ?? cloud.answer(to: call)
    }
    #expect(Self.withoutSizes(typed.transcript) == Self.withoutSizes(inJSON.transcript))
    #expect(typed.cloud.call("mock/journal").json == inJSON.cloud.call("mock/journal").json)
    #expect(
      Self.withoutSizes(Array(typed.cloud.stateDocument.utf8))
        == Self.withoutSizes(Array(inJSON.cloud.stateDocument.utf8)))
  }

  /// Returns a text without the sizes of submitted requests, which depend on their spelling.
  private static func withoutSizes(_ text: [UInt8]) -> String {
    String(decoding: text, as: UTF8.self).replacing(#/,?"bytes":\d+/#, with: "")
  }

  /// The scenarios make most of their calls as typed operations.
  @Test func mostCallsHaveATypedForm() throws {
    var typed = 0
    var others = 0
    for file in ScenarioFile.copiable {
      var runner = try ScenarioRunner(file)
      try runner.run { cloud, call in
        guard !call.operation.hasPrefix("mock/") else { return cloud.answer(to: call) }
        guard let answer = try Self.perform(call, on: cloud) else {
          others += 1
          return cloud.answer(to: call)
        }
        typed += 1
        return answer
      }
    }
    #expect(typed > 4 * others, "\(typed) typed, \(others) in JSON alone")
  }

  /// Makes the call through `Cloud.perform`; returns nil if only JSON can express it: invalid
  /// requests, callers who do not exist, numbers as text, and sizes, which depend on the spelling.
  private static func perform(
    _ call: ScenarioCall, on cloud: Cloud
  ) throws -> (status: Int32, json: String)? {
    let expected = cloud.fork().answer(to: call)
    if expected.status < 0 || expected.json.utf8.contains("bytes without assets".utf8) {
      return nil
    }
    let name = Array(call.operation.utf8)
    let registered = name.withUnsafeBufferPointer { Registry.operation(named: $0) }
    guard let type = registered?.type as? any WireOperation.Type else { return nil }
    return try perform(type, call.request ?? "{}", on: cloud)
  }

  private static func perform<O: WireOperation>(
    _: O.Type, _ request: String, on cloud: Cloud
  ) throws -> (status: Int32, json: String)? {
    guard let typed = TypedRequest(O.self, request) else { return nil }
    let (operation, caller) = (typed.operation, typed.caller)
    if let wish = typed.wish { return try submit(operation, caller, wish, on: cloud) }
    let before = try cloud.journal().last?.number ?? 0
    _ = try? cloud.perform(operation, as: caller)
    // The journal has the response of the call as JSON, before those of calls during it.
    let journal = cloud.call("mock/journal", #"{"since": \#(before)}"#).json
    guard case .array(let calls)? = acceptedJSON(journal)?.member("calls"),
      let entry = calls.first,
      let status = entry.member("status")?.integer, let response = entry.member("response")
    else { throw ScenarioMismatch("the call is not in the journal: \(journal)") }
    return (Int32(status), response.text)
  }

  /// Makes a call that reports by events.
  private static func submit<O: WireOperation>(
    _ operation: O, _ caller: Caller, _ wish: DeliveryReader.Wish, on cloud: Cloud
  ) throws -> (status: Int32, json: String)? {
    guard case .submission(let delivery) = wish,
      let id = try? cloud.submit(operation, as: caller, delivery)
    else { return nil }
    return (0, #"{"operationID":"\#(id)"}"#)
  }
}
