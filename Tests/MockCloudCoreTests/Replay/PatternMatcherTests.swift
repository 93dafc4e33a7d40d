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

  /// So does that of entries with conditions that are alike except in a part that is literal.
  @Test(arguments: [
    #"{"records":[{"recordName":{"$like":"r#*"}}]}"#,
    #"{"records":[{"recordName":{"$like":"*-r#"}}]}"#,
    #"{"records":{"$contains":[{"recordName":"r#"}]}}"#,
    #"{"records":{"$unordered":["$any",{"recordName":{"$like":"r#"}}]}}"#,
    #"{"records":{"$contains":[{"recordName":"other"},{"recordName":"r#"}]}}"#,
    #"{"desiredKeys":{"$contains":["a"]},"records":{"$contains":[{"recordName":"r#"}]}}"#,
  ])
  func findsConditionsWithoutLookingAtAll(_ pattern: String) throws {
    guard Steps.areCounted else { return }
    var steps: [Int] = []
    for count in [200, 2000] {
      // All numbers have four digits, so that none is the beginning of another.
      let numbers = 1000..<(1000 + count)
      let cloud = try Cloud()
      try cloud.load(
        Script.of(
          numbers.map { number throws(Misuse) in
            let request = pattern.split(separator: "#").joined(separator: "\(number)")
            return try Script.Entry(
              "records/lookup", request: request, response: #"{"records":[]}"#)
          }, mode: .anyOrder))
      let isLike = pattern.hasPrefix(#"{"records":["#)
      steps.append(
        Steps.taken {
          for number in numbers.reversed() {
            let name = isLike ? "r\(number)-r\(number)" : "r\(number)"
            let other = isLike ? "" : #"{"recordName":"other"},"#
            let request =
              #"{"desiredKeys":["a"],"records":[\#(other){"recordName":"\#(name)"}]}"#
            #expect(cloud.call("records/lookup", request).status == 0)
          }
        })
      #expect(try cloud.scriptStatus().remaining.isEmpty)
    }
    #expect(steps[0] >= 200)
    #expect(steps[1] < 20 * steps[0], "\(steps)")
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

  /// Entries whose requests have many equal values are found as those that differ at once.
  @Test func findsEntriesWithEqualBeginnings() throws {
    guard Steps.areCounted else { return }
    var steps: [Int] = []
    for beginning in ["", (0..<20).map { #"{"recordName":"same\#($0)"},"# }.joined()] {
      let requests = (0..<1000).map { #"{"records":[\#(beginning){"recordName":"r\#($0)"}]}"# }
      let cloud = try Cloud()
      let entries = try requests.map {
        try Script.Entry("records/lookup", request: $0, response: #"{"records":[]}"#)
      }
      try cloud.load(Script.of(entries, mode: .anyOrder))
      steps.append(
        Steps.taken {
          for request in requests.reversed() {
            #expect(cloud.call("records/lookup", request).status == 0)
          }
        })
    }
    #expect(steps[1] < 2 * steps[0], "\(steps)")
  }

  /// Elements in any order are found by their literal values.
  @Test func comparesListsInAnyOrder() throws {
    guard Steps.areCounted else { return }
    var steps: [Int] = []
    for count in [100, 1000] {
      let names = (0..<count).map { JSONValue.string("r\($0)") }
      let pattern = JSONValue.object([.init(key: "$unordered", value: .array(names))])
      steps.append(
        Steps.taken {
          var matcher = PatternMatcher()
          matcher.match(pattern, .array(names.reversed()))
          #expect(matcher.matches)
        })
    }
    #expect(steps[1] < 20 * steps[0], "\(steps)")
  }

  /// A call that ends after later ones takes its place before them, and none is lost.
  @Test(arguments: [1, 31, 32, 33, 64, 100]) func journalsAWaitingCallInItsPlace(
    _ others: Int
  ) throws {
    let cloud = try Cloud()
    #expect(cloud.call("zones/list", "{}").status == 0)
    let slow =
      #"{"rules":[{"id":"slow","when":{"op":"account/status"},"then":{"latency":1}}]}"#
    #expect(cloud.call("mock/faults/add", slow).status == 0)
    for _ in 0..<others { _ = cloud.call("zones/list", #"{"deliver":"events"}"#) }
    _ = cloud.call("account/status", "{}")
    for _ in 0..<40 { _ = cloud.call("zones/list", "{}") }
    let numbers = try cloud.journal().map(\.number)
    #expect(numbers == Array(1...UInt64(others + 42)))
    for number in numbers {
      #expect(try cloud.journal(since: number).count == numbers.count - Int(number))
    }
  }
}

extension JSONCopy {
  /// The same value as the library stores it.
  var value: JSONValue {
    let text = Array(self.text.utf8)
    return text.withUnsafeBufferPointer { JSONValue(text: $0) } ?? .null
  }
}
