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
  fileprivate var responses: [(after: UInt64, response: RememberedResponse)] = []

  package init(knowing responses: KnownResponses) { knownResponses = responses }
}

extension CloudState {
  /// Remembers the response to a plain call, when the client gets it.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func receive<O: Operation>(
    _ call: borrowing Call<O>, _ outcome: CallOutcome<O.Answer>, _ tally: CallTally,
    _ context: CallContext
  ) {
    guard held != nil else { return remember(call, outcome, tally, context) }
    let (call, time) = (copy call, world.clock.now)
    receive(
      RememberedResponse { $0.remember(call, outcome, tally, context, receivedAt: time) })
  }

  /// Remembers a response, when the client gets it.
  mutating func receive(_ response: RememberedResponse) {
    guard let held else { return response.remember(&self) }
    held.responses.append((ResponseOrder.last, response))
  }

  /// Remembers the responses to calls whose completion handler is about to be called, unless the world
  /// has been replaced meanwhile.
  mutating func receive(_ held: HeldResponses) {
    watch.isHandling = true
    for (after, response) in held.responses where after >= watch.replacement {
      response.remember(&self)
    }
    watch.isHandling = false
    held.responses = []
  }

  /// Remembers a response that the client gets now, but for which it has waited since a time.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func remember<O: Operation>(
    _ call: borrowing Call<O>, _ outcome: CallOutcome<O.Answer>, _ tally: CallTally,
    _ context: CallContext, receivedAt time: Int64
  ) {
    watch.lateness = max(0, world.clock.now &- time)
    remember(call, outcome, tally, context)
    watch.lateness = 0
  }
}

extension Cloud {
  /// Runs an operation of the service. The client gets its response later if that is held.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package func perform<O: CloudOperation>(
    _ operation: O, as caller: Caller, holding held: HeldResponses?
  ) throws(CloudError) -> O.Answer {
    if isHeldHere {
      throw CloudError(.internalError, Misuse.calledFromInside.message)
    }
    return try withCore { (core) throws(CloudError) in
      core.state.held = held
      defer { core.state.held = nil }
      return try O.body.perform(operation, caller, &core.state)
    }
  }

  /// Registers that a client gets responses now. Call it just before its completion handler.
  package func receive(_ held: HeldResponses) {
    if held.responses.isEmpty || isHeldHere { return }
    withCore { $0.state.receive(held) }
  }
}
