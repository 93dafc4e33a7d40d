extension CloudState {
  /// Creates the state of a cloud in which every operation of the service fails with an error.
  init(failingBy misuse: Misuse) {
    self.init(
      (try? Configuration().makeWorld())
        ?? SavedWorld(world: World(seed: 0, clock: .standard)))
    faults.rules.setError(
      ErrorSpecification(.internalError, reason: misuse.message),
      SetErrorScope(isOfRecords: false), FaultLimit())
  }

  /// Returns the call of a typed operation.
  func call<O: Operation>(_ operation: O, as caller: Caller) -> Call<O> {
    let bytes = RequestSize.bytes(
      of: operation, from: caller, limit: world.limits.bytesPerRequest,
      exactly: faults.rules.areAboutSizes || !faults.networks.isEmpty)
    return Call(request: .operation(operation, bytes: bytes), caller: caller)
  }

  /// Submits a typed operation. Saves have code of their own.
  @_specialize(where O == ModifyRecords)
  mutating func submit<O: Operation>(
    _ operation: O, as caller: Caller, _ delivery: Delivery, _ reporting: Reporting
  ) throws(Submission.Refusal) -> String {
    try submitCall(of: operation, as: caller, delivery, reporting)
  }

  @inline(never)
  private mutating func submitCall<O: Operation>(
    of operation: O, as caller: Caller, _ delivery: Delivery, _ reporting: Reporting
  ) throws(Submission.Refusal) -> String {
    try submit(call(operation, as: caller), delivery, reporting)
  }

  /// Runs a typed operation. The most frequent ones have code of their own, as in `Registry`.
  @_specialize(where O == ModifyRecords)
  @_specialize(where O == LookupRecords)
  @_specialize(where O == QueryRecords)
  mutating func perform<O: Operation>(
    _ operation: O, as caller: Caller
  ) throws(CloudError) -> O.Answer {
    let completed: CompletedCall<O>
    do throws(Misuse) {
      completed = try run(call(operation, as: caller))
    } catch {
      throw CloudError(error)
    }
    switch completed.outcome {
    case .answer(let answer, _): return answer
    case .failure(let error), .interrupted(_, let error): throw error
    case .scripted(let answer): throw answer.refusal(of: O.name)
    }
  }
}
