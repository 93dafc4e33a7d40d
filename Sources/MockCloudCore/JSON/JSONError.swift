/// The reason why a text is not valid JSON, and the place.
struct JSONError: Error, Hashable, Sendable {
  /// Counted from 1.
  var line: Int
  /// Counted from 1, in bytes.
  var column: Int
  /// The unexpected text.
  var message: String
  /// The expected text.
  var expected: String
  /// Whether the library failed, so that the text may be valid.
  var isInternal = false
}

/// The reason why reading returned no value: the text was refused, or the code that received the
/// tree failed. The payloads are indirect, so that the runtime need not compute a layout for every
/// failure type.
indirect enum JSONReadFailure<Failure: Error>: Error {
  case malformed(JSONError)
  case body(Failure)
}
