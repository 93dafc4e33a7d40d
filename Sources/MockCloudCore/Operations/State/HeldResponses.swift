/// A response that is remembered once its client has taken it, for the comparison with later calls.
final class RememberedResponse: UntakenResponse {
  /// Remembers the parts of the response that the client must act on.
  let remember: @Sendable (inout CloudState) -> Void

  init(_ remember: @escaping @Sendable (inout CloudState) -> Void) { self.remember = remember }
}

/// The responses to calls whose client gets them later, when its completion handler is called. They
/// are those of one thread, and then of another.
package final class HeldResponses: @unchecked Sendable {
  /// Those that the client had when it began the calls.
  package let knownResponses: KnownResponses
  /// Each with the number of the last response before it.
  var responses: [(after: UInt64, response: RememberedResponse)] = []

  package init(knowing responses: KnownResponses) { knownResponses = responses }
}

/// Who gets the responses to a call.
package enum ResponseTaker: Sendable {
  /// A program that makes one call after the other.
  case program
  /// The code that makes the call, and which had these responses.
  case code(KnownResponses)
  /// A completion handler that is called later.
  case held(HeldResponses)
  /// A completion handler that is about to be called, or the blocks of an operation.
  case handler

  /// Those that the client had when it made the call; nil means all that it has now.
  package var knownResponses: KnownResponses? {
    switch self {
    case .code(let known): known
    case .held(let held): held.knownResponses
    case .program, .handler: nil
    }
  }
}
