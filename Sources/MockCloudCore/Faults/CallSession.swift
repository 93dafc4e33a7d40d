/// The effects of a cloud's faults on one call: the rules with their counters, and the notes of
/// faults that acted.
///
/// It is passed along with the call and is not part of the world, so that the counts of a refused
/// call are kept.
struct CallSession: Sendable {
  /// Nil if no rule is set, so that calls without faults have no cost.
  private var acting: Boxed<Acting>?
  /// Whether anything may act while the operation runs.
  private var isWatching = false

  /// Creates a session without faults.
  init() {}

  /// - Parameters:
  ///   - plan: The rules, which the session owns until the call ends.
  ///   - exploration: The current exploration, which it owns too.
  init(
    _ plan: consuming FaultPlan, _ exploration: consuming Exploration?, _ facts: FaultFacts,
    now: Int64
  ) {
    let acting = Acting(plan, exploration, facts, now: now)
    isWatching = acting.isWatching
    self.acting = Boxed(acting)
  }

  /// The rules after the call; nil if none are set.
  var plan: FaultPlan? { acting?.value.plan }

  /// The exploration after the call; nil if there is none.
  var exploration: Exploration? { acting?.value.exploration }

  /// Whether any rule is set.
  var meetsFaults: Bool { acting != nil }

  /// The rules that were evaluated and did not act.
  var passes: FaultPasses? { mutating get { acting?.value.passes } }

  /// The faults that acted so far, in order.
  var notes: [FaultNote] { acting?.value.notes ?? [] }

  /// The number of acts so far.
  var actCount: Int { acting?.value.acts.count ?? 0 }

  /// Evaluates the rules at a point of the call; throws the error of the rule that acts.
  @inline(__always)
  mutating func reach(_ point: @autoclosure () -> FaultPoint) throws(CloudError) {
    guard isWatching else { return }
    try strike(point())
  }

  @inline(never)
  private mutating func strike(_ point: FaultPoint) throws(CloudError) {
    guard let strike = acting?.value.strike(point) else { return }
    if let error = strike.error { throw error }
  }

  /// Evaluates the rules at a point where they can have effects other than errors, which the caller
  /// applies.
  ///
  /// - Parameter now: The current time, which effects at earlier points may have changed.
  mutating func strike(_ point: FaultPoint, now: Int64) -> FaultStrike? {
    acting?.value.now = now
    return acting?.value.strike(point)
  }

  /// The network of the calling device; nil if none was set for it.
  var network: DeviceNetwork? {
    acting.flatMap { $0.value.plan.networks[$0.value.facts.context.deviceName] }
  }

  /// Lets the call go on if a rule ends the client.
  mutating func outliveClient() { acting?.value.outlivesClient = true }

  /// The partition because of which the calling device is not online; nil if there is none.
  func partition(at now: Int64) -> String? {
    acting.flatMap {
      $0.value.plan.networks.partition(of: $0.value.facts.context.deviceName, at: now)
    }
  }

  /// Whether a rule ended the client.
  var hasCrashed: Bool { acting?.value.hasCrashed ?? false }

  /// Ends the client. Returns whether the call ends with it.
  mutating func endClient() -> Bool {
    acting?.value.endClient()
    return acting?.value.outlivesClient == false
  }

  /// The size of the request without files.
  var requestBytes: Int { acting?.value.facts.bytes ?? 0 }

  /// Adds an act of a network.
  mutating func add(_ act: RuleAct) {
    var act = act
    // The rules of a trace are paused as others are, and networks are not.
    if acting?.value.plan.rules.isPaused == true, act.unexpressed == nil {
      act.unexpressed = "a network that acted while rules were paused"
    }
    acting?.value.add([act])
  }

  /// Exchanges the rules and the exploration with those of the cloud, which has them while time
  /// passes within a call.
  mutating func exchange(_ plan: inout FaultPlan, _ exploration: inout Exploration?) {
    acting?.value.exchange(&plan, &exploration)
  }

  /// Keeps which rules did not act so far, before the cloud has the rules and may ask them for
  /// another call.
  mutating func takePasses() { acting?.value.takePasses() }

  /// Finds the rules for the call again, after calls in a wait may have changed them.
  ///
  /// - Parameter now: The time after the wait.
  mutating func refresh(now: Int64) {
    acting?.value.refresh(now)
    isWatching = acting?.value.isWatching ?? false
  }

