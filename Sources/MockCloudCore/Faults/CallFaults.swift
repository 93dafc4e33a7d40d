/// The causes of failing calls, and the call that they may act on.
struct CallFaults: Sendable {
  /// The plan of the cloud, unless time passes within the call.
  private var plan = FaultPlan.none
  private var exploration: Boxed<Exploration>?
  /// What faults did in the call, in order.
  private(set) var acts: [RuleAct] = []
  /// The acts whose effects of a kind are in force.
  private var owners: [(kind: FaultEffect.Kind, act: Int)] = []
  var wishes = FaultWishes()
  let facts: FaultFacts
  var now: Int64
  /// Whether the call continues if the client ends.
  var outlivesClient = false
  /// The number of further items that may succeed, the position of the last one, and the error of
  /// the others.
  private var prefix: (left: Int, last: Int, error: ErrorSpecification)?
  /// How many milliseconds the caller still waits; nil means without limit.
  var timeLeft: Int64?
  /// Where the call finds its rules.
  private var place = FaultPlace(generation: 0)
  /// The rules that did not act, up to the last wait of the call.
  private var taken = FaultPasses()
  /// The last point of the rules before they were taken.
  private var takenPoint: UInt64 = 0

  init(_ facts: FaultFacts, now: Int64) {
    self.facts = facts
    self.now = now
  }

  var isWatching: Bool {
    prefix != nil || plan.read { $0.rules.areWatching(place) }
      || exploration?.read { $0.watchesItems } == true
  }

  /// Whether anything is evaluated in a phase of whole calls.
  func isWatching(_ phase: FaultPhase) -> Bool {
    exploration != nil || plan.read { $0.rules.areWatching(place, phase) }
  }

  var hasNetwork: Bool { plan.read { $0.networks.network(of: facts) != nil } }

  /// Returns the same effects on the answer, without rules.
  func withoutRules() -> CallFaults {
    var faults = CallFaults(facts, now: now)
    faults.wishes = wishes
    faults.prefix = prefix
    return faults
  }

  /// Whether at most this number of further items succeed anyway.
  func hasPrefix(of most: Int) -> Bool { prefix.map { $0.left <= most } ?? false }

  /// Limits the number of further items that succeed; the others fail.
  mutating func limitItems(to most: Int, _ error: ErrorSpecification) {
    if !hasPrefix(of: most) { prefix = (most, 0, error) }
  }

  mutating func endClient() {
    plan.value.crashed.insert(ExactText(facts.context.deviceName.text))
  }

  // MARK: Rules

  mutating func exchange(_ plan: inout Boxed<FaultPlan>, _ exploration: inout Boxed<Exploration>?) {
    swap(&self.plan, &plan)
    swap(&self.exploration, &exploration)
  }

  mutating func refresh(_ now: Int64, _ list: Int?) {
    self.now = now
    place = plan.value.rules.place(for: facts, known: list)
  }

  var passes: FaultPasses? {
    mutating get {
      takePasses()
      return taken.isEmpty ? nil : taken
    }
  }

  mutating func takePasses() {
    // A call can wait for each of its effects, between which no rule is evaluated.
    let point = plan.read { $0.rules.point }
    guard point != takenPoint else { return }
    takenPoint = point
    plan.value.rules.takePasses(at: &place, of: facts.context.callNumber, into: &taken)
  }

  mutating func strike(_ point: FaultPoint) -> FaultStrike {
    if prefix != nil, case .item(let item) = point, let act = prefixEnd(item) {
      var strike = FaultStrike()
      strike.add(act)
      return strike
    }
    let strike = plan.value.strike(point, at: &place, &exploration, facts, now: now)
    if strike.isEmpty { return strike }
    for var act in strike.acts {
      act.phase = point.phase
      act.item = point.item
      // The rules of a trace are paused as others are, and networks are not.
      if point.isOfNetwork, plan.read({ $0.rules.isPaused }), act.unexpressed == nil {
        act.unexpressed = "a network that acted while rules were paused"
      }
      acts.append(act)
    }
    return strike
  }

  /// Counts an item. Returns the failure of those after the prefix that succeeds, which belongs to
  /// the act of its rule.
  private mutating func prefixEnd(_ item: FaultItem) -> RuleAct? {
    // What is found in an item of the request is part of it.
    let isPart = item.position == 0 && facts.itemCount > 0
    guard let prefix, !isPart else { return nil }
    // A link is resolved and then accepted, as one item.
    if item.position > 0, item.position == prefix.last { return nil }
    guard prefix.left > 0 else {
      did(.applyPrefix)
      return RuleAct(source: "", effects: [.error(prefix.error, .fixed)])
    }
    self.prefix = (prefix.left - 1, item.position, prefix.error)
    return nil
  }

  // MARK: Acts

  var notes: [FaultNote] {
    var notes: [FaultNote] = []
    for act in acts where !act.isIdle {
      // A network may act several times in a call.
      if act.rule == nil, act.item == nil, notes.last?.source == act.source { continue }
      notes.append(act.note)
    }
    return notes
  }

  mutating func begin(_ kind: FaultEffect.Kind, of act: Int) {
    // A trace has no order of changes that another one replaced.
    if kind == .shuffle, let owner = owners.first(where: { $0.kind == kind })?.act,
      acts.indices.contains(owner)
    {
      acts[owner].leaveOut(kind)
    }
    owners.removeAll { $0.kind == kind }
    owners.append((kind, act))
  }

  mutating func did(_ kind: FaultEffect.Kind) {
    if let owner = owners.last(where: { $0.kind == kind }) { did(owner.act) }
  }

  mutating func did(_ act: Int) {
    if acts.indices.contains(act) { acts[act].didSomething = true }
  }

  /// Notes what effects on the changes of a page did.
  private mutating func noteDisorder() {
    if wishes.disorder.hasMoved { did(.shuffle) }
    if wishes.disorder.hasRepeated { did(.repeatChanges) }
  }

  mutating func settle(_ now: Int64, hasRun: Bool, isFinal: Bool) {
    if acts.isEmpty { return }
    noteDisorder()
    for index in acts.indices where !acts[index].open.isEmpty {
      let act = acts[index]
      guard act.didSomething || hasRun || act.open.isSubset(of: .immediate) else { continue }
      if act.source == Exploration.source {
        exploration?.value.settle(act, now: now)
      } else {
        plan.value.rules.settle(act, now: now)
      }
      acts[index].isIdle = !act.didSomething
      acts[index].open = []
    }
    if isFinal { plan.value.trace.add(acts, of: facts) }
  }

  /// Adds the acts of which it is known what they did to a trace.
  func add(to trace: inout FaultTrace) {
    trace.add(acts.filter { $0.open.isEmpty || $0.didSomething }, of: facts)
  }

  // MARK: State documents

  var saved: CallSession.Saved {
    mutating get {
      noteDisorder()
      return CallSession.Saved(acts: acts, timeLeft: timeLeft, passes: taken.saved)
    }
  }

  mutating func restore(_ saved: CallSession.Saved) {
    acts = saved.acts
    timeLeft = saved.timeLeft
    taken = FaultPasses(saved.passes)
    for index in acts.indices {
      if let rule = plan.value.rules.rule(of: acts[index]) { acts[index].rule = rule }
    }
  }
}
