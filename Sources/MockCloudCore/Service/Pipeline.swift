/// The pipeline of calls of the service, which is the same for every entry point: an entry point
/// only decodes the call and encodes its outcome.
extension CloudState {
  /// Runs a call.
  ///
  /// A caller who does not exist is a misuse of the library, and the call is not added to the
  /// journal. All other errors are part of the outcome.
  mutating func run<O: Operation>(_ call: consuming Call<O>) throws(Misuse) -> CompletedCall<O> {
    try checkRun()
    var context = try caller(of: call)
    var tally = self.tally()
    let scripted = script == nil ? nil : try takeScripted(call)
    context.knownResponses = taker.knownResponses ?? KnownResponses(last: watch.received)
    context.callNumber = beginCall()
    context.ordinal = faults.counts.next(context.deviceName, O.name)
    if let scripted {
      return try answer(call, scripted, context, context.callNumber, &tally)
    }
    var session = CallSession()
    if !watch.isIdle { inspect(call, context) }
    let outcome = outcome(of: call, context, &session, &tally)
    return try conclude(call, outcome, context, &session, &tally)
  }

  /// Begins a call: reads changed rules, and ends a run of an exploration that makes too many calls.
  mutating func checkRun() throws(Misuse) {
    watchFaultFile()
    try exploration?.value.beginCall()
  }

  /// Returns the caller of a call.
  ///
  /// - Parameter outlivesClient: Whether the call is made even if the client has ended.
  mutating func caller<O: Operation>(
    of call: borrowing Call<O>, outlivesClient: Bool = false
  ) throws(Misuse) -> CallContext {
    let context = try call.caller.context(in: world, onlyScope: O.onlyScope)
    if !outlivesClient, !faults.crashed.isEmpty { try faults.refuseCrashed(context.deviceName) }
    return context
  }

  /// Ends a call: takes the rules back, and adds the call to the journal.
  ///
  /// - Parameter outlivesClient: Whether the call is completed even if the client ends.
  mutating func conclude<O: Operation>(
    _ call: consuming Call<O>, _ outcome: consuming CallOutcome<O.Answer>,
    _ context: CallContext, _ session: inout CallSession, _ tally: inout CallTally,
    outlivesClient: Bool = false
  ) throws(Misuse) -> CompletedCall<O> {
    session.settle(now: world.clock.now, hasRun: true, isFinal: true)
    tally.passes = session.passes
    tally.faults = session.notes
    session.exchange(&boxedFaults, &exploration)
    // Another call may have ended the client of a plain call that waited.
    let hasEnded =
      tally.isReported ? session.hasCrashed : faults.hasCrashed(context.deviceName)
    if hasEnded, !outlivesClient { throw end(call, &tally, context) }
    if !tally.isReported, tally.isRemembered || watch.remembersPages {
      receive(call, outcome, tally, context)
    }
    return complete(call, outcome, tally, context, context.callNumber)
  }

