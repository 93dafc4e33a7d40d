/// The submission of operations that report by events.
extension CloudState {
  /// Submits a call that reports by events. It is not run yet.
  ///
  /// - Returns: The operation's ID.
  mutating func submit<O: Operation>(
    _ call: consuming Call<O>, _ delivery: Delivery, _ reporting: Reporting = .events
  ) throws(Submission.Refusal) -> String {
    let context: CallContext
    do throws(Misuse) {
      context = try call.caller.context(in: world, onlyScope: O.onlyScope)
    } catch {
      throw .misuse(error)
    }
    do throws(Misuse) {
      try faults.refuseCrashed(context.deviceName)
      try exploration?.value.checkRun()
    } catch {
      throw .misuse(error)
    }
    try refuseEnded(reporting, on: context.deviceName)
    if let problem = delivery.problem { throw .service(problem.cloudError) }
    for (index, id) in delivery.dependencies.enumerated() where !world.operations.isKnown(id) {
      throw .service(
        CloudError(
          .invalidArguments,
          "dependsOn[\(index)]: operation '\(NameRules.shortened(id))' does not exist; expected an "
            + "'operationID' that a call returned"))
    }
    let id = world.submit(
      SubmittedServiceCall(
        call: call,
        knownResponses: reporting.knownResponses ?? KnownResponses(last: watch.received)),
      named: O.name,
      by: context.submitter,
      at: world.clock.now, delivery, reporting)
    if delivery.isLongLived { reporting.client?.noteSubmitted(id) }
    return id
  }

  /// Refuses an operation whose app has ended since it made or added it: only a process that ran could
  /// send it.
  private func refuseEnded(
    _ reporting: Reporting, on device: DeviceName
  ) throws(Submission.Refusal) {
    guard let moment = reporting.client?.moment,
      watch.hasEnded(moment, ofDevice: device.watchKey)
    else { return }
    throw .service(
      CloudError(.operationCancelled, "Operation was cancelled: its client has ended"))
  }

  /// Submits a kept answer to be reported once more, by events.
  mutating func replay(
    _ id: String, of operation: String, as caller: Caller
  ) throws(Submission.Refusal) {
    let context: CallContext
    do throws(Misuse) {
      context = try caller.context(in: world)
      try faults.refuseCrashed(context.deviceName)
    } catch {
      throw .misuse(error)
    }
    // The blocks are for the device and the user who submitted it.
    guard world.operations.entry(id)?.submitter == context.submitter else {
      throw .notLongLived(id)
    }
    try replay(id, of: operation, .events)
  }

  /// Submits a kept answer to be reported once more.
  mutating func replay(
    _ id: String, of operation: String, _ reporting: Reporting
  ) throws(Submission.Refusal) {
    guard let entry = world.operations.entry(id), entry.delivery.isLongLived else {
      throw .notLongLived(id)
    }
    try refuseEnded(reporting, on: entry.device)
    guard entry.operation == operation else {
      throw .service(
        CloudError(
          .invalidArguments,
          "operationID: the operation is '\(entry.operation)'; expected a call of that name"))
    }
    guard world.operations.replay(id, reporting) else {
      if world.operations.resume(id, reporting) { return }
      throw .service(
        CloudError(
          .invalidArguments,
          "operationID: the operation has not ended; mock/clock/runUntilIdle runs it"))
    }
    world.agenda.add(.operation, due: world.clock.now)
  }
}

/// The reasons why a submission is refused.
enum Submission {
  enum Refusal: Error {
    case misuse(Misuse)
    case service(CloudError)

    static func notLongLived(_ id: String) -> Refusal {
      .service(
        CloudError(
          .invalidArguments,
          "operationID: '\(NameRules.shortened(id))' is not a long-lived operation; "
            + "operations/list lists those whose response is kept"))
    }
  }
}

