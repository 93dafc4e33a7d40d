import Testing

@testable import MockCloudCore

/// Documents with values that no world ever has.
@Suite struct ExtremeStateTests {
  private static let calls: [(operation: String, request: String)] = [
    (
      "records/modify",
      """
      {"operations":[{"operationType":"save","record":{"recordName":"n1","recordType":"Note",
      "fields":{"a":{"value":1}}},"savePolicy":"allKeys"},
      {"operationType":"save","record":{"recordType":"Note"}},
      {"operationType":"forceDelete","record":{"recordName":"n2"}}]}
      """
    ),
    (
      "zones/modify",
      #"{"operations":[{"operationType":"delete","zone":{"zoneID":{"zoneName":"Z"}}}]}"#
    ),
    (
      "zones/modify",
      #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#
    ),
    (
      "mock/seed",
      #"{"records":[{"recordName":"n3","recordType":"Note","zoneID":{"zoneName":"Z"}}]}"#
    ),
    ("records/query", #"{"query":{"recordType":"Note"},"resultsLimit":1}"#),
    ("records/lookup", #"{"records":[{"recordName":"n1"}]}"#), ("zones/list", "{}"),
    ("changes/database", "{}"),
    ("changes/zone", #"{"zones":[{"zoneID":{"zoneName":"_defaultZone"}}]}"#),
    ("mock/clock/advance", #"{"seconds":1}"#), ("mock/clock", "{}"), ("mock/state/save", "{}"),
  ]

  private func document() throws -> JSONCopy {
    let cloud = try Cloud(
      json: #"{"limits": {"storagePerUser": 1000000, "storagePerContainer": 7}}"#)
    let database = cloud.privateDatabase
    try database.createZone(named: "Z")
    for name: RecordName in ["n1", "n2", "n4"] {
      try database.save(RecordDraft("Note", recordName: name, fields: ["a": 1, "b": 1.5]))
    }
    try database.save(RecordDraft(database.record(named: "n1")))
    try database.deleteRecord(named: "n4")
    return try readJSON(cloud.stateDocument).get()
  }

  /// With any number in a document, calls return.
  @Test(arguments: [-1, .max, .min, 0, .max - 1]) func numbersAtTheirEnds(_ extreme: Int64) throws {
    var loaded = 0
    for (path, document) in try document().everyNumber(replacedBy: extreme) {
      let cloud = try Cloud()
      let answer = cloud.call("mock/state/load", #"{"state": \#(document.text)}"#)
      guard answer.status == 0 else { continue }
      loaded += 1
      for call in Self.calls {
        let answer = cloud.call(call.operation, call.request)
        #expect(acceptedJSON(answer.json) != nil, "\(path): \(call.operation) \(answer.json)")
      }
    }
    #expect(loaded > 3)
  }

  /// The final worlds of the scenarios, with a few values changed at random: if such a document is
  /// loaded, calls run in its world, and the world equals that of its own document.
  @Test(arguments: ScenarioFile.all) func documentsOutOfOrder(_ file: ScenarioFile) throws {
    var runner = try ScenarioRunner(file)
    try runner.run()
    let document = try readJSON(runner.cloud.stateDocument).get()
    var random = JSONTestRandom(state: UInt64(file.name.utf8.count))
    for _ in 0..<8 {
      var damaged = document
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        damaged = damaged.mutated(&random, HostileCallTests.values)
      }
      let cloud = try Cloud()
      guard cloud.call("mock/state/load", #"{"state": \#(damaged.text)}"#).status == 0 else {
        continue
      }
      for call in Self.calls {
        let answer = cloud.call(call.operation, call.request)
        #expect(acceptedJSON(answer.json) != nil, "\(call.operation) \(answer.json)")
      }
      let saved = cloud.stateDocument
      let other = try Cloud()
      let loaded = other.call("mock/state/load", #"{"state": \#(saved)}"#)
      #expect(loaded.status == 0, "\(loaded.json) of \(damaged.text.prefix(3000))")
      #expect(loaded.status != 0 || other.stateDocument == saved, "\(damaged.text.prefix(3000))")
    }
  }
}

extension JSONCopy {
  /// Returns copies of the document, in each of which one integer is replaced.
  fileprivate func everyNumber(
    replacedBy extreme: Int64, _ path: String = ""
  ) -> [(path: String, document: JSONCopy)] {
    var copies: [(path: String, document: JSONCopy)] = []
    switch self {
    case .int: copies.append((path, .int(extreme)))
    case .object(let members):
      for (index, member) in members.enumerated() {
        let path = "\(path).\(String(decoding: member.key, as: UTF8.self))"
        for (path, value) in member.value.everyNumber(replacedBy: extreme, path) {
          var members = members
          members[index].value = value
          copies.append((path, .object(members)))
        }
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        for (path, value) in element.everyNumber(replacedBy: extreme, "\(path)[\(index)]") {
          var elements = elements
          elements[index] = value
          copies.append((path, .array(elements)))
        }
      }
    default: break
    }
    return copies
  }
}