  /// Completes a call whose client has ended, and returns the error of the client's calls.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func end<O: Operation>(
    _ call: consuming Call<O>, _ tally: inout CallTally, _ context: CallContext
  ) -> Misuse {
    tally.status = MisuseStatus.clientEnded.rawValue
    _ = complete(call, .failure(.operationCancelled), tally, context, context.callNumber)
    return .crashed(context.deviceName)
  }

  /// Completes a call whose request is invalid, without running it.
  ///
  /// - Parameter caller: The caller as far as the request names one. The journal has the call as
  ///   nobody's if there is no such caller.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func refuse<O: Operation>(
    _ operation: O.Type, _ error: CloudError, as caller: Caller, text: [UInt8]
  ) throws(Misuse) -> CompletedCall<O> {
    let call = Call<O>(request: .malformed(error, text: text), caller: caller)
    var context = try? caller.context(in: world, onlyScope: O.onlyScope)
    var tally = self.tally()
    let scripted = script == nil ? nil : try takeScripted(call)
    let number = beginCall()
    context?.callNumber = number
    if let device = context?.deviceName {
      context?.ordinal = faults.counts.next(device, O.name)
    }
    if let scripted { return try answer(call, scripted, context, number, &tally) }
    tally.weight &+= text.count
    tally.status = error.code.rawValue
    return complete(call, .failure(error), tally, context, number)
  }

  /// - Parameter number: The number of the call: others may have been made while it waited.
  mutating func complete<O: Operation>(
    _ call: consuming Call<O>, _ outcome: consuming CallOutcome<O.Answer>,
    _ tally: CallTally, _ context: CallContext?, _ number: UInt64
  ) -> CompletedCall<O> {
    let completed = CompletedCall(call, outcome, tally, context, number, seed: world.seed)
    record(completed, context, tally)
    return completed
  }

  private mutating func outcome<O: Operation>(
    of call: borrowing Call<O>, _ context: CallContext, _ session: inout CallSession,
    _ tally: inout CallTally
  ) -> CallOutcome<O.Answer> {
    do throws(CloudError) {
      let operation = try admit(call, context, &tally)
      if meetsFaults { beginSession(&session, operation, call.request.bytes, context) }
      var passage: CallPassage?
      if session.meetsFaults { depart(&session, &passage) }
      var answer: O.Answer?
      if passage == nil {
        answer = try transact(operation, context, &session)
        if session.meetsFaults { arrive(&session, &passage) }
      }
      if let passage {
        answer = try transactAmongFaults(operation, context, &session, passage, answer)
      }
      guard let answer else { throw .operationCancelled }
      return tally.outcome(answer, of: operation, session)
    } catch {
      return tally.failure(error)
    }
  }

  /// Begins the session of a call on which faults may act.
  private mutating func beginSession<O: Operation>(
    _ session: inout CallSession, _ operation: O, _ bytes: Int, _ context: CallContext
  ) {
    let prospect = prospect(O.name, context)
    if case .quiet = prospect { return }
    session = beginSession(operation, bytes, context, list: prospect.list)
  }

  /// Returns the operation of a call that may begin.
  func admit<O: Operation>(
    _ call: borrowing Call<O>, _ context: CallContext, _ tally: inout CallTally
  ) throws(CloudError) -> O {
    switch call.request {
    case .malformed(let error, let text):
      tally.weight &+= text.count
      throw error
    case .operation(let operation, let bytes):
      tally.weight &+= operation.weight ?? bytes
      try context.admit(operation, bytes: bytes, in: world)
      return operation
    }
  }

  /// Runs an operation such that the world is unchanged if it throws: its draft is dropped.
  mutating func transact<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> O.Answer {
    if separatesCommits, O.effect != .nothing { world.clock.tick() }
    switch O.effect {
    case .nothing:
      let answer = try operation.run(in: &world, as: context, &session)
      if operation.hasTokens(answer) { world.noteTokens(issuedTo: context) }
      return answer
    case .inPlace:
      let answer = try operation.run(in: &world, as: context, &session)
      world.commit(by: context)
      return answer
    case .draft:
      var draft = world
      let answer = try operation.run(in: &draft, as: context, &session)
      try session.reach(.commit)
      if operation.hasTokens(answer) { draft.noteTokens(issuedTo: context) }
      draft.commit(by: context)
      world = draft
      return answer
    }
  }
}

extension CallTally {
  /// Returns the outcome of an operation that ran.
  mutating func outcome<O: Operation>(
    _ answer: O.Answer, of operation: O, _ session: borrowing CallSession
  ) -> CallOutcome<O.Answer> {
    var survey = AnswerSurvey()
    operation.describe(answer, to: &survey)
    weight &+= survey.weight
    pages = survey.pages
    if let interruption = session.interruption {
      failures = survey.failures
      return interrupted(
        CompletedCall.blocks(of: operation, answer, upTo: interruption.items), interruption.error)
    }
    queryPage = survey.queryPage
    if !survey.failures.isEmpty { status = CKErrorCode.partialFailure.rawValue }
    return .answer(answer, failures: survey.failures)
  }

  /// Returns the outcome of a call that failed after some of its blocks were called.
  mutating func interrupted<Answer>(
    _ blocks: [OperationBlock], _ error: ErrorSpecification
  ) -> CallOutcome<Answer> {
    let error = error.cloudError
    status = error.code.rawValue
    return .interrupted(blocks, error)
  }

  /// Returns the outcome of a call that failed as a whole.
  mutating func failure<Answer>(_ error: CloudError) -> CallOutcome<Answer> {
    status = error.code.rawValue
    return .failure(error)
  }
}

extension CompletedCall {
  /// - Parameter seed: The seed of the world.
  convenience init(
    _ call: consuming Call<O>, _ outcome: consuming CallOutcome<O.Answer>, _ tally: CallTally,
    _ context: CallContext?, _ number: UInt64, seed: UInt64
  ) {
    var seed = seed
    if tally.status != 0 || tally.isReported, let context {
      seed = IdentifierSource.errorSeed(
        seed, device: context.deviceName, operation: O.name, ordinal: context.ordinal)
    }
    self.init(
      call: call, outcome: outcome, status: tally.status, seed: seed, number: number,
      viewer: context?.userRecordName, weight: tally.weight)
  }
}

extension CloudState {
  /// Runs an operation of the harness. The cloud is unchanged if it throws.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func run<O: HarnessOperation>(
    _ operation: O, as caller: Caller
  ) throws(Misuse) -> O.Answer {
    var context = try caller.context(in: world)
    guard O.changesCloud, !O.isInPlace else { return try operation.run(in: &self, as: context) }
    var draft = copied()
    let answer = try operation.run(in: &draft, as: context)
    // No device has an empty name: the changes are of none.
    context.deviceName = ""
    draft.world.commit(by: context, sendsPushes: O.firesSubscriptions)
    self = draft
    return answer
  }
}
