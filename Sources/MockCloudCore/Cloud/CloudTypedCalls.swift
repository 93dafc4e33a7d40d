/// Operations and events as values.
extension Cloud {
  /// Runs an operation of the service as the given caller.
  public func perform<O: CloudOperation>(
    _ operation: O, as caller: Caller = Caller()
  ) throws(CloudError) -> O.Answer {
    try perform(operation, as: caller, for: .program)
  }

  /// Submits an operation of the service that reports by events: it runs when the clock advances,
  /// and `takeEvent` returns its blocks. Throws if the caller or the dependencies are invalid.
  ///
  /// - Returns: The operation's ID.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  public func submit<O: CloudOperation>(
    _ operation: O, as caller: Caller = Caller(), _ delivery: Delivery = Delivery()
  ) throws(CloudError) -> String {
    try submit(operation, as: caller, delivery, .events)
  }

  /// Submits an operation of the service that reports by blocks.
  ///
  /// - Returns: The operation's ID.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package func submit<O: CloudOperation>(
    _ operation: O, as caller: Caller, _ delivery: Delivery, _ reporting: Reporting
  ) throws(CloudError) -> String {
    try submission { (state) throws(Submission.Refusal) in
      try O.body.submit(operation, caller, delivery, reporting, &state)
    }
  }

  /// Submits the kept answer of a long-lived operation, to be reported once more.
  ///
  /// - Parameter client: The client that submitted the operation: a world that was restored may have
  ///   given its ID to another one.
  package func submitAgain(
    _ name: String, _ operationID: String, of client: HandedClient?, _ reporting: Reporting
  ) throws(CloudError) {
    _ = try submission { (state) throws(Submission.Refusal) in
      guard let client, state.world.operations.entry(operationID)?.submitted.client === client
      else { throw .notLongLived(operationID) }
      try state.replay(operationID, of: name, reporting)
      return operationID
    }
  }

  private func submission(
    _ submit: (inout CloudState) throws(Submission.Refusal) -> String
  ) throws(CloudError) -> String {
    if isHeldHere {
      throw CloudError(.internalError, Misuse.calledFromInside.message)
    }
    return try withCore { (core) throws(CloudError) in
      do throws(Submission.Refusal) {
        return try submit(&core.state)
      } catch {
        switch error {
        case .service(let error): throw error
        case .misuse(let misuse): throw CloudError(misuse)
        }
      }
    }
  }

  /// The container and the user's record name of a caller, read without a call of the service. The
  /// name is nil for a caller who is not signed in, and for one that does not exist.
  package func identity(
    of caller: Caller
  ) -> (container: ContainerIdentifier, user: UserRecordName?)? {
    if isHeldHere { return nil }
    return withCore { core in
      guard let context = try? caller.context(in: core.state.world) else { return nil }
      return (context.container, context.userRecordName)
    }
  }

  /// Runs an operation of the harness.
  @discardableResult
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  public func perform<O: CloudHarnessOperation>(
    _ operation: O, as caller: Caller = Caller()
  ) throws(Misuse) -> O.Answer {
    if isHeldHere { throw Misuse.calledFromInside }
    return try withCore { (core) throws(Misuse) in
      try O.body.perform(operation, caller, &core.state)
    }
  }

  /// Removes and returns the oldest event of the queue. Returns nil if there is none, or inside an
  /// operation of this cloud.
  public func takeEvent() -> Event? {
    if isHeldHere { return nil }
    return withCore { $0.state.nextEvent() }
  }
}
