/// The status and the answer that a test expects of a call.
package struct CallExpectation {
  private let status: Int32
  private let pattern: JSONValue?

  /// Longer answers are shortened in the difference, which is read by people.
  private static let shownLength = 2000

  /// - Parameters:
  ///   - status: The expected status.
  ///   - pattern: The pattern that the answer must match (`mock/match`), as JSON text in which
  ///     strings may have single quotes; nil accepts any answer.
  package init(
    status: Int32, pattern text: UnsafeBufferPointer<UInt8>?
  ) throws(Misuse) {
    self.status = status
    guard let text else {
      pattern = nil
      return
    }
    let pattern = try QuotedString.requoted(text, key: "pattern")
      .withBytes { (text) throws(Misuse) in try JSONValue(json: text, key: "pattern") }
    try MatchPattern(pattern, .null).refuseProblem()
    // The names of one expectation are unknown to the next.
    var names = PatternNames()
    names.add(pattern)
    if let problem = names.unused(in: pattern) { throw problem.inside("pattern").misuse }
    self.pattern = pattern
  }

  /// Returns the differences between a call and the expectation as readable lines, or nil if there
  /// are none.
  ///
  /// - Parameters:
  ///   - operation: The name of the called operation.
  ///   - result: The status that the call returned.
  ///   - answer: Its response, JSON text; empty if there is none.
  ///   - name: Returns the name of a status.
  package func difference(
    _ operation: String, _ result: Int32, _ answer: UnsafeBufferPointer<UInt8>,
    name: (Int32) -> String
  ) -> String? {
    var lines: [String] = []
    if result != status {
      lines.append(
        "status: expected \(status) (\(name(status))), got \(result) (\(name(result)))")
    } else if let pattern {
      var matcher = PatternMatcher()
      matcher.match(pattern, JSONValue(text: answer))
      lines = matcher.differences.map(\.sentence)
    }
    if lines.isEmpty { return nil }
    let shown = Self.shown(answer)
    return (lines.map { "\(operation): \($0)" } + ["response: \(shown)"]).joined(separator: "\n")
  }

  private static func shown(_ answer: UnsafeBufferPointer<UInt8>) -> String {
    if answer.isEmpty { return "none" }
    if answer.count <= shownLength { return String(decoding: answer, as: UTF8.self) }
    // A partial character at the end would be decoded as a replacement character.
    let whole = answer.prefix(shownLength).reversed().drop { $0 & 0xC0 == 0x80 }.dropFirst()
    return String(decoding: whole.reversed(), as: UTF8.self) + "… (\(answer.count) bytes)"
  }
}
