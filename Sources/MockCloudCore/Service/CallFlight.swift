/// A call that is followed step by step. Each step is a turn of its operation.
protocol FlyingCall: CallUnderWay {
  /// Whether the service has got the request.
  var hasReachedService: Bool { get }
  /// Adds what faults did to the call so far to a trace.
  func add(to trace: inout FaultTrace, in state: inout CloudState)
  /// Ends what faults did to the call, which is given up while the rules are kept.
  mutating func settle(in state: inout CloudState)
  /// Runs the next step.
  mutating func proceed(in state: inout CloudState) throws(Misuse) -> FlightStep
  /// Ends the call because the client cancelled it: it takes no effect any more.
  mutating func cancel(in state: inout CloudState) throws(Misuse) -> any BlockSource
}

/// What follows a step of a call.
enum FlightStep {
  /// The next step is at the given time, in milliseconds since 1970.
  case waits(any FlyingCall, until: Int64)
  /// - Parameter untaken: The response to remember once the client has taken it.
  case ended(any BlockSource, RememberedResponse?)
}

/// A call of an operation that reports by events, on its way to the service and back.
///
/// It is a value of the world: copies of the cloud have their own, and go on independently.
struct CallFlight<O: Operation>: FlyingCall {
  private let call: Call<O>
  private var context: CallContext
  private var tally: CallTally
  private var session = CallSession()
  private var passage = CallPassage()
  private var answer: Result<O.Answer, CloudError>?
  /// The outcome after the arrival if a state document had it.
  private var stored: StoredAnswer?
  /// The operation; nil until the call was admitted.
  private var operation: O?
  /// The response of a script, and the milliseconds that the caller waits for it.
  private var scripted: (answer: ScriptRun.Answer, wait: Int64)?
  private var hasBegun = false
  /// Whether the operation was run where no fault acts, so that the call makes no way.
  private var hasRun = false
  /// Whether the call is completed even if the client ends.
  private let outlivesClient: Bool
  /// Who submitted the operation.
  private let submitter: OperationsInFlight.Submitter

  /// Begins a call, without a step of its way.
  ///
  /// - Parameters:
  ///   - timeout: The caller's timeout in milliseconds.
  ///   - knownResponses: Those that the client had when the operation was submitted, or made.
  ///   - entry: The operation.
  init(
    _ call: Call<O>, in state: inout CloudState, timeout: Int64, knownResponses: KnownResponses,
    operation entry: OperationsInFlight.Entry
  ) throws(Misuse) {
    try state.checkRun()
    self.call = call
    outlivesClient = entry.delivery.isLongLived
    submitter = entry.submitter
    context = try state.context(of: call, by: submitter)
    if !outlivesClient { try state.faults.refuseCrashed(submitter.device) }
    tally = state.tally()
    tally.delivery = entry.delivery.logged
    if state.script != nil, let answer = try state.takeScripted(call) {
      scripted = (answer, min(answer.delay, timeout))
    }
    context.knownResponses = knownResponses
    context.callNumber = CallContext.provisionalNumber(ofOperation: entry.number)
    context.ordinal = state.faults.counts.next(context.deviceName, O.name)
    if scripted == nil, state.meetsFaults { session = state.beginSession(call, context) }
    if !state.watch.isIdle { state.inspect(call, context) }
    session.timeLeft = timeout
    if outlivesClient { session.outliveClient() }
  }

  /// Continues a call of a state document.
  init(_ flight: StoredFlight<O>, in state: inout CloudState) throws(Misuse) {
    let record = flight.record
    call = flight.call
    outlivesClient = flight.delivery.isLongLived
    hasBegun = true
    submitter = flight.submitter
    context = try state.context(of: call, by: submitter)
    context.knownResponses = flight.knownResponses
    context.callNumber = CallContext.provisionalNumber(ofOperation: flight.number)
    context.ordinal = record.ordinal
    tally = state.tally(from: record.began)
    tally.delivery = flight.delivery.logged
    if case .operation(let operation, let bytes) = call.request {
      self.operation = operation
      tally.weight &+= operation.weight ?? bytes
    }
    if let scripted = record.scripted {
      self.scripted = scripted
      return
    }
    stored = record.answer
    if let digests = record.digests {
      tally.stateBefore = digests.before
      tally.stateAfter = digests.after
    }
    session = state.beginSession(call, context, states: record.states)
    session.restore(record.session)
    if outlivesClient { session.outliveClient() }
    passage = record.passage
    passage.restore(record.passage.inForce, &session)
    state.returnRules(&session)
  }

  var hasReachedService: Bool { hasArrived && !passage.isLost }

  /// Whether the request has arrived: the operation has taken effect, unless it failed.
  private var hasArrived: Bool { hasRun || scripted != nil || passage.hasArrived }

  func add(to trace: inout FaultTrace, in state: inout CloudState) { session.add(to: &trace) }

  mutating func settle(in state: inout CloudState) {
    session.exchange(&state.boxedFaults, &state.exploration)
    session.settle(now: state.world.clock.now, hasRun: true, isFinal: true)
    session.exchange(&state.boxedFaults, &state.exploration)
  }

  // Functions that choose the code for saves do nothing else: one with values of any operation's types
  // makes the metadata of these types first.
  @_specialize(where O == ModifyRecords)
  mutating func proceed(in state: inout CloudState) throws(Misuse) -> FlightStep {
    try followed(in: &state)
  }

