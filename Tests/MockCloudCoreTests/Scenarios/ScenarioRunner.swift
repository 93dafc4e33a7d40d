import Foundation

@testable import MockCloudCore

/// A scenario file.
struct ScenarioFile: Sendable, CustomStringConvertible {
  let name: String
  let document: JSONCopy

  var description: String { name }

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scenarios")

  /// All files by name. A file that is not JSON is null, which its test refuses.
  static let all: [ScenarioFile] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { name in
      let data = try? Data(contentsOf: folder.appendingPathComponent(name))
      let document = data.flatMap { try? readJSON([UInt8]($0)).get() }
      return ScenarioFile(name: String(name.dropLast(5)), document: document ?? .null)
    }
  }()

  /// Those whose calls may also be made in copies of their cloud: acts in copies count for the rules of
  /// their origin, which reports with identities show.
  static let copiable = all.filter { $0.name != "faults-report-identities" }

  /// The configuration. The world of a scenario depends only on its file: `{}` excludes the
  /// environment.
  var config: String { document.member("config")?.text ?? "{}" }

  var steps: [JSONCopy] {
    if case .array(let steps)? = document.member("steps") { steps } else { [] }
  }
}

/// One call of a scenario before it is made.
struct ScenarioCall {
  let operation: String
  /// Nil means no request.
  let request: String?
}

/// Runs one scenario on one cloud and records a transcript of it.
struct ScenarioRunner {
  let file: ScenarioFile
  let cloud: Cloud
  /// One line for each answer and event, with its exact bytes.
  private(set) var transcript: [UInt8] = []
  private var pattern = ScenarioPattern()
  /// Called for every comparison with the pattern, the captured values, and the value.
  var onMatch: ((JSONCopy, [[UInt8]: JSONCopy], JSONCopy) -> Void)?

  private static let stepKeys = Set(
    [
      "call", "request", "status", "response", "capture", "event", "noEvent", "drain", "note",
    ].map { [UInt8]($0.utf8) })

  init(_ file: ScenarioFile) throws {
    self.file = file
    do throws(Misuse) {
      cloud = try Cloud(json: file.config)
    } catch {
      throw ScenarioMismatch("\(file.name): the configuration is refused: \(error.json)")
    }
  }

  /// Runs every step; a mismatch names the step. `around` makes each call, so that a test can
  /// inspect the cloud before and after it.
  mutating func run(
    around: (Cloud, ScenarioCall) throws -> (status: Int32, json: String) = { $0.answer(to: $1) }
  ) throws {
    guard !file.steps.isEmpty else { throw ScenarioMismatch("\(file.name): there are no steps") }
    for (index, step) in file.steps.enumerated() {
      do {
        try run(step, around)
        try checkWorld()
      } catch let mismatch as ScenarioMismatch {
        let action = step.member("call")?.string ?? "events"
        throw ScenarioMismatch("\(file.name), step \(index + 1) (\(action)): \(mismatch)")
      }
    }
  }

  /// Checks that the world is consistent after a step.
  private func checkWorld() throws {
    guard let problem = try cloud.problems().first else { return }
    throw ScenarioMismatch("mock/state/check: \(problem.place): \(problem.text)")
  }

  private mutating func run(
    _ step: JSONCopy, _ around: (Cloud, ScenarioCall) throws -> (status: Int32, json: String)
  ) throws {
    guard case .object(let members) = step else { throw ScenarioMismatch("a step is an object") }
    for member in members where !Self.stepKeys.contains(member.key) {
      throw ScenarioMismatch(
        "unknown key in the step: \(String(decoding: member.key, as: UTF8.self))")
    }
    let answer: JSONCopy
    if let operation = step.member("call")?.string {
      answer = try call(operation, step, around)
    } else if let expected = step.member("event") {
      guard let event = nextEvent() else {
        throw ScenarioMismatch("expected the event \(expected.text), got none")
      }
      answer = try parsed(event)
      onMatch?(expected, pattern.captured, answer)
      try pattern.match(expected, answer)
    } else if step.member("noEvent") != nil {
      if let event = nextEvent() { throw ScenarioMismatch("expected no event, got \(event)") }
      return
    } else if step.member("drain") != nil {
      while nextEvent() != nil {}
      return
    } else {
      throw ScenarioMismatch("a step has `call`, `event`, `noEvent` or `drain`")
    }
    guard case .object(let captures)? = step.member("capture") else { return }
    for capture in captures {
      try pattern.capture(capture.key, from: answer, at: capture.value.string ?? "")
    }
  }

  private mutating func call(
    _ operation: String, _ step: JSONCopy,
    _ around: (Cloud, ScenarioCall) throws -> (status: Int32, json: String)
  ) throws -> JSONCopy {
    let request = try step.member("request").map { try pattern.substitute($0).text }
    let (status, text) = try around(cloud, ScenarioCall(operation: operation, request: request))
    transcript += "\(status) \(text)\n".utf8
    let expected = step.member("status")?.integer ?? 0
    guard Int64(status) == expected else {
      throw ScenarioMismatch("status \(status), expected \(expected); answer: \(text)")
    }
    let answer = try parsed(text)
    if let expected = step.member("response") {
      onMatch?(expected, pattern.captured, answer)
      do {
        try pattern.match(expected, answer)
      } catch let mismatch as ScenarioMismatch {
        throw ScenarioMismatch("\(mismatch)\n  answer: \(text)")
      }
    }
    return answer
  }

  private mutating func nextEvent() -> String? {
    let event = cloud.nextEvent()
    transcript += (event.map { "event \($0)\n" } ?? "no event\n").utf8
    return event
  }

  private func parsed(_ text: String) throws -> JSONCopy {
    switch readJSON(text) {
    case .success(let value): return value
    case .failure(let error):
      throw ScenarioMismatch("an answer is no JSON, \(error.message): \(text)")
    }
  }
}

extension Cloud {
  func answer(to call: ScenarioCall) -> (status: Int32, json: String) {
    guard let request = call.request else {
      let operation = Array(call.operation.utf8)
      return operation.withUnsafeBufferPointer { operation in
        self.call(operation, nil) { ($0, String(decoding: $1, as: UTF8.self)) }
      }
    }
    return self.call(call.operation, request)
  }

  /// The state document of the whole world.
  var stateDocument: String { call("mock/state/save").json }

  /// The state document without the epoch, which tells a restored world from the one it replaced.
  var restoredDocument: String {
    stateDocument.replacing(/\],"epoch":\d+/, with: "]")
  }

  /// The state document without fault rules.
  func worldDocument() throws -> String { SavedWorld(world: try savedState().world).json }

  /// Whether the latest call may have changed the world although it failed: rules that allow it are
  /// set, or the case of an exploration acted on it and its answer was lost.
  func faultsChangeWorld() throws -> Bool {
    let latest = try journal().last
    let isExplored = latest?.faults.contains { $0.source == NextCase.name } == true
    return try isExplored && latest?.status == CKErrorCode.serverResponseLost.rawValue
      || (try? savedState())?.faults.networks.isEmpty == false
      || (try? savedState())?.script != nil
      || faults().contains(where: \.changesWorld)
  }
}

extension FaultRule {
  /// Whether a call that fails by the rule may change the world nevertheless.
  fileprivate var changesWorld: Bool {
    effects.contains { effect in
      switch effect.kind {
      case .lostResponse, .latency, .jump, .call, .expireTokens, .hang, .interrupt, .conflict,
        .expireUploads:
        true
      case .error: condition.phase == .after
      default: false
      }
    }
  }
}
