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
      try core.state.taking(taker) { (state) throws(CloudError) in
        try O.body.perform(operation, caller, &state)
      }
    }
  }

  /// Registers that an operation failed before it reached the cloud. Its error is a response that the
  /// blocks of the operation have.
  ///
  /// - Returns: The numbers of the responses that the client has now.
  package func noteUnsent(
    _ operation: any CloudOperation, as caller: Caller, since moment: ClientMoment
  ) -> [UInt64] {
    guard !isHeldHere, let operation = operation as? any Operation, operation.isReading else {
      return []
    }
    return withCore { core in
      core.state.taking(.handler) { state in
        guard let context = try? caller.context(in: state.world),
          !state.watch.hasEnded(moment, ofDevice: context.deviceName.watchKey),
          !state.faults.hasCrashed(context.deviceName)
        else { return [] }
        return state.counting { $0.noteCancelled(operation, context) }
      }
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
