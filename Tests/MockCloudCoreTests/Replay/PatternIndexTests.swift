import Testing

@testable import MockCloudCore

/// How the entries of a script are found whose requests have values at many different paths.
@Suite struct PatternIndexTests {
  /// Entries that differ in their keys alone.
  @Test func findsKeysWithoutLookingAtAll() throws {
    try expectFewSteps { #"{"operations":[{"record":{"fields":{"f\#($0)":{"value":1}}}}]}"# }
  }

  /// Entries of many shapes that have the same paths, as batches of records with optional fields.
  @Test func findsValuesInManyShapesWithoutLookingAtAll() throws {
    try expectFewSteps { #"{"operations":[\#(Self.records(3, $0))]}"# }
  }

  /// Such entries, if there are many of each shape.
  @Test func findsValuesInManyShapesOfManyEntries() throws {
    try expectFewSteps { #"{"operations":[\#(Self.records(1, $0, shape: $0 / 20))]}"# }
  }

  /// Such entries, if their lists are in any order.
  @Test(arguments: ["$contains", "$unordered"])
  func findsElementsInManyShapesWithoutLookingAtAll(_ mark: String) throws {
    try expectFewSteps(
      pattern: { #"{"operations":{"\#(mark)":[\#(Self.records(1, $0))]}}"# },
      request: { #"{"operations":[\#(Self.records(1, $0))]}"# })
  }

  /// Entries that differ in a list in any order alone, which is in an element of another.
  @Test func findsElementsOfListsInElements() throws {
    func tags(_ value: String) -> String { #"{"record":{"fields":{"tags":{"value":\#(value)}}}}"# }
    try expectFewSteps(
      pattern: { #"{"operations":{"$contains":[\#(tags(#"{"$contains":["a\#($0)"]}"#))]}}"# },
      request: { #"{"operations":[\#(tags(#"["b"]"#)),\#(tags(#"["b","a\#($0)"]"#))]}"# })
  }

  /// Elements that are lists, which have no keys, are found by their literals.
  @Test func findsListsInManyShapes() {
    guard Steps.areCounted else { return }
    var steps: [Int] = []
    for count in [100, 1000] {
      let lists = (0..<count).map { number in
        let values = (0..<10).map { number >> $0 & 1 == 1 ? "a" : "$any" }
        return JSONValue.array((["r\(number)"] + values).map { .string($0) })
      }
      let pattern = JSONValue.object([.init(key: "$unordered", value: .array(lists))])
      steps.append(
        Steps.taken {
          var matcher = PatternMatcher()
          matcher.match(pattern, .array(lists.reversed()))
          #expect(matcher.matches)
        })
    }
    #expect(steps[0] >= 100)
    #expect(steps[1] < 20 * steps[0], "\(steps)")
  }

  /// Returns records whose fields are chosen by the digits of a number.
  private static func records(_ count: Int, _ number: Int, shape: Int? = nil) -> String {
    let bits = 12 / count
    return (0..<count).map { place in
      let fields = (0..<bits).filter { (shape ?? number) >> (bits * place + $0) & 1 == 1 }
      let values = fields.map { #""f\#($0)":{"value":1}"# }.joined(separator: ",")
      return #"{"record":{"recordName":"r\#(number)-\#(place)","fields":{\#(values)}}}"#
    }.joined(separator: ",")
  }

  private func expectFewSteps(
    pattern: ((Int) -> String)? = nil, request: (Int) -> String
  ) throws {
    guard Steps.areCounted else { return }
    var steps: [Int] = []
    for count in [200, 2000] {
      let requests = (0..<count).map(request)
      let patterns = pattern.map { (0..<count).map($0) } ?? requests
      let cloud = try Cloud()
      try cloud.load(
        Script.of(
          patterns.map { request throws(Misuse) in
            try Script.Entry("records/modify", request: request, response: "{}")
          }, mode: .anyOrder))
      steps.append(
        Steps.taken {
          for request in requests.reversed() {
            #expect(cloud.call("records/modify", request).status == 0)
          }
        })
      #expect(try cloud.scriptStatus().remaining.isEmpty)
    }
    #expect(steps[0] >= 200)
    #expect(steps[1] < 20 * steps[0], "\(steps)")
  }

  /// No pattern that a value matches is left out, for patterns of more shapes than a value is compared
  /// with one by one.
  @Test(arguments: 0..<40 as Range<UInt64>) func findsEveryPatternThatMatches(_ seed: UInt64) {
    var random = Numbers(seed: seed)
    let patterns = (0..<80).map {
      (number: $0, pattern: random.value(3, isPattern: true) as JSONValue?)
    }
    let index = PatternIndex(patterns)
    var found = 0
    for _ in 0..<80 {
      let value = random.value(3, isPattern: false)
      var candidates: Set<Int> = []
      _ = index.candidates(value) { candidates.insert($0).inserted }
      for (number, pattern) in patterns {
        guard let pattern else { continue }
        var matcher = PatternMatcher()
        matcher.match(pattern, value)
        if !matcher.matches { continue }
        found += 1
        #expect(candidates.contains(number), "\(pattern) and \(value)")
      }
    }
    #expect(found > 20)
  }

  /// Values of few keys and numbers, so that many patterns match.
  private struct Numbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func below(_ count: UInt64) -> UInt64 {
      state &+= 1
      return SeededRandom.hash(seed: state, "patterns", state) % count
    }

    mutating func value(_ depth: Int, isPattern: Bool) -> JSONValue {
      switch below(depth > 0 ? 8 : 2) {
      case 0: return .int(Int64(below(2)))
      case 1: return .string(isPattern && below(2) == 0 ? "$any" : "t\(below(2))")
      case 2...3:
        let elements = (0..<below(3)).map { _ in value(depth - 1, isPattern: isPattern) }
        guard isPattern, below(2) == 0, !elements.isEmpty else { return .array(elements) }
        return .object([.init(key: "$contains", value: .array(elements))])
      default:
        // A pattern has fewer members than the values.
        let rate: UInt64 = isPattern ? 3 : 1
        let keys = ["a", "b", "c", "d"].filter { _ in below(rate) == 0 }
        return .object(keys.map { .init(key: $0, value: value(depth - 1, isPattern: isPattern)) })
      }
    }
  }
}
