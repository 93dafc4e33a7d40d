import Testing

@testable import MockCloudCore

/// The scenario runner and `mock/match` implement the same pattern language.
@Suite struct PatternMatcherTests {
  /// Every pattern of every scenario, with the answer or event that it is compared with, and with
  /// some that it does not match.
  @Test(arguments: ScenarioFile.all) func agreesWithTheRunner(_ file: ScenarioFile) throws {
    var previous: JSONCopy?
    var runner = try ScenarioRunner(file)
    runner.onMatch = { pattern, captured, value in
      for value in [value, previous ?? .null] { Self.compare(pattern, captured, value) }
      previous = value
    }
    try runner.run()
  }

  private static func compare(
    _ pattern: JSONCopy, _ captured: [[UInt8]: JSONCopy], _ value: JSONCopy
  ) {
    var scenario = ScenarioPattern()
    scenario.captured = captured
    let matches = (try? scenario.match(pattern, value)) != nil
    var captures = PatternMatcher.Captures()
    for (name, value) in captured {
      captures.updateValue(value.value, forKey: String(decoding: name, as: UTF8.self))
    }
    var matcher = PatternMatcher(captures, unknownName: .differs)
    matcher.match(pattern.value, value.value)
    #expect(matcher.matches == matches, "\(pattern.text) and \(value.text)")
  }

  @Test func manyDifferencesAreBounded() {
    let wanted = JSONValue.array((0..<1000).map { .int($0) })
    var matcher = PatternMatcher()
    matcher.match(wanted, .array([]))
    #expect(matcher.differences.count == PatternMatcher.mostDifferences)
  }

  /// Keys and texts are compared by bytes.
  @Test func textsAreTheirBytes() throws {
    let pairs = [("\"\u{e9}\"", "\"e\u{301}\""), ("{\"\u{e9}\":1}", "{\"e\u{301}\":1}")]
    for (pattern, value) in pairs {
      var matcher = PatternMatcher()
      matcher.match(
        try #require(acceptedJSON(pattern)).value, try #require(acceptedJSON(value)).value)
      #expect(!matcher.matches)
    }
  }

  /// The cost of a call depends on its request, not on the position of its entry in the script.
  @Test(arguments: [Script.Mode.anyOrder, .passthrough, .perOperation, .strict])
  func findsEntriesWithoutLookingAtAll(_ mode: Script.Mode) throws {
    guard Steps.areCounted else { return }
    var steps: [Int] = []
    for count in [200, 2000] {
      let entries = try (0..<count).map { number in
        try Script.Entry(
          "records/lookup", request: #"{"records":[{"recordName":"r\#(number)"}]}"#,
          response: #"{"records":[]}"#)
      }
      let cloud = try Cloud()
      try cloud.load(Script.of(entries, mode: mode))
      let isFree = mode == .anyOrder || mode == .passthrough
      let order = isFree ? Array((0..<count).reversed()) : Array(0..<count)
      steps.append(
        Steps.taken {
          for number in order {
            let answer = cloud.call(
              "records/lookup", #"{"records":[{"recordName":"r\#(number)"}]}"#)
            #expect(answer.status == 0)
          }
        })
      #expect(try cloud.scriptStatus().remaining.isEmpty)
    }
    #expect(steps[0] >= 200)
    #expect(steps[1] < 20 * steps[0], "\(steps)")
  }
}

extension JSONCopy {
  /// The same value as the library stores it.
  var value: JSONValue {
    let text = Array(self.text.utf8)
    return text.withUnsafeBufferPointer { JSONValue(text: $0) } ?? .null
  }
}
