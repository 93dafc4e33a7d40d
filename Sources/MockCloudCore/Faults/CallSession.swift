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

  /// Whether a rule ended the client.
  var hasCrashed: Bool { acting?.value.hasCrashed ?? false }

  /// The size of the request without files.
  var requestBytes: Int { acting?.value.facts.bytes ?? 0 }

  mutating func note(_ note: FaultNote) { acting?.value.notes.append(note) }

  /// Exchanges the rules and the exploration with those of the cloud, which has them while time
  /// passes within a call.
  mutating func exchange(_ plan: inout FaultPlan, _ exploration: inout Exploration?) {
    acting?.value.exchange(&plan, &exploration)
  }

  /// Finds the rules of the call again, which may have changed while time passed.
  mutating func renew() {
    acting?.value.renew()
    isWatching = acting?.value.isWatching ?? false
  }

  /// Sets how long the caller waits, in milliseconds.
  mutating func expire(after timeout: Int64, from now: Int64) {
    let (deadline, overflows) = now.addingReportingOverflow(timeout)
    acting?.value.deadline = overflows ? nil : deadline
  }

  /// Returns how many milliseconds the caller still waits; nil means without limit.
  func timeLeft(at now: Int64) -> Int64? {
    guard let deadline = acting?.value.deadline else { return nil }
    return max(0, deadline.subtractingReportingOverflow(now).partialValue)
  }

  /// The effects of rules on the answer.
  var wishes: FaultWishes {
    get { acting?.value.wishes ?? FaultWishes() }
    set { acting?.value.wishes = newValue }
  }

  /// Notes that effects of a kind did something.
  mutating func did(_ kind: FaultEffect.Kind) { acting?.value.done.insert(.init(kind)) }

  /// Ends the acts of rules whose effects may have done nothing.
  ///
  /// - Parameter isFinal: Whether the call is over.
  mutating func settle(now: Int64, isFinal: Bool) { acting?.value.settle(now, isFinal) }

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
  var notes: [FaultNote] = []
  var wishes = FaultWishes()
  let facts: FaultFacts
  var now: Int64
  private(set) var hasCrashed = false
  /// The number of items on which rules could act so far.
  private var items: UInt64 = 0
  /// The kinds of effects that did something in this call.
  var done: FaultEffect.Kinds = []
  /// The number of further items that may succeed, and the error of the others.
  var prefix: (left: Int, error: ErrorSpecification)?
  /// The time at which the caller stops waiting; nil means never.
  var deadline: Int64?
  /// The places of the plan's record errors that apply to this call.
  private(set) var places: [ScopeTable<OrderedMap<ExactText, FaultPlan.RecordErrors>>.Place]
  /// The rules for the operation of the call.
  private(set) var candidates: FaultRules.Candidates
  private let heads: FaultHeads

  init(
    _ plan: consuming FaultPlan, _ exploration: consuming Exploration?, _ facts: FaultFacts,
    now: Int64
  ) {
    var plan = plan
    places = plan.recordPlaces(for: facts.operation, facts.context)
    candidates = plan.rules.candidates(for: facts.operation)
    self.plan = plan
    self.exploration = exploration
    self.facts = facts
    heads = FaultHeads(facts)
    self.now = now
  }

  mutating func renew() {
    places = plan.recordPlaces(for: facts.operation, facts.context)
    candidates = plan.rules.candidates(for: facts.operation)
  }

  var isWatching: Bool {
    prefix != nil || !places.isEmpty || !candidates.items.isEmpty || !candidates.commit.isEmpty
      || exploration?.watchesItems == true
  }

  mutating func settle(_ now: Int64, _ isFinal: Bool) {
    if wishes.disorder.hasMoved { done.insert(.init(.shuffle)) }
    if wishes.disorder.hasRepeated { done.insert(.init(.repeatChanges)) }
    let call = facts.context.callNumber
    let idle =
      plan.rules.settle(done, of: call, now: now, isFinal: isFinal)
      + (exploration?.settle(done, of: call, now: now, isFinal: isFinal) ?? [])
    if !idle.isEmpty { notes.removeAll { note in note.rule.map(idle.contains) ?? false } }
    // Another rule may have the same effect later in the call.
    done.subtract(.immediate)
  }

  mutating func exchange(_ plan: inout FaultPlan, _ exploration: inout Exploration?) {
    swap(&self.plan, &plan)
    swap(&self.exploration, &exploration)
  }

  var passes: FaultPasses? {
    mutating get { plan.rules.passes(candidates, of: facts.context.callNumber) }
  }

  mutating func strike(_ point: FaultPoint) -> FaultStrike {
    if case .item = point { items &+= 1 }
    if let error = setError(at: point) {
      var strike = FaultStrike()
      strike.fail(error)
      return strike
    }
    let screens = candidates[point.phase]
    if screens.isEmpty, exploration == nil { return FaultStrike() }
    let item: FaultItem? = if case .item(let item) = point { item } else { nil }
    let seen = item.map { FaultHeads(heads, $0) } ?? heads
    var draws = facts.draws
    if item != nil { draws.item = items }
    var strike = plan.rules.strike(screens, facts, seen, item, draws, now: now)
    // The exploration acts like one more rule after the others.
    if strike.error == nil, !plan.rules.isPaused {
      exploration?.strike(point.phase, facts, seen, item, draws, now: now, &strike)
    }
    notes += strike.notes
    if strike.crashes { hasCrashed = true }
    return strike
  }

  /// Returns the error that `mock/error/set`, `mock/recordErrors/set` or a prefix sets for the
  /// point.
  private mutating func setError(at point: FaultPoint) -> CloudError? {
    switch point {
    case .call:
      guard !plan.rules.isPaused,
        let error = plan.error(forCall: facts.operation, facts.context)
      else { return nil }
      notes.append(FaultNote(source: FaultPlan.callSource))
      return error.cloudError
    case .item(let item):
      if let prefix {
        guard prefix.left > 0 else {
          done.insert(.init(.applyPrefix))
          return prefix.error.cloudError
        }
        self.prefix?.left -= 1
      }
      guard !plan.rules.isPaused, case .record(let name?, let zoneID) = item.id,
        let error = plan.error(forRecord: name, in: zoneID, at: places)
      else { return nil }
      notes.append(FaultNote(source: FaultPlan.recordSource, recordName: name))
      return error.cloudError
    case .commit, .answer: return nil
    }
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
