import Testing

@testable import MockCloudCore

/// Requests of the scenarios, damaged at random with fixed seeds: each call returns JSON that
/// agrees with its status.
@Suite struct HostileCallTests {
  private struct Call {
    let operation: String
    let request: JSONCopy
  }

  /// All requests of the scenarios except those that write files.
  private static let calls: [Call] = ScenarioFile.all.flatMap(\.steps).compactMap { step in
    guard let operation = step.member("call")?.string, operation != "mock/state/save" else {
      return nil
    }
    return Call(operation: operation, request: step.member("request") ?? .object([]))
  }

  /// All values in those requests, to be inserted in wrong places.
  static let values: [JSONCopy] = {
    var values: [JSONCopy] = [
      .null, .bool(true), .int(0), .int(-1), .int(.max), .int(.min), .double((1e308).bitPattern),
      .double((-0.0).bitPattern), .double((0.5).bitPattern), .text(""), .text("\u{0}"),
      .text(String(repeating: "x", count: 300)), .array([]), .object([]),
      .text("e\u{301}\u{1F}"), .array(Array(repeating: .null, count: 500)),
    ]
    for call in calls { call.request.collect(into: &values) }
    return values
  }()

  @Test(arguments: 1...16) func everyCallIsAnswered(_ seed: UInt64) throws {
    var random = JSONTestRandom(state: seed)
    var seen: Set<Int32> = []
    var cloud = try freshCloud(&random)
    for round in 0..<400 {
      if round % 80 == 79 { cloud = try freshCloud(&random) }
      // A world with a kept answer has no document.
      let before = try? cloud.savedState()
      let call = Self.calls[Int.random(in: 0..<Self.calls.count, using: &random)]
      var request = call.request
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        request = request.mutated(&random, Self.values)
      }
      var text = [UInt8](request.text.utf8)
      if Int.random(in: 0..<5, using: &random) == 0 { text.damage(&random) }
      let other = Self.calls[Int.random(in: 0..<Self.calls.count, using: &random)].operation
      let operation = Int.random(in: 0..<8, using: &random) == 0 ? other : call.operation
      let (status, isRefused) = check(operation, text, on: cloud)
      seen.insert(status)
      if isRefused, let before {
        try expectNoChange(
          from: before, on: cloud, by: operation,
          "\(operation) \(String(decoding: text.prefix(1000), as: UTF8.self))")
      }
    }
    // All kinds of results occurred: success, partial failure, and all kinds of refusals.
    #expect(seen.isSuperset(of: [0, 2, 12, -3, -5]))
  }

  /// The counters of fault rules may change, even by a refused call of the service.
  private func expectNoChange(
    from before: SavedWorld, on cloud: Cloud, by operation: String, _ call: Comment
  ) throws {
    let after = try #require(try? cloud.savedState(), call)
    if operation.hasPrefix("mock/") {
      #expect(after.json == before.json, call)
    } else if try !cloud.faultsChangeWorld() {
      #expect(SavedWorld(world: after.world).json == SavedWorld(world: before.world).json, call)
    }
  }

  @Test func namesOfOperationsMayBeAnything() throws {
    let cloud = try Cloud()
    var random = JSONTestRandom(state: 99)
    for _ in 0..<500 {
      var name = [UInt8](
        Self.calls[Int.random(in: 0..<Self.calls.count, using: &random)].operation.utf8)
      name.damage(&random)
      if name == [UInt8]("mock/state/save".utf8) { continue }
      let request = [UInt8]("{}".utf8)
      let (status, json) = name.withUnsafeBufferPointer { name in
        request.withUnsafeBufferPointer { cloud.call(name, $0) { ($0, [UInt8]($1)) } }
      }
      expectAgreement(status, json, String(decoding: name, as: UTF8.self))
    }
  }

  /// Creates a cloud with the history of a scenario, so that requests find data.
  private func freshCloud(_ random: inout JSONTestRandom) throws -> Cloud {
    let files = ScenarioFile.all
    var runner = try ScenarioRunner(files[Int.random(in: 0..<files.count, using: &random)])
    try runner.run()
    return runner.cloud
  }

  private func check(
    _ operation: String, _ request: [UInt8], on cloud: Cloud
  ) -> (status: Int32, isRefused: Bool) {
    let name = Array(operation.utf8)
    let (status, json) = name.withUnsafeBufferPointer { name in
      request.withUnsafeBufferPointer { cloud.call(name, $0) { ($0, [UInt8]($1)) } }
    }
    let isRefused = expectAgreement(
      status, json, "\(operation) \(String(decoding: request.prefix(1000), as: UTF8.self))")
    return (status, isRefused)
  }

  /// Runs a call. Returns its status, and whether it was refused as a whole.
  @discardableResult
  private func expectAgreement(_ status: Int32, _ json: [UInt8], _ call: String) -> Bool {
    guard case .success(let answer) = readJSON(json), case .object = answer else {
      Issue.record("\(call) answered \(String(decoding: json, as: UTF8.self))")
      return false
    }
    let error = answer.member("error")
    let code = error?.member("ckErrorCode")?.integer
    let agrees =
      status == 0
      ? error == nil
      : status > 0
        ? code == Int64(status) && CKErrorCode(rawValue: status) != nil
        : code == nil && MisuseStatus(rawValue: status) != nil
          && error?.member("message")?.string?.isEmpty == false
    if !agrees {
      Issue.record("\(call) answered \(status) \(String(decoding: json, as: UTF8.self))")
    }
    guard case .object(let members) = answer else { return false }
    return status != 0 && members.count == 1
  }
}

extension JSONCopy {
  fileprivate func collect(into values: inout [JSONCopy]) {
    values.append(self)
    switch self {
    case .array(let elements): for element in elements { element.collect(into: &values) }
    case .object(let members): for member in members { member.value.collect(into: &values) }
    default: break
    }
  }

  /// Returns a copy with one change: a value exchanged, duplicated, removed or moved.
  func mutated(_ random: inout JSONTestRandom, _ values: [JSONCopy]) -> JSONCopy {
    let goesDeeper = Int.random(in: 0..<5, using: &random) != 0
    switch self {
    case .array(var elements) where !elements.isEmpty && goesDeeper:
      let index = Int.random(in: 0..<elements.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      default: elements[index] = elements[index].mutated(&random, values)
      }
      return .array(elements)
    case .object(var members) where !members.isEmpty && goesDeeper:
      let index = Int.random(in: 0..<members.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: members.remove(at: index)
      case 1: members.append(members[index])
      case 2: members[index].key.damage(&random)
      default: members[index].value = members[index].value.mutated(&random, values)
      }
      return .object(members)
    default: return values[Int.random(in: 0..<values.count, using: &random)]
    }
  }
}

extension [UInt8] {
  /// Changes a few bytes.
  fileprivate mutating func damage(_ random: inout JSONTestRandom) {
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0...count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where place < count: self[place] = UInt8.random(in: 0...255, using: &random)
      case 1 where place < count: remove(at: place)
      default: insert(UInt8.random(in: 0x20...0x7E, using: &random), at: place)
      }
    }
  }
}