  @inline(never)
  private mutating func followed(in state: inout CloudState) throws(Misuse) -> FlightStep {
    let isFirst = !hasBegun
    hasBegun = true
    if let scripted {
      let time = state.world.clock.mode == .system ? 0 : scripted.wait
      if isFirst, time > 0 { return wait(time, in: &state) }
      let completed = state.finish(call, scripted, &context, &tally)
      return ended(completed, in: state)
    }
    if !isFirst { state.takeRules(&session) }
    let arrived = hasArrived
    let before = state.world.digest
    let step: CallStep<CallOutcome<O.Answer>>
    do throws(CloudError) {
      if isFirst { operation = try state.admit(call, context, &tally) }
      step = try advance(in: &state, isAdmitted: isFirst)
    } catch {
      step = .end(tally.failure(error))
    }
    if !arrived {
      tally.stateBefore = before
      tally.stateAfter = state.world.digest
    }
    switch step {
    case .wait(let time): return wait(time, in: &state)
    case .end(let outcome):
      let completed = try end(outcome, in: &state)
      return ended(completed, in: state)
    }
  }

  /// Follows the call until it waits or ends.
  ///
  /// - Parameter isAdmitted: Whether its account was found and checked in this step.
  private mutating func advance(
    in state: inout CloudState, isAdmitted: Bool
  ) throws(CloudError) -> CallStep<CallOutcome<O.Answer>> {
    guard let operation else { throw .operationCancelled }
    while true {
      let meetsFaults = session.meetsFaults
      if !hasArrived, meetsFaults || !isAdmitted {
        try state.renew(&context, of: call, by: submitter)
      }
      hasRun = !meetsFaults
      let step =
        meetsFaults
        ? try state.proceed(operation, context, &session, &passage, &answer)
        : .end(try state.transact(operation, context, &session))
      switch step {
      case .wait where state.world.clock.mode == .system: continue
      case .wait(let time): return .wait(time)
      case .end(let answer?):
        return .end(tally.outcome(answer, of: operation, session))
      case .end(nil): return .end(storedOutcome())
      }
    }
  }

  /// Returns the outcome that a state document had.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func storedOutcome() -> CallOutcome<O.Answer> {
    guard let stored else { return tally.failure(.operationCancelled) }
    if let interruption = session.interruption {
      return tally.interrupted(stored.blocks(upTo: interruption.items), interruption.error)
    }
    tally.status = stored.status
    tally.weight &+= stored.response.weight
    return .scripted(ScriptedAnswer(stored))
  }

  mutating func cancel(in state: inout CloudState) throws(Misuse) -> any BlockSource {
    if let scripted { return state.finish(call, scripted, &context, &tally) }
    state.takeRules(&session)
    let outcome: CallOutcome<O.Answer>
    if let operation, case .success(let answer)? = answer {
      outcome = tally.outcome(answer, of: operation, session)
    } else if stored != nil {
      outcome = storedOutcome()
    } else {
      outcome = tally.failure(.operationCancelled)
    }
    return try end(outcome, in: &state)
  }

  /// The call for a state document.
  ///
  /// - Parameter answer: Returns the response and the blocks of the outcome after the arrival.
  func record(
    seed: UInt64, _ answer: (CompletedCall<O>) -> StoredAnswer
  ) -> FlightRecord {
    var record = FlightRecord(began: tally.start, ordinal: context.ordinal)
    if let scripted {
      record.scripted = scripted
      return record
    }
    record.passage = passage
    record.session = session.saved
    record.states = session.states
    guard hasArrived else { return record }
    record.digests = tally.stateAfter.map { (tally.stateBefore, $0) }
    if let stored {
      record.answer = stored
    } else if let operation, let result = self.answer {
      // An interruption is applied when the call ends.
      var (tally, session) = (tally, session)
      session.wishes.interruption = nil
      let outcome: CallOutcome<O.Answer> =
        switch result {
        case .success(let answer): tally.outcome(answer, of: operation, session)
        case .failure(let error): tally.failure(error)
        }
      record.passage.volume = operation.volume(of: result)
      record.answer = answer(CompletedCall(call, outcome, tally, context, 0, seed: seed))
    }
    return record
  }

  private mutating func wait(_ time: Int64, in state: inout CloudState) -> FlightStep {
    state.returnRules(&session)
    let (due, overflows) = state.world.clock.now.addingReportingOverflow(time)
    return .waits(self, until: min(overflows ? .max : due, Clock.bounds.upperBound))
  }

  private func ended(
    _ completed: CompletedCall<O>, in state: borrowing CloudState
  ) -> FlightStep {
    // The client waits from the time of the response.
    let (context, tally) = (context, tally)
    let time = state.watch.time(at: state.world.clock.now)
    return .ended(
      completed,
      RememberedResponse { state in
        guard tally.isRemembered || state.watch.remembersPages else { return }
        state.remember(completed.call, completed.outcome, tally, context, receivedAt: time)
      })
  }

  private mutating func end(
    _ outcome: CallOutcome<O.Answer>, in state: inout CloudState
  ) throws(Misuse) -> CompletedCall<O> {
    state.number(&context)
    return try state.conclude(
      call, outcome, context, &session, &tally, outlivesClient: outlivesClient)
  }
}

extension CloudState {
  /// Gives a call that ends the number of the latest call. Its findings get that number too.
  fileprivate mutating func number(_ context: inout CallContext) {
    let number = beginCall()
    watch.number(context.callNumber, number)
    context.callNumber = number
  }

  /// Ends a call with the response of a script.
  fileprivate mutating func finish<O: Operation>(
    _ call: Call<O>, _ scripted: (answer: ScriptRun.Answer, wait: Int64),
    _ context: inout CallContext, _ tally: inout CallTally
  ) -> CompletedCall<O> {
    number(&context)
    return complete(
      call, scripted.answer, isLate: scripted.wait < scripted.answer.delay, context,
      context.callNumber, &tally)
  }
}