  /// Returns a session with the same effects on the answer, in which no rule acts: for the first
  /// arrival of a request that arrives twice.
  func withoutRules() -> CallSession {
    guard let acting else { return CallSession() }
    var session = CallSession()
    session.acting = Boxed(acting.value.withoutRules())
    session.isWatching = session.acting?.value.isWatching ?? false
    return session
  }

  /// How many milliseconds the caller still waits; nil means without limit. Clocks that are set
  /// meanwhile do not change it.
  var timeLeft: Int64? {
    get { acting?.value.timeLeft }
    set { acting?.value.timeLeft = newValue }
  }

  /// What a state document has of the session of a call under way.
  struct Saved: Sendable {
    var acts: [RuleAct] = []
    /// How many milliseconds the caller still waits.
    var timeLeft: Int64?
  }

  var saved: Saved {
    guard var acting = acting?.value else { return Saved() }
    acting.noteDisorder()
    return Saved(acts: acting.acts, timeLeft: acting.timeLeft)
  }

  mutating func restore(_ saved: Saved) { acting?.value.restore(saved) }

  /// Changes the answer by an effect. Returns whether the effect does that.
  mutating func wish(_ effect: FaultEffect) -> Bool {
    switch effect {
    case .prefix(let most, let error): limitItems(to: most, error)
    case .interrupt(let items, let error): wishes.interruption = (items, error)
    case .shuffle(let number): wishes.disorder.shuffle = number
    case .repeatChanges(let count): wishes.disorder.repeats = count
    case .expireMarkers: wishes.markersAreExpired = true
    case .truncateFiles(let bytes): wishes.fileLimit = bytes
    default: return false
    }
    return true
  }

  /// The effects of rules on the answer.
  var wishes: FaultWishes {
    get { acting?.value.wishes ?? FaultWishes() }
    set { acting?.value.wishes = newValue }
  }

  /// Registers that an act's effect of a kind is in force from here on. It replaces an earlier one
  /// of the kind.
  ///
  /// - Parameter act: The number of the act in the call.
  mutating func begin(_ kind: FaultEffect.Kind, of act: Int) {
    acting?.value.begin(kind, of: act)
  }

  /// Notes that the effect of a kind that is in force did something.
  mutating func did(_ kind: FaultEffect.Kind) { acting?.value.did(kind) }

  /// Notes that an effect of an act did something.
  mutating func did(_ act: Int) { acting?.value.did(act) }

  /// Ends the acts of rules whose effects may have done nothing.
  ///
  /// - Parameters:
  ///   - hasRun: Whether the operation has run, so that its effects are known.
  ///   - isFinal: Whether the call is over.
  mutating func settle(now: Int64, hasRun: Bool, isFinal: Bool) {
    acting?.value.settle(now, hasRun: hasRun, isFinal: isFinal)
  }

  /// Limits the number of further items that succeed; the others fail.
  mutating func limitItems(to most: Int, _ error: ErrorSpecification) {
    acting?.value.prefix = (most, error)
    isWatching = true
  }
}

/// The effects of rules on an answer, other than errors. Operations apply those that concern them.
struct FaultWishes: Sendable {
  /// The order and the repetitions of the changes of a page.
  var disorder = FeedDisorder()
  /// Whether continuation markers of queries are refused.
  var markersAreExpired = false
  /// The maximum number of bytes of a file.
  var fileLimit: Int?
  /// The number of items after which the call fails, and its error.
  var interruption: (items: Int, error: ErrorSpecification)?
}

/// The rules, and the call for which they are evaluated.
private struct Acting: Sendable {
  var plan: FaultPlan
  var exploration: Exploration?
  /// What faults did in the call, in order.
  var acts: [RuleAct] = []
  /// The acts whose effects of a kind are in force.
  private var owners: [(kind: FaultEffect.Kind, act: Int)] = []
  var wishes = FaultWishes()
  let facts: FaultFacts
  var now: Int64
  private(set) var hasCrashed = false
  /// Whether the call goes on if the client ends.
  var outlivesClient = false
  /// The number of further items that may succeed, and the error of the others.
  var prefix: (left: Int, error: ErrorSpecification)?
  /// How many milliseconds the caller still waits; nil means without limit.
  var timeLeft: Int64?
  /// Where the call finds its rules.
  private var place: FaultPlace
  /// The rules that did not act, up to the last wait of the call.
  private var taken = FaultPasses()

