/// Why a text is not accepted as JSON, and where.
struct JSONError: Error, Hashable, Sendable {
  /// Counted from 1.
  var line: Int
  /// Counted from 1, in bytes.
  var column: Int
  /// What came.
  var message: String
  /// What should have come.
  var expected: String
}

/// Why reading gave no value: the text was refused, or the code that the tree was lent to failed. The
/// payloads are behind a pointer, so that the runtime needs not lay the enum out for every failure.
indirect enum JSONReadFailure<Failure: Error>: Error {
  case malformed(JSONError)
  case body(Failure)
}
