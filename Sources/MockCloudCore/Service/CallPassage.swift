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
    /// The network does not pass the request on, which the client notices after a time.
    case unreached
    /// The request was transferred.
    case transfer
    /// The effects of rules before the operation are applied.
    case request
    /// The operation has run or failed, and the effects of rules after it are applied.
    case response
    /// The service sends its response.
    case reply
    /// The response was transferred.
    case receipt
  }

  var stage = Stage.departure
  /// The effects that are still to be applied in the stage, in order.
  var pending: ArraySlice<ActEffect> = []
  /// The effects that are in force, in order.
  var inForce: [ActEffect] = []
  /// The error that follows the effects of the stage.
  var error: CloudError?
  private(set) var changes = ServiceChanges()
  /// Whether the caller stops waiting at the end of the current wait.
  var isLate = false

  /// Whether the request has arrived: the operation has taken effect, unless it failed.
  var hasArrived: Bool {
    switch stage {
    case .departure, .unreached, .transfer, .request: false
    case .response, .reply, .receipt: true
    }
  }

  /// Puts an effect on the service or on the answer into force, until the call ends.
  ///
  /// - Returns: Whether the effect is of that kind.
  mutating func keep(_ effect: ActEffect, _ session: inout CallSession) -> Bool {
    guard session.wish(effect.effect) || change(by: effect) else { return false }
    inForce.append(effect)
    return true
  }

  /// Puts the effects that a state document had into force again.
  mutating func restore(_ effects: [ActEffect], _ session: inout CallSession) {
    inForce = []
    for effect in effects {
      session.begin(effect.effect.kind, of: effect.act)
      _ = keep(effect, &session)
    }
  }

  private mutating func change(by effect: ActEffect) -> Bool {
    switch effect.effect {
    case .duplicate: changes.isDuplicated = true
    case .limits(let limits):
      changes.limits += limits.map { LimitAct(act: effect.act, change: $0) }
    case .truncate(let most):
      changes.limits.append(
        LimitAct(act: effect.act, change: Limits.pageSize(most), mostItems: most))
    case .skew(let milliseconds): changes.skew = milliseconds
    case .indexLag(let lag): changes.lag = lag
    default: return false
    }
    return true
  }

  /// The number of bytes of an answer that a state document has instead of the answer.
  var volume = 0
}

extension FaultEffect {
  /// Whether the effect is in force until the call ends.
  var isKept: Bool {
    switch kind {
    case .duplicate, .limits, .truncate, .skew, .indexLag, .applyPrefix, .interrupt, .shuffle,
      .repeatChanges, .expireMarkers, .truncateFiles:
      true
    default: false
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

/// The changes of the service by rules while an operation runs.
struct ServiceChanges: Sendable {
  var isDuplicated = false
  /// The limits that acts set, in order.
  var limits: [LimitAct] = []
  /// The difference of stamps from the time, in milliseconds.
  var skew: Int64 = 0
  /// The lag of the indexes for queries.
  var lag: FaultLag?
}

/// A limit that an act of a rule sets for a call.
struct LimitAct: Sendable {
  /// The number of the act in the call.
  let act: Int
  let change: Limits.Change
  /// The maximum number of items of pages that are truncated; such a limit only lowers another.
  var mostItems: Int?
}

/// The next thing that happens to a call.
enum CallStep<Answer> {
  /// The given milliseconds pass.
  case wait(Int64)
  case end(Answer)
}

extension CloudState {
  /// Runs an operation over the network of the device, with the effects of rules. Time passes for
  /// the whole cloud.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func transactAmongFaults<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> O.Answer {
    var passage = CallPassage()
    var answer: Result<O.Answer, CloudError>?
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
  /// - Parameter answer: The answer, once the operation has run; nil if a state document had it.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func proceed<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession,
    _ passage: inout CallPassage, _ answer: inout Result<O.Answer, CloudError>?
  ) throws(CloudError) -> CallStep<O.Answer?> {
    while true {
      if passage.isLate { throw CloudError(.networkFailure, ServerText.timedOut) }
      var time: Int64 = 0
      switch passage.stage {
      case .departure: time = try send(needsNetwork: O.access != .open, &session, &passage)
      case .unreached: throw passage.error ?? ErrorSpecification(.networkFailure).cloudError
      case .transfer:
        try arrive(needsNetwork: O.access != .open, &session)
        begin(.request, at: .call, &session, &passage)
      case .request, .response:
        if let wait = try applyEffects(operation, context, &session, &passage) {
          time = wait
        } else {
          answer = pass(operation, context, &session, &passage, answer)
        }
      case .reply:
        passage.stage = .receipt
        guard O.access != .open, let network = session.network else { continue }
        let bytes = answer.map { operation.volume(of: $0) } ?? passage.volume
        time = carry(bytes, over: network, .after, &session, &passage)
      case .receipt:
        let isFailure = if case .failure = answer { true } else { false }
        try receive(needsNetwork: O.access != .open, isFailure: isFailure, &session)
        return .end(try answer?.get())
      }
      if time > 0 { return .wait(time) }
    }
  }

  /// Ends a stage at whose point rules acted, and begins the next one.
  ///
  /// - Returns: The answer after it.
  private mutating func pass<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession,
    _ passage: inout CallPassage, _ answer: Result<O.Answer, CloudError>?
  ) -> Result<O.Answer, CloudError>? {
    let isRequest = passage.stage == .request
    passage.stage = .reply
    if let error = passage.error { return .failure(error) }
    guard isRequest else { return answer }
    do throws(CloudError) {
      let answer = try transactAmongRules(operation, context, &session, passage.changes)
      session.settle(now: world.clock.now, hasRun: true, isFinal: false)
      begin(.response, at: .answer, &session, &passage)
      return .success(answer)
    } catch {
      session.settle(now: world.clock.now, hasRun: true, isFinal: false)
      return .failure(error)
    }
  }

  /// Begins a stage at whose point rules act.
  private mutating func begin(
    _ stage: CallPassage.Stage, at point: FaultPoint, _ session: inout CallSession,
    _ passage: inout CallPassage
  ) {
    let first = session.actCount
    let strike = session.strike(point, now: world.clock.now)
    passage.stage = stage
    passage.error = strike?.error
    passage.pending = []
    for (place, act) in (strike?.acts ?? []).enumerated() {
      for effect in act.effects {
        passage.pending.append(ActEffect(act: first + place, effect: effect))
      }
    }
  }

  /// Applies the effects of a stage until time must pass.
  ///
  /// - Returns: The milliseconds that must pass before the other effects; nil if all were applied.
  private mutating func applyEffects<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession,
    _ passage: inout CallPassage
  ) throws(CloudError) -> Int64? {
    let pending = passage.pending
    for (index, effect) in zip(pending.indices, pending) {
      let time = try apply(effect, operation, context, &session, &passage)
      guard time == 0, !passage.isLate else {
        passage.pending = pending[(index + 1)...]
        return time
      }
    }
    passage.pending = []
    session.settle(now: world.clock.now, hasRun: passage.hasArrived, isFinal: false)
    return nil
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
