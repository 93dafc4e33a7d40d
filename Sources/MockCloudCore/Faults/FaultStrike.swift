/// The effects of rules at one point.
struct FaultStrike {
  /// What the rules do, in their order.
  private(set) var acts: [RuleAct] = []
  private(set) var error: CloudError?
  /// Whether effects can let time pass: not with the system's clock.
  let timeMayPass: Bool
  private var isDropped = false
  private var repeats = 0
  /// The delay of the push in milliseconds.
  private(set) var delay: Int64 = 0
  /// The time in milliseconds in which another push replaces this one; nil if none does.
  private(set) var coalescing: Int64?

  init(timeMayPass: Bool = true) { self.timeMayPass = timeMayPass }

  /// Adds an act with its effects.
  mutating func add(_ act: RuleAct) {
    acts.append(act)
    for effect in act.effects {
      switch effect {
      // No later rule acts; the client ends when the effect is applied.
      case .crash: error = .operationCancelled
      case .drop: isDropped = true
      case .repeat(let more): repeats = min(repeats &+ more, 999)
      case .delay(.fixed(let milliseconds)):
        let (longer, overflows) = delay.addingReportingOverflow(milliseconds)
        delay = overflows ? .max : longer
      case .coalesce(let milliseconds): coalescing = coalescing ?? milliseconds
      default: if let error = effect.error { self.error = error }
      }
    }
  }

  /// Ends the acts on a push, of which some may have done nothing: those on a push that another rule
  /// drops. Returns these acts.
  mutating func endPush() -> [RuleAct] {
    var ended: [RuleAct] = []
    for index in acts.indices where !acts[index].open.isEmpty {
      acts[index].didSomething = !isDropped
      ended.append(acts[index])
      acts[index].isIdle = isDropped
      acts[index].open = []
    }
    return ended
  }

  /// The number of times that the push arrives: 0 if it is dropped, regardless of other effects.
  var deliveries: Int { isDropped ? 0 : 1 + repeats }
}

extension FaultEffect {
  /// The error with which the call or the item fails; nil for other effects.
  fileprivate var error: CloudError? {
    switch self {
    case .error(let error, _), .lostRequest(let error), .lostResponse(let error): error.cloudError
    default: nil
    }
  }
}

/// What one cause of faults does at one point of a call: a rule, a set error, a network.
struct RuleAct: Sendable {
  /// The operation of the harness that set the cause.
  var source: String
  /// Nil if the cause is not a rule.
  var rule: FaultRule?
  /// The name of a cause that is not a rule; nil if it has none.
  var name: String?
  /// The key by which the rule's limit counted the act.
  var key: ExactText = ""
  /// For whom the rule's next state is kept.
  var owner: ExactText = ""
  /// The effects with the values that chance and counts gave them, without those that did nothing.
  var effects: [FaultEffect]
  var phase = FaultPhase.before
  /// The affected item; nil if the fault affects the whole call.
  var item: FaultItem?
  /// The kinds of its effects if all of them may turn out to do nothing; empty once it is known
  /// whether they did something.
  var open: FaultEffect.Kinds = []
  /// Whether an effect of which that is not certain did something.
  var didSomething = false
  /// Whether it turned out that no effect did anything.
  var isIdle = false
  /// Why no rule can do the same; nil if one can.
  var unexpressed: String?

  /// The act as the journal reports it.
  var note: FaultNote {
    FaultNote(source: source, rule: rule?.id ?? name, recordName: item?.recordName)
  }
}

/// An effect of an act.
struct ActEffect: Sendable {
  /// The number of the act in the call.
  var act: Int
  var effect: FaultEffect
}

/// The effects of a rule for one act, with the values that chance and counts give them.
struct DrawnEffects {
  private(set) var all: [FaultEffect] = []
  /// The kinds that may turn out to do nothing; empty if an effect certainly does something.
  private(set) var open: FaultEffect.Kinds = []
  private var isCertain = false
  /// Whether an effect ends the list.
  private(set) var isEnded = false
  /// Why the last effect that was left out does nothing.
  var reason = FaultReason.noLatency

  /// Whether no effect does anything.
  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ effect: FaultEffect) {
    // An empty bucket ends a list that is otherwise about calls that succeed.
    if effect.failsCall {
      all.removeAll { FaultEffect.Kinds.ofSuccess.isSuperset(of: FaultEffect.Kinds($0.kind)) }
    }
    all.append(effect)
    let kind = FaultEffect.Kinds(effect.kind)
    if !FaultEffect.Kinds.uncertain.isSuperset(of: kind) { isCertain = true }
    open = isCertain ? [] : open.union(kind)
    if effect.endsList { isEnded = true }
  }

  /// Leaves out an effect that does nothing.
  mutating func skip(_ kind: FaultEffect.Kind) {
    reason = FaultReason(noEffectOf: kind) ?? reason
  }
}

/// The keys by which rules count.
///
/// A class, because every point of a call passes them on.
final class FaultKeys: Sendable {
  let operation: ExactText
  let device: DeviceName
  /// The user's record name; empty if no user is signed in.
  let user: ExactText
  /// What random choices depend on.
  let draws: DrawPlace
  /// The item, if a rule needs it.
  let record: ExactText
  /// The zone of the item, or the first one that the call names, if a rule needs it; empty if there
  /// is none.
  let zone: ExactText

  init(
    operation: ExactText, device: DeviceName, user: ExactText, draws: DrawPlace,
    record: ExactText = "", zone: ExactText = ""
  ) {
    self.operation = operation
    self.device = device
    self.user = user
    self.draws = draws
    self.record = record
    self.zone = zone
  }

  convenience init(_ push: FaultPush) {
    self.init(
      operation: "", device: push.device, user: push.userRecordName, draws: push.draws)
  }

  /// Returns the keys of an item.
  ///
  /// - Parameter draw: What random choices about the item depend on.
  func naming(record: ExactText, zone: ExactText, draw: UInt64) -> FaultKeys {
    FaultKeys(
      operation: operation, device: device, user: user, draws: draws.of(item: draw),
      record: record, zone: zone)
  }

  func naming(zone: ExactText) -> FaultKeys {
    FaultKeys(operation: operation, device: device, user: user, draws: draws, zone: zone)
  }

  /// For whom a state is kept; empty if there is none.
  func owner(of state: FaultState?) -> ExactText { state.map { self[$0.key] } ?? "" }

  subscript(key: FaultKey) -> ExactText {
    switch key {
    case .rule: ""
    case .op: operation
    case .record: record
    case .device: device
    case .user: user
    case .zone: zone
    }
  }
}
