/// Calls whose responses come from a script.
extension CloudState {
  /// Returns the script's response for a call; nil if the cloud runs the call. A call that the
  /// script does not expect is a misuse.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func takeScripted<O: Operation>(
    _ call: borrowing Call<O>
  ) throws(Misuse) -> ScriptRun.Answer? {
    try script?.take(O.name, call.spellings)
  }

  /// Completes a plain call with the response of a script. The world and the fault rules do not take
  /// part in it; the clock advances by the delay of the entry.
  ///
  /// - Parameters:
  ///   - context: Nil if the caller could not be determined.
  ///   - number: The number of the call.
  ///   - tally: The tally of the call at its beginning.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func answer<O: Operation>(
    _ call: consuming Call<O>, _ scripted: ScriptRun.Answer, _ context: CallContext?,
    _ number: UInt64, _ tally: inout CallTally
  ) throws(Misuse) -> CompletedCall<O> {
    if let context, !watch.isIdle { inspect(call, context) }
    if scripted.delay > 0 {
      wait(scripted.delay)
      if let context, faults.hasCrashed(context.deviceName) {
        throw end(call, &tally, context)
      }
    }
    return complete(call, scripted, isLate: false, context, number, &tally)
  }

  /// Completes a call with the response of a script.
  ///
  /// - Parameter isLate: Whether the caller did not wait for it.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func complete<O: Operation>(
    _ call: consuming Call<O>, _ scripted: ScriptRun.Answer, isLate: Bool,
    _ context: CallContext?, _ number: UInt64, _ tally: inout CallTally
  ) -> CompletedCall<O> {
    if case .operation(let operation, let bytes) = call.request {
      tally.weight &+= operation.weight ?? bytes
    }
    let outcome: CallOutcome<O.Answer>
    if isLate {
      let error = CloudError(.networkFailure, ServerText.timedOut)
      outcome = .failure(error)
      tally.status = error.code.rawValue
    } else {
      let answer = ScriptedAnswer(scripted)
      outcome = .scripted(answer)
      tally.status = answer.status
      tally.weight &+= answer.response.weight
    }
    if let context, tally.status != 0, !tally.isReported { receive(call, outcome, tally, context) }
    return complete(call, outcome, tally, context, number)
  }
}