  init(
    _ plan: consuming FaultPlan, _ exploration: consuming Exploration?, _ facts: FaultFacts,
    now: Int64
  ) {
    var plan = plan
    place = plan.rules.place(for: facts)
    self.plan = plan
    self.exploration = exploration
    self.facts = facts
    self.now = now
  }

  var isWatching: Bool {
    prefix != nil || plan.rules.areWatching(place) || exploration?.watchesItems == true
  }

  mutating func endClient() {
    hasCrashed = true
    plan.crashed.insert(ExactText(facts.context.deviceName.text))
  }

  /// Notes what effects on the changes of a page did.
  mutating func noteDisorder() {
    if wishes.disorder.hasMoved { did(.shuffle) }
    if wishes.disorder.hasRepeated { did(.repeatChanges) }
  }

  mutating func restore(_ saved: CallSession.Saved) {
    acts = saved.acts
    timeLeft = saved.timeLeft
    for index in acts.indices {
      guard let id = acts[index].rule?.id, let rule = plan.rules.rule(named: id) else { continue }
      acts[index].rule = rule
    }
  }

  mutating func settle(_ now: Int64, hasRun: Bool, isFinal: Bool) {
    noteDisorder()
    for index in acts.indices where !acts[index].open.isEmpty {
      let act = acts[index]
      guard act.didSomething || hasRun || act.open.isSubset(of: .immediate) else { continue }
      if act.source == Exploration.source {
        exploration?.settle(act, now: now)
      } else {
        plan.rules.settle(act, now: now)
      }
      acts[index].isIdle = !act.didSomething
      acts[index].open = []
    }
    if isFinal, !acts.isEmpty { plan.trace.add(acts, of: facts) }
  }

  mutating func exchange(_ plan: inout FaultPlan, _ exploration: inout Exploration?) {
    swap(&self.plan, &plan)
    swap(&self.exploration, &exploration)
  }

  mutating func refresh(_ now: Int64) {
    self.now = now
    place = plan.rules.place(for: facts)
  }

  func withoutRules() -> Acting {
    var acting = Acting(FaultPlan(), nil, facts, now: now)
    acting.wishes = wishes
    acting.prefix = prefix
    return acting
  }

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
    owners.removeAll { $0.kind == kind }
    owners.append((kind, act))
  }

  mutating func did(_ kind: FaultEffect.Kind) {
    if let owner = owners.last(where: { $0.kind == kind }) { did(owner.act) }
  }

  mutating func did(_ act: Int) {
    if acts.indices.contains(act) { acts[act].didSomething = true }
  }

  var passes: FaultPasses? {
    mutating get {
      takePasses()
      return taken.isEmpty ? nil : taken
    }
  }

  mutating func takePasses() {
    plan.rules.takePasses(at: &place, of: facts.context.callNumber, into: &taken)
  }

  /// Adds what faults do to the acts of the call.
  mutating func add(_ acts: [RuleAct], at phase: FaultPhase? = nil, _ item: FaultItem? = nil) {
    for var act in acts {
      act.phase = phase ?? act.phase
      act.item = item
      self.acts.append(act)
    }
  }

  mutating func strike(_ point: FaultPoint) -> FaultStrike {
    let item: FaultItem? = if case .item(let item) = point { item } else { nil }
    if let item, let act = prefixEnd(item) {
      var strike = FaultStrike()
      strike.add(act)
      return strike
    }
    let strike = plan.strike(point.phase, at: &place, &exploration, facts, item, now: now)
    add(strike.acts, at: point.phase, item)
    return strike
  }

  /// Counts an item. Returns the failure of those after the prefix that succeeds, which belongs to
  /// the act of its rule.
  private mutating func prefixEnd(_ item: FaultItem) -> RuleAct? {
    // What is found in an item of the request is part of it.
    let isPart = item.position == 0 && facts.itemCount > 0
    guard let prefix, !isPart else { return nil }
    guard prefix.left > 0 else {
      did(.applyPrefix)
      return RuleAct(source: "", effects: [.error(prefix.error, .fixed)])
    }
    self.prefix?.left -= 1
    return nil
  }
}

extension FaultPoint {
  fileprivate var phase: FaultPhase {
    switch self {
    case .call: .before
    case .item: .items
    case .commit: .commit
    case .answer: .after
    }
  }
}
