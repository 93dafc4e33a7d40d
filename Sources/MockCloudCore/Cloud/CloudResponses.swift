/// Calls whose client gets the response later.
extension Cloud {
  /// Runs an operation of the service.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package func perform<O: CloudOperation>(
    _ operation: O, as caller: Caller, for taker: ResponseTaker
  ) throws(CloudError) -> O.Answer {
    if isHeldHere {
      throw CloudError(.internalError, Misuse.calledFromInside.message)
    }
    return try withCore { (core) throws(CloudError) in
      core.state.taker = taker
      defer { core.state.taker = .program }
      return try O.body.perform(operation, caller, &core.state)
    }
  }

  /// Registers that a client gets responses now. Call it just before its completion handler.
  ///
  /// - Returns: The numbers of the responses.
  package func receive(_ held: HeldResponses) -> [UInt64] {
    if held.responses.isEmpty || isHeldHere { return [] }
    return withCore { $0.state.receive(held) }
  }
}
