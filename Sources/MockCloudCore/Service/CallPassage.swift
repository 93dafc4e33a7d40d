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

  /// Whether the request never reaches the service, which therefore stores nothing of it.
  var isLost = false

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
  mutating func begin(_ stage: Stage, _ strike: FaultStrike?, _ first: Int) {
    self.stage = stage
    error = strike?.error
    guard let strike, !strike.isEmpty else { return }
    if stage == .request { isLost = strike.losesRequest }
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
