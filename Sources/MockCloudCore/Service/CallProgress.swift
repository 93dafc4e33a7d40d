/// How a call follows its passage: through the network and the effects of rules, from one wait to the
/// next.
extension CloudState {
  /// Asks the rules at the beginning of a plain call.
  ///
  /// - Parameter passage: The way of the call, which is begun if anything acts before the operation
  ///   runs.
  @inline(never)
  mutating func depart(_ session: inout CallSession, _ passage: inout CallPassage?) {
    if session.hasNetwork {
      passage = CallPassage()
    } else if session.isWatching(.before) {
      begin(.request, at: .call, &session, &passage)
    }
  }

  /// Asks the rules after the operation of a plain call has run.
  ///
  /// - Parameter passage: The way of the call, which is begun if anything acts after the operation.
  @inline(never)
  mutating func arrive(_ session: inout CallSession, _ passage: inout CallPassage?) {
    if session.actCount > 0 {
      session.settle(now: world.clock.now, hasRun: true, isFinal: false)
    }
    if session.isWatching(.after) { begin(.response, at: .answer, &session, &passage) }
  }

  /// Asks the rules at a point of a plain call. If any acts, its way begins with the stage.
  private mutating func begin(
    _ stage: CallPassage.Stage, at point: FaultPoint, _ session: inout CallSession,
    _ passage: inout CallPassage?
  ) {
    let first = session.actCount
    guard let strike = session.strike(point, now: world.clock.now), !strike.isEmpty else { return }
    var begun = CallPassage()
    begun.begin(stage, strike, first)
    if !begun.isUneventful { passage = begun }
  }

  /// Runs an operation over the network of the device, with the effects of rules. Time passes for
  /// the whole cloud.
  ///
  /// - Parameter answer: The answer if the operation has run.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func transactAmongFaults<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession, _ passage: CallPassage,
    _ answer: O.Answer?
  ) throws(CloudError) -> O.Answer {
    var passage = passage
    var answer = answer.map { Result<O.Answer, CloudError>.success($0) }
    while true {
      switch try proceed(operation, context, &session, &passage, &answer) {
      case .wait(let time): whileCloudHasRules(&session) { $0.wait(time) }
      case .end(let answer?): return answer
      case .end(nil): throw .operationCancelled
      }
    }
  }

  /// Follows a call until time must pass or it ends.
  ///
  /// It only does what depends on the type of the operation: the code is compiled for each of the
  /// operations that tests call most.
  ///
  /// - Parameter answer: The answer, once the operation has run; nil if a state document had it.
  mutating func proceed<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession,
    _ passage: inout CallPassage, _ answer: inout Result<O.Answer, CloudError>?
  ) throws(CloudError) -> CallStep<O.Answer?> {
    while true {
      let step = try next(context, &session, &passage) {
        answer.map { operation.volume(of: $0) }
      }
      switch step {
      case .wait(let time): return .wait(time)
      case .conflict(let conflict):
        if write(conflict, before: operation, context) { session.did(.conflict) }
      case .run:
        do throws(CloudError) {
          answer = .success(
            passage.changes.isEmpty
              ? try transact(operation, context, &session)
              : try transactAmongRules(operation, context, &session, passage.changes))
          pass(isFailure: false, &session, &passage)
        } catch {
          answer = .failure(error)
          pass(isFailure: true, &session, &passage)
        }
      case .fail(let error): answer = .failure(error)
      case .end: return .end(try answer?.get())
      }
    }
  }

  /// Follows a call until something happens that depends on its operation, time must pass, or it
  /// ends.
  ///
  /// - Parameter volume: Returns the size of the answer; nil if a state document had it.
  @inline(never)
  private mutating func next(
    _ context: CallContext, _ session: inout CallSession, _ passage: inout CallPassage,
    volume: () -> Int?
  ) throws(CloudError) -> CallPassage.Step {
    while true {
      if passage.isLate { throw CloudError(.networkFailure, ServerText.timedOut) }
      if let effect = passage.pending.popFirst() {
        if let step = try apply(effect, context, &session, &passage) { return step }
        continue
      }
      switch passage.stage {
      case .departure: begin(.transfer, at: .departure, &session, &passage)
      case .transfer:
        let failure = passage.error ?? session.strike(.arrival, now: world.clock.now)?.error
        if let failure { throw failure }
        begin(.request, at: .call, &session, &passage)
      case .request, .response:
        let hasRun = passage.hasArrived
        session.settle(now: world.clock.now, hasRun: hasRun, isFinal: false)
        passage.stage = .reply
        if let error = passage.error {
          passage.isFailure = true
          return .fail(error)
        }
        if !hasRun { return .run }
      case .reply:
        let bytes = session.hasNetwork ? volume() ?? passage.volume : 0
        begin(.receipt, at: .reply(bytes: bytes), &session, &passage)
      case .receipt:
        let loss = session.strike(
          .receipt(isFailure: passage.isFailure), now: world.clock.now)
        if let error = loss?.error { throw error }
        return .end
      }
    }
  }

  /// Begins a stage at whose point faults act.
  @inline(never)
  private mutating func begin(
    _ stage: CallPassage.Stage, at point: FaultPoint, _ session: inout CallSession,
    _ passage: inout CallPassage
  ) {
    let first = session.actCount
    passage.begin(stage, session.strike(point, now: world.clock.now), first)
  }

  /// Ends the stage in which the operation has run.
  @inline(never)
  private mutating func pass(
    isFailure: Bool, _ session: inout CallSession, _ passage: inout CallPassage
  ) {
    session.settle(now: world.clock.now, hasRun: true, isFinal: false)
    passage.isFailure = isFailure
    if !isFailure { begin(.response, at: .answer, &session, &passage) }
  }

  /// Returns how many milliseconds a caller waits for something that takes the given time. If that
  /// is less, the call fails at the end of the wait.
  func wait(
    _ milliseconds: Int64, _ session: inout CallSession, _ passage: inout CallPassage
  ) -> Int64 {
    // With the system's clock, calls take no time.
    if world.clock.mode == .system { return 0 }
    guard let left = session.timeLeft else { return milliseconds }
    passage.isLate = milliseconds > left
    session.timeLeft = max(0, left - milliseconds)
    return min(milliseconds, left)
  }
}
