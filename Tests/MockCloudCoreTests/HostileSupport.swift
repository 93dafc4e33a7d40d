import Testing

/// Helpers for tests with hostile input.
enum Hostile {
  /// Expects an answer with the given beginning, limited in length and time.
  ///
  /// - Parameter mostBytes: The maximum length of the answer.
  static func expectSoon(
    _ expected: String, mostBytes: Int, location: SourceLocation = #_sourceLocation,
    _ outcome: () -> String
  ) {
    var answer = ""
    let time = ContinuousClock().measure { answer = outcome() }
    #expect(
      answer.hasPrefix(expected), "\(answer.prefix(200))", sourceLocation: location)
    #expect(answer.utf8.count < mostBytes, sourceLocation: location)
    // In a debug build, reading in linear time takes up to several seconds.
    #expect(time < .seconds(30), sourceLocation: location)
  }
}
