/// The effects of a cloud's faults on one call: the rules with their counters, and the notes of
/// faults that acted.
///
/// It is passed along with the call and is not part of the world, so that the counts of a refused
/// call are kept.
struct CallSession: Sendable {
  /// Nil if no rule is set, so that calls without faults have no cost.
  private var faults: Boxed<CallFaults>?
  /// Whether anything may act while the operation runs.
  private var isWatching = false
  /// Whether the call passes through a network that may act.
  private(set) var hasNetwork = false
  /// Whether a rule ended the client.
  private(set) var hasCrashed = false

  /// Creates a session without faults.
  init() {}

  /// Creates a session that gets the rules by `exchange`.
  init(_ facts: FaultFacts, now: Int64) { faults = Boxed(CallFaults(facts, now: now)) }

  /// Whether any rule is set.
  var meetsFaults: Bool { faults != nil }

  /// The rules that were evaluated and did not act.
  var passes: FaultPasses? { mutating get { faults?.value.passes } }

  /// The faults that acted so far, in order.
  var notes: [FaultNote] { faults?.read { $0.notes } ?? [] }

  /// Adds what faults did so far to a trace, if the call is still under way.
  func add(to trace: inout FaultTrace) { faults?.read { $0.add(to: &trace) } }

  /// The number of acts so far.
  var actCount: Int { faults?.read { $0.acts.count } ?? 0 }

  /// Evaluates the rules at a point of the call; throws the error of the rule that acts.
  @inline(__always)
  mutating func reach(_ point: @autoclosure () -> FaultPoint) throws(CloudError) {
    guard isWatching else { return }
    try strike(point())
  }

  @inline(never)
  private mutating func strike(_ point: FaultPoint) throws(CloudError) {
    guard let strike = faults?.value.strike(point), !strike.isEmpty else { return }
    if let error = strike.error { throw error }
  }

  /// Evaluates the rules at a point where they can have effects other than errors, which the caller
  /// applies.
  ///
  /// - Parameter now: The current time, which effects at earlier points may have changed.
  mutating func strike(_ point: FaultPoint, now: Int64) -> FaultStrike? {
    if point.isOfNetwork, !hasNetwork { return nil }
    faults?.value.now = now
    return faults?.value.strike(point)
  }

  /// Whether faults may act in a phase of the whole call.
  func isWatching(_ phase: FaultPhase) -> Bool {
    faults?.read { $0.isWatching(phase) } == true
  }

  /// Lets the call go on if a rule ends the client.
  mutating func outliveClient() { faults?.value.outlivesClient = true }

  /// Ends the client. Returns whether the call ends with it.
  mutating func endClient() -> Bool {
    hasCrashed = true
    faults?.value.endClient()
    return faults?.read { $0.outlivesClient } == false
  }

  /// The states of the rules when the call began.
  var states: FaultStates { faults?.read { $0.facts.states } ?? FaultStates() }

  /// The size of the request without files.
  var requestBytes: Int { faults?.read { $0.facts.bytes } ?? 0 }

  /// Exchanges the rules and the exploration with those of the cloud. A call has them from its
  /// beginning to its end, and the cloud while time passes within the call. They are moved: if they
  /// were shared, the first change of a counter would copy them.
  mutating func exchange(_ plan: inout Boxed<FaultPlan>, _ exploration: inout Boxed<Exploration>?) {
    faults?.value.exchange(&plan, &exploration)
  }

  /// Keeps which rules did not act so far, before the cloud has the rules and may ask them for
  /// another call.
  mutating func takePasses() { faults?.value.takePasses() }

  /// Finds the rules for the call again, after calls in a wait may have changed them.
  ///
  /// - Parameters:
  ///   - now: The time after the wait.
  ///   - list: The place of the call's list of rules if that is known.
  mutating func refresh(now: Int64, list: Int?) {
    faults?.value.refresh(now, list)
    isWatching = faults?.read { $0.isWatching } ?? false
    hasNetwork = faults?.read { $0.hasNetwork } ?? false
  }

  /// Returns a session with the same effects on the answer, in which no rule acts: for the first
  /// arrival of a request that arrives twice.
  func withoutRules() -> CallSession {
    guard let faults else { return CallSession() }
    var session = CallSession()
    session.faults = Boxed(faults.read { $0.withoutRules() })
    session.isWatching = session.faults?.read { $0.isWatching } ?? false
    return session
  }

  /// How many milliseconds the caller still waits; nil means without limit. Clocks that are set
  /// meanwhile do not change it.
  var timeLeft: Int64? {
    get { faults?.read { $0.timeLeft } ?? nil }
    set { faults?.value.timeLeft = newValue }
  }

  /// What a state document has of the session of a call under way.
  struct Saved: Sendable {
    var acts: [RuleAct] = []
    /// How many milliseconds the caller still waits.
    var timeLeft: Int64?
    var passes = FaultPasses.Saved()
  }

  var saved: Saved {
    var faults = faults?.value
    return faults?.saved ?? Saved()
  }

  mutating func restore(_ saved: Saved) { faults?.value.restore(saved) }

  /// Changes the answer by an effect. Returns whether the effect does that.
  mutating func wish(_ effect: FaultEffect) -> Bool {
    switch effect {
    case .prefix(let most, let error): limitItems(to: most, error)
    case .interrupt(let items, let error): wishes.interruption = (items, error)
    case .shuffle(let number): wishes.disorder.shuffle = number
    case .repeatChanges(let count): wishes.disorder.repeats = count
    case .expireMarkers: wishes.markersAreExpired = true
    case .truncateFiles(let bytes): if wishes.truncatesMore(at: bytes) { wishes.fileLimit = bytes }
    default: return false
    }
    return true
  }

  /// The effects of rules on the answer.
  var wishes: FaultWishes {
    get { faults?.read { $0.wishes } ?? FaultWishes() }
    set { faults?.value.wishes = newValue }
  }

  /// The number of items after which the call fails, and its error.
  var interruption: (items: Int, error: ErrorSpecification)? {
    actCount == 0 ? nil : faults?.read { $0.wishes.interruption } ?? nil
  }

  /// Registers that an act's effect is in force from here on. It replaces an earlier one of its kind,
  /// except that files have no more bytes, and a prefix no more items, than before.
  mutating func begin(_ pending: ActEffect) {
    switch pending.effect {
    case .truncateFiles(let bytes): if !wishes.truncatesMore(at: bytes) { return }
    case .prefix(let most, _): if faults?.read({ $0.hasPrefix(of: most) }) == true { return }
    default: break
    }
    faults?.value.begin(pending.effect.kind, of: pending.act)
  }

  /// Notes that the effect of a kind that is in force did something.
  mutating func did(_ kind: FaultEffect.Kind) { faults?.value.did(kind) }

  /// Notes that an effect of an act did something.
  mutating func did(_ act: Int) { faults?.value.did(act) }

  /// Ends the acts of rules whose effects may have done nothing.
  ///
  /// - Parameters:
  ///   - hasRun: Whether the operation has run, so that its effects are known.
  ///   - isFinal: Whether the call is over.
  mutating func settle(now: Int64, hasRun: Bool, isFinal: Bool) {
    faults?.value.settle(now, hasRun: hasRun, isFinal: isFinal)
  }

  /// Limits the number of further items that succeed; the others fail.
  mutating func limitItems(to most: Int, _ error: ErrorSpecification) {
    faults?.value.limitItems(to: most, error)
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

  /// Whether files would have fewer bytes than so far.
  func truncatesMore(at bytes: Int) -> Bool { fileLimit.map { bytes < $0 } ?? true }
}