/// A submitted call that can be run.
protocol RunnableCall: SubmittedCall {
  /// Begins the call.
  func begin(
    in state: inout CloudState, _ entry: OperationsInFlight.Entry
  ) throws(Misuse) -> any FlyingCall
  /// Returns the call with the size of its request that a state document had.
  func resized(to bytes: Int) -> any RunnableCall
  /// Returns the call that a state document had under way.
  func continued(
    _ record: FlightRecord, number: UInt64, by submitter: OperationsInFlight.Submitter,
    _ delivery: Delivery
  ) -> any FlyingCall
  /// Returns the report of a call that fails without being run.
  func failed(_ error: CloudError, in world: borrowing World) -> any BlockSource
  /// Returns the response that the client gets if it cancels the call; nil if it does not count.
  ///
  /// - Parameter response: The response of which it may have got some blocks before.
  func cancelled(
    by submitter: OperationsInFlight.Submitter, reporting response: RememberedResponse?
  ) -> RememberedResponse?
  /// Notes that the client gives up what the call was to read on, because it cancels it before it runs.
  func giveUp(in state: inout CloudState, by submitter: OperationsInFlight.Submitter)
  /// Returns the keys of what the call reads on once it runs.
  func continued(
    in state: borrowing CloudState, by submitter: OperationsInFlight.Submitter
  ) -> [WatchKey]
}

/// It is an object, because a value of its size would be copied each time it is looked at.
final class SubmittedServiceCall<O: Operation>: RunnableCall {
  let call: Call<O>
  /// The responses that the client had before the submission, or before it made the operation.
  let knownResponses: KnownResponses

  init(call: consuming Call<O>, knownResponses: KnownResponses) {
    self.call = call
    self.knownResponses = knownResponses
  }

  @_specialize(where O == ModifyRecords)
  func begin(
    in state: inout CloudState, _ entry: OperationsInFlight.Entry
  ) throws(Misuse) -> any FlyingCall {
    try flight(in: &state, entry)
  }

  @inline(never)
  private func flight(
    in state: inout CloudState, _ entry: OperationsInFlight.Entry
  ) throws(Misuse) -> any FlyingCall {
    try CallFlight(
      call, in: &state, timeout: entry.delivery.timeoutMilliseconds,
      knownResponses: knownResponses, operation: entry)
  }

  func resized(to bytes: Int) -> any RunnableCall {
    guard case .operation(let operation, _) = call.request else { return self }
    var call = call
    call.request = .operation(operation, bytes: bytes)
    return SubmittedServiceCall(call: call, knownResponses: knownResponses)
  }

  func continued(
    _ record: FlightRecord, number: UInt64, by submitter: OperationsInFlight.Submitter,
    _ delivery: Delivery
  ) -> any FlyingCall {
    StoredFlight(
      call: call, record: record, number: number, delivery: delivery,
      submitter: submitter, knownResponses: knownResponses)
  }

  func failed(_ error: CloudError, in world: borrowing World) -> any BlockSource {
    CompletedCall(
      call: call, outcome: .failure(error), status: error.code.rawValue, seed: world.seed,
      number: 0, viewer: nil, weight: 0)
  }

  /// A cancelled reading is one that failed, and a cancelled query one that was given up.
  func cancelled(
    by submitter: OperationsInFlight.Submitter, reporting response: RememberedResponse?
  ) -> RememberedResponse? {
    guard case .operation(let operation, _) = call.request,
      operation.isReading
    else { return nil }
    let (call, known) = (call, knownResponses)
    return RememberedResponse { state in
      guard var context = try? state.context(of: call, by: submitter) else { return }
      context.knownResponses = known
      if let response, operation is any FeedReading {
        response.remember(&state)
        state.noteEndedEarly(operation, context)
      }
      state.noteCancelled(operation, context)
    }
  }

  func giveUp(in state: inout CloudState, by submitter: OperationsInFlight.Submitter) {
    guard case .operation(let operation, _) = call.request, operation.isReading,
      let context = try? state.context(of: call, by: submitter)
    else { return }
    state.noteGivenUp(operation, context)
  }

  func continued(
    in state: borrowing CloudState, by submitter: OperationsInFlight.Submitter
  ) -> [WatchKey] {
    guard case .operation(let operation, _) = call.request,
      let context = try? state.context(of: call, by: submitter)
    else { return [] }
    return state.keysContinued(by: operation, context)
  }
}
