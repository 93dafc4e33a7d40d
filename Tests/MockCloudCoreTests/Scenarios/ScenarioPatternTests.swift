import Testing

@testable import MockCloudCore

/// The runner itself: which values match, and that a scenario can fail.
@Suite struct ScenarioPatternTests {
  private var pattern: ScenarioPattern {
    var pattern = ScenarioPattern()
    pattern.captured[[UInt8]("x".utf8)] = .text("seen")
    pattern.captured[[UInt8]("o".utf8)] = acceptedJSON(#"{"a":1,"m":"$any"}"#)
    return pattern
  }

  private func value(_ text: String) throws -> JSONCopy { try readJSON(text).get() }

  @Test(arguments: [
    (#"{"a":1}"#, #"{"a":1,"b":2}"#), (#"{"a":1}"#, #"{"a":1.0}"#), (#"{"a":"$absent"}"#, "{}"),
    (#"{"a":"$any"}"#, #"{"a":null}"#), (#"["$x","$$x"]"#, #"["seen","$x"]"#),
    (#"{"a":[{"b":1}]}"#, #"{"a":[{"b":1,"c":2}]}"#), ("null", "null"),
    (#"["$o"]"#, #"[{"m":"$any","a":1.0}]"#),
  ])
  func matches(_ wanted: String, _ found: String) throws {
    try pattern.match(value(wanted), value(found))
  }

  @Test(arguments: [
    (#"{"a":1}"#, #"{"a":2}"#, "a: expected 1, got 2"), (#"{"a":1}"#, "{}", "a is missing"),
    (#"{"a":{"b":"$absent"}}"#, #"{"a":{"b":0}}"#, "a.b must be absent"),
    (#"{"a":"$any"}"#, "{}", "a is missing"), ("[1]", "[1,2]", "expected 1 elements, got 2"),
    (#"[{"a":1}]"#, #"[{"a":"1"}]"#, "0.a: expected 1, got \"1\""),
    ("1", "true", "expected 1, got true"), ("null", "{}", "expected null"),
    (#""$x""#, #""other""#, "expected \"seen\""), (#""$y""#, #""other""#, "nothing was captured"),
    (#""$o""#, #"{"a":1,"m":2}"#, "expected {"), (#""$o""#, #"{"a":1,"m":"$any","z":0}"#, "got {"),
    (#"["$absent"]"#, "[1]", "0 must be absent"), ("\"\u{e9}\"", "\"e\u{301}\"", "expected"),
  ])
  func differs(_ wanted: String, _ found: String, _ message: String) throws {
    let pattern = pattern
    let (wanted, found) = (try value(wanted), try value(found))
    let error = try #require(throws: ScenarioMismatch.self) { try pattern.match(wanted, found) }
    #expect(error.description.contains(message))
  }

  @Test func substitutes() throws {
    let request = try value(#"{"a":["$x","$$x","x$"],"b":{"c":"$o"}}"#)
    #expect(
      try pattern.substitute(request).text
        == #"{"a":["seen","$x","x$"],"b":{"c":{"a":1,"m":"$any"}}}"#)
    let unknown = try value(#"["$any"]"#)
    #expect(throws: ScenarioMismatch.self) { try pattern.substitute(unknown) }
  }

  @Test func captures() throws {
    var pattern = ScenarioPattern()
    let answer = try value(#"{"records":[{"tag":"1"}]}"#)
    try pattern.capture([1], from: answer, at: "records.0.tag")
    #expect(pattern.captured[[1]] == .text("1"))
    for path in ["records.1.tag", "records.x", "records.0.tag.y", "none", "records.-1"] {
      #expect(throws: ScenarioMismatch.self) { try pattern.capture([2], from: answer, at: path) }
    }
  }

  @Test(arguments: [
    (#"{"call":"mock/clock","status":11}"#, "status 0, expected 11"),
    (#"{"call":"no/such"}"#, "status -4, expected 0"),
    (#"{"call":"mock/clock","response":{"now":"yesterday"}}"#, "now: expected \"yesterday\""),
    (#"{"call":"mock/clock","capture":{"x":"then"}}"#, "finds nothing"),
    (#"{"call":"mock/clock","reponse":{}}"#, "unknown key in the step: reponse"),
    (#"{"event":{"kind":"notification"}}"#, "got none"), ("{}", "a step has"),
  ])
  func aScenarioCanFail(_ step: String, _ message: String) throws {
    let document = try value(#"{"config":{"seed":1},"steps":[\#(step)]}"#)
    var runner = try ScenarioRunner(ScenarioFile(name: "failing", document: document))
    let error = try #require(throws: ScenarioMismatch.self) { try runner.run() }
    #expect(error.description.contains(message))
    #expect(error.description.hasPrefix("failing, step 1"))
  }

  @Test func anUnwantedEventFails() throws {
    let document = try value(#"{"steps":[{"noEvent":true},{"noEvent":true}]}"#)
    var runner = try ScenarioRunner(ScenarioFile(name: "failing", document: document))
    try runner.cloud.setAccountStatus(.noAccount)
    let error = try #require(throws: ScenarioMismatch.self) { try runner.run() }
    #expect(error.description.contains("expected no event"))
    #expect(String(decoding: runner.transcript, as: UTF8.self).hasPrefix("event {"))
  }
}
