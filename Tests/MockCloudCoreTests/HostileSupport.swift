import Testing

/// What the tests with hostile input share.
enum Hostile {
  /// Expects an answer that begins so and is short, soon.
  ///
  /// - Parameter mostBytes: That many bytes are no short answer.
  static func expectSoon(
    _ expected: String, mostBytes: Int, location: SourceLocation = #_sourceLocation,
    _ outcome: () -> String
  ) {
    var answer = ""
    let time = ContinuousClock().measure { answer = outcome() }
    #expect(
      answer.hasPrefix(expected), "\(answer.prefix(200))", sourceLocation: location)
    #expect(answer.utf8.count < mostBytes, sourceLocation: location)
    // Where nothing is optimised, linear reading takes up to some seconds.
    #expect(time < .seconds(30), sourceLocation: location)
  }
}
