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
