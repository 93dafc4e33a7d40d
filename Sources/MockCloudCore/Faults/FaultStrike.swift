/// The effects of rules at one point.
struct FaultStrike {
  /// Whether effects can let time pass: not with the system's clock.
  let timeMayPass: Bool
  /// Nil at most points, so that a strike without effects is passed on at no cost.
  private var content: Boxed<Content>?

  fileprivate struct Content: Sendable {
    var acts: [RuleAct] = []
    var error: CloudError?
    var isDropped = false
    var repeats = 0
    var delay: Int64 = 0
    var coalescing: Int64?
  }

  init(timeMayPass: Bool = true) { self.timeMayPass = timeMayPass }

  /// Whether no rule did anything.
  var isEmpty: Bool { content == nil }

  /// What the rules do, in their order.
  var acts: [RuleAct] { content?.read { $0.acts } ?? [] }

  var error: CloudError? { content?.read { $0.error } ?? nil }

  var hasError: Bool { content?.read { $0.error != nil } == true }

  /// The delay of the push in milliseconds.
  var delay: Int64 { content?.read { $0.delay } ?? 0 }

  /// The time in milliseconds in which another push replaces this one; nil if none does.
  var coalescing: Int64? { content?.read { $0.coalescing } ?? nil }

  /// Adds an act with its effects.
  mutating func add(_ act: RuleAct) {
    if content == nil { content = Boxed(Content()) }
    content?.value.add(act)
  }

  /// Ends the acts on a push, of which some may have done nothing: those on a push that another rule
  /// drops. Returns these acts.
  mutating func endPush() -> [RuleAct] { content?.value.endPush() ?? [] }

  /// The number of times that the push arrives: 0 if it is dropped, regardless of other effects.
  var deliveries: Int { content?.read { $0.isDropped ? 0 : 1 + $0.repeats } ?? 1 }
}

extension FaultStrike.Content {
  fileprivate mutating func add(_ act: RuleAct) {
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

  fileprivate mutating func endPush() -> [RuleAct] {
    var ended: [RuleAct] = []
    for index in acts.indices where !acts[index].open.isEmpty {
      acts[index].didSomething = !isDropped
      ended.append(acts[index])
      acts[index].isIdle = isDropped
      acts[index].open = []
    }
    return ended
  }
}

extension FaultStrike {
  /// Whether the request is lost on its way, by an effect or by an error of the network.
  var losesRequest: Bool {
    switch error?.code {
    case nil: false
    case .networkFailure, .networkUnavailable: true
    default:
      acts.contains { act in
        act.effects.contains { if case .lostRequest = $0 { true } else { false } }
      }
    }
  }
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
  /// The run of the rule's counts (`FaultRules.lastRun`).
  var run = 0
  /// Its number among the acts of the run (`ArmedRule.Counters.acts`).
  var number = 0
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

  /// Removes the effects of a kind that do nothing, unless there are no others.
  mutating func leaveOut(_ kind: FaultEffect.Kind) {
    let others = effects.filter { $0.kind != kind }
    if !others.isEmpty { effects = others }
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

/// The keys by which rules count at a point of a call, or a push.
struct FaultKeys {
  private let subject: Subject
  /// The item, if a rule needs it.
  var record: ExactText = ""
  /// The zone of the item, or the first one that the call names, if a rule needs it; empty if there
  /// is none.
  var zone: ExactText = ""
  /// What random choices depend on; nil until it is known that a rule needs it.
  private var place: DrawPlace?
  /// What random choices about the whole call depend on; nil as for the point.
  private(set) var callDraws: DrawPlace?

  private enum Subject {
    case call(FaultFacts)
    case push(FaultPush)
  }

  init(_ facts: FaultFacts, _ callDraws: DrawPlace?) {
    subject = .call(facts)
    self.callDraws = callDraws
  }

  init(_ push: FaultPush) { subject = .push(push) }

  /// What random choices depend on.
  var draws: DrawPlace {
    if let place { return place }
    return switch subject {
    case .call(let facts): facts.draws
    case .push(let push): push.draws
    }
  }

  /// Finds out what random choices at the point depend on, for all rules.
  ///
  /// - Parameter item: A hash of the item that is being processed (`FaultMarks.draw`).
  mutating func prepareDraws(_ item: UInt64?) -> DrawPlace {
    place = callDraws
    let whole = draws
    let own = item.map { whole.of(item: $0) } ?? whole
    (callDraws, place) = (whole, own)
    return own
  }

  /// For whom a state is kept; empty if there is none.
  func owner(of state: FaultState?) -> ExactText { state.map { self[$0.key] } ?? "" }

  subscript(key: FaultKey) -> ExactText {
    switch (key, subject) {
    case (.rule, _), (.op, .push): ""
    case (.op, .call(let facts)): ExactText(facts.operation)
    case (.record, _): record
    case (.device, .call(let facts)): facts.context.deviceName
    case (.device, .push(let push)): push.device
    case (.user, .call(let facts)): facts.context.userRecordName ?? ""
    case (.user, .push(let push)): push.userRecordName
    case (.zone, _): zone
    }
  }
}
