/// Calls whose client gets the response later.
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
