/// What a test expects of a call.
package struct CallExpectation {
  private let status: Int32
  private let pattern: JSONValue?

  /// Longer responses are cut where a person reads them.
  private static let shownLength = 2000

  /// - Parameters:
  ///   - status: The status that is expected.
  ///   - pattern: What the answer must match (`mock/match`), as JSON text in which strings may stand in
  ///     single quotes; nil takes any answer.
  package init(
    status: Int32, pattern text: UnsafeBufferPointer<UInt8>?
  ) throws(Misuse) {
    self.status = status
    guard let text else {
      pattern = nil
      return
    }
    let pattern = try JSONValue(
      json: QuotedString.requoted(text, key: "pattern"), key: "pattern")
    do throws(RequestError) {
      var match = MatchPattern(pattern, .null)
      try match.check()
    } catch {
      throw error.misuse
    }
    self.pattern = pattern
  }

  /// In what a call differs from what is expected, in lines for people; nil where it does not.
  ///
  /// - Parameters:
  ///   - operation: What was called.
  ///   - came: The status that the call came to.
  ///   - answer: Its answer, JSON text; empty where there is none.
  ///   - name: The name of a status.
  package func difference(
    _ operation: String, _ came: Int32, _ answer: UnsafeBufferPointer<UInt8>,
    name: (Int32) -> String
  ) -> String? {
    var lines: [String] = []
    if came != status {
      lines.append(
        "status: expected \(status) (\(name(status))), came \(came) (\(name(came)))")
    } else if let pattern {
      var matcher = PatternMatcher()
      matcher.match(pattern, JSONValue(text: answer))
      lines = matcher.differences.map(\.sentence)
    }
    if lines.isEmpty { return nil }
    let shown = Self.shown(answer)
    return (lines.map { "\(operation): \($0)" } + ["answer: \(shown)"]).joined(separator: "\n")
  }

  private static func shown(_ answer: UnsafeBufferPointer<UInt8>) -> String {
    if answer.isEmpty { return "none" }
    if answer.count <= shownLength { return String(decoding: answer, as: UTF8.self) }
    // A character that the cut splits would become another.
    let whole = answer.prefix(shownLength).reversed().drop { $0 & 0xC0 == 0x80 }.dropFirst()
    return String(decoding: whole.reversed(), as: UTF8.self) + "… (\(answer.count) bytes)"
  }
}
