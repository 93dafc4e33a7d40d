/// Responses are remembered when their clients get them.
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
