/// The way of one call to the service and back, with the effects of the network and of rules.
///
/// `CloudState.proceed` follows it from one wait to the next. A plain call lets time pass for the
/// whole cloud until it ends; an operation that reports by events waits in the agenda, so that
/// other calls cross it.
struct CallPassage: Sendable {
  /// The next step.
  enum Stage: String, Sendable, CaseIterable {
    /// The client sends its request.
    case departure
    /// The request is transferred, or the client waits for a network that does not pass it on.
    case transfer
    /// The effects of rules before the operation are applied.
    case request
    /// The operation has run or failed, and the effects of rules after it are applied.
    case response
    /// The service sends its response.
    case reply
    /// The response is transferred.
    case receipt
  }

  var stage = Stage.departure
  /// The effects that are still to be applied in the stage, in order.
  var pending: ArraySlice<ActEffect> = []
  /// The effects that are in force, in order.
  var inForce: [ActEffect] = []
  /// The error that follows the effects of the stage.
  var error: CloudError?
  /// Whether the response is an error.
  var isFailure = false
  /// The effects in force that change the service while the operation runs, in order.
  private(set) var changes: [ActEffect] = []
  /// Whether the caller stops waiting at the end of the current wait.
  var isLate = false

  /// Whether no effect and no error follows.
  var isUneventful: Bool { pending.isEmpty && error == nil }

  /// Whether the request has arrived: the operation has taken effect, unless it failed.
  var hasArrived: Bool {
    switch stage {
    case .departure, .transfer, .request: false
    case .response, .reply, .receipt: true
    }
  }

  /// Begins a stage with what faults do at its point.
  ///
  /// - Parameter first: The number of the acts of the call before.
  fileprivate mutating func begin(_ stage: Stage, _ strike: FaultStrike?, _ first: Int) {
    self.stage = stage
    error = strike?.error
    guard let strike, !strike.isEmpty else { return }
    for (place, act) in strike.acts.enumerated() {
      for effect in act.effects { pending.append(ActEffect(act: first + place, effect: effect)) }
    }
  }

  /// Puts an effect on the service or on the answer into force, until the call ends.
  ///
  /// - Returns: Whether the effect is of that kind.
  mutating func keep(_ effect: ActEffect, _ session: inout CallSession) -> Bool {
    if effect.effect.changesService {
      changes.append(effect)
    } else if !session.wish(effect.effect) {
      return false
    }
    inForce.append(effect)
    return true
  }

  /// Puts the effects that a state document had into force again.
  mutating func restore(_ effects: [ActEffect], _ session: inout CallSession) {
    inForce = []
    for effect in effects {
      session.begin(effect)
      _ = keep(effect, &session)
    }
  }

  /// The number of bytes of an answer that a state document has instead of the answer.
  var volume = 0
}

extension FaultEffect {
  /// Whether the effect changes the service while the operation runs.
  fileprivate var changesService: Bool {
    switch kind {
    case .duplicate, .limits, .truncate, .skew, .indexLag: true
    default: false
    }
  }

  /// Whether the effect is in force until the call ends.
  var isKept: Bool {
    switch kind {
    case .applyPrefix, .interrupt, .shuffle, .repeatChanges, .expireMarkers, .truncateFiles: true
    default: changesService
    }
  }

  /// Whether the effect is applied on the way of a call, with the values that chance gave it.
  var isPerformed: Bool {
    switch self {
    case .error, .lostRequest, .lostResponse, .latency(.fixed), .hang, .crash, .conflict, .jump,
      .expireUploads, .expireTokens, .call:
      true
    default: isKept
    }
  }
}

/// The next thing that happens to a call.
enum CallStep<Answer> {
  /// The given milliseconds pass.
  case wait(Int64)
  case end(Answer)
}

extension CallPassage {
  /// The next thing that happens to a call of any operation.
  enum Step {
    /// The given milliseconds pass.
    case wait(Int64)
    /// Another device saves records that the call is about to save.
    case conflict(FaultConflict)
    /// The operation runs.
    case run
    /// The response is an error, whether or not the operation has run.
    case fail(CloudError)
    /// The response has arrived.
    case end
  }
}

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
