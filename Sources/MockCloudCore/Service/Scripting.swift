/// Calls whose responses come from a script.
extension CloudState {
  /// Takes what the script has for a call; nil where the cloud is to answer. A call that is not the
  /// one that the script expects is a misuse.
  mutating func takeScripted<O: Operation>(
    _ call: borrowing Call<O>
  ) throws(Misuse) -> ScriptRun.Answer? {
    try script?.take(O.name, call.spellings)
  }

  /// Takes the response of a call from a script. Neither the world nor the rules of faults have a part in it, and
  /// the cloud's time passes as the entry says.
  ///
  /// - Parameters:
  ///   - context: Nil where the caller was not found out.
  ///   - timeout: The longest that the caller waits, in milliseconds; nil sets no bound.
  ///   - tally: That of the call, as it began.
  mutating func answer<O: Operation>(
    _ call: consuming Call<O>, _ scripted: ScriptRun.Answer, _ context: CallContext?,
    _ timeout: Int64?, _ tally: inout CallTally
  ) -> CompletedCall<O> {
    if let context, !watch.isIdle { inspect(call, context) }
    if case .operation(let operation, let bytes) = call.request {
      tally.weight &+= operation.weight ?? bytes
    }
    let outcome: CallOutcome<O.Answer>
    do throws(CloudError) {
      if scripted.delay > 0 {
        var session = CallSession()
        try wait(scripted.delay, atMost: timeout, &session)
      }
      let answer = ScriptedAnswer(scripted)
      outcome = .scripted(answer)
      tally.status = answer.status
      tally.weight &+= answer.response.weight
    } catch {
      outcome = .failure(error)
      tally.status = error.code.rawValue
    }
    if let context, tally.status != 0 { remember(call, outcome, tally, context) }
    return complete(call, outcome, tally, context)
  }
}
