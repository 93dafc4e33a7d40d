/// Responses are remembered when their clients get them.
extension CloudState {
  /// Remembers the response to a plain call, when the client gets it.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func receive<O: Operation>(
    _ call: borrowing Call<O>, _ outcome: CallOutcome<O.Answer>, _ tally: CallTally,
    _ context: CallContext
  ) {
    guard case .held = taker else { return remember(call, outcome, tally, context) }
    let (call, time) = (copy call, watch.time(at: world.clock.now))
    receive(
      RememberedResponse { $0.remember(call, outcome, tally, context, receivedAt: time) })
  }

  /// Remembers a response, when the client gets it.
  mutating func receive(_ response: RememberedResponse) {
    guard case .held(let held) = taker else { return response.remember(&self) }
    held.responses.append((ResponseOrder.last, response))
  }

  /// Remembers the responses to calls whose completion handler is about to be called, unless the world
  /// has been replaced meanwhile.
  ///
  /// - Returns: The numbers of the responses.
  mutating func receive(_ held: HeldResponses) -> [UInt64] {
    let responses = held.responses
    held.responses = []
    return taking(.handler) { state in
      var numbers: [UInt64] = []
      for (after, response) in responses where after >= state.watch.replacement {
        numbers += state.counting { response.remember(&$0) }
      }
      return numbers
    }
  }

  /// Runs `body`, after which `taker` has got the responses that it remembers.
  mutating func taking<R, E: Error>(
    _ taker: ResponseTaker, _ body: (inout CloudState) throws(E) -> R
  ) throws(E) -> R {
    self.taker = taker
    defer { self.taker = .program }
    return try body(&self)
  }

  /// Runs `body`, and returns the number of the response that it remembers, if it does.
  mutating func counting(_ body: (inout CloudState) -> Void) -> [UInt64] {
    let last = watch.received
    body(&self)
    return watch.received == last ? [] : [watch.received]
  }

  /// Returns the response to a call, which was received last.
  func response(to context: CallContext) -> ClientWatch.Response {
    let reader: ResponseReader =
      if case .handler = taker { .handler } else {
        context.knownResponses.task.map { .task($0) } ?? .program
      }
    return ClientWatch.Response(
      call: context.callNumber, order: watch.received, reader: reader,
      asked: watch.resumed ?? context.knownResponses.made)
  }

  /// Remembers a response that the client gets now, but for which it has waited since a time.
  ///
  /// - Parameter time: In milliseconds of `ClientWatch.time`: the clock may have been set back since.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func remember<O: Operation>(
    _ call: borrowing Call<O>, _ outcome: CallOutcome<O.Answer>, _ tally: CallTally,
    _ context: CallContext, receivedAt time: Int64
  ) {
    watch.lateness = max(0, watch.time(at: world.clock.now) &- time)
    remember(call, outcome, tally, context)
    watch.lateness = 0
  }
}

extension RememberedResponse {
  /// Returns the response as the client gets it that has asked for it: the former one may have ended.
  ///
  /// - Parameter asked: When it asked, in the order of responses.
  func resumed(_ asked: UInt64) -> RememberedResponse {
    RememberedResponse { [remember] state in
      state.watch.resumed = asked
      remember(&state)
      state.watch.resumed = nil
    }
  }
}
