/// What the faults of a cloud do to one call: the rules with their counters, and what acted.
///
/// It goes along with the call, beside the world and not in it: what a refused call counted stays
/// counted. It is public because `Operation.run` takes it.
public struct CallSession: Sendable {
  /// Nil where no rule is set, so that calls that meet none pay for none.
  private var acting: Acting?
  /// Whether anything may act while the operation runs.
  private var isWatching = false

  /// A call that meets no fault.
  init() {}

  /// - Parameters:
  ///   - plan: The rules, which the session has until it gives them back.
  ///   - exploration: The exploration that is on, likewise.
  init(
    _ plan: consuming FaultPlan, _ exploration: consuming Exploration?, _ facts: FaultFacts,
    now: Int64
  ) {
    let acting = Acting(plan, exploration, facts, now: now)
    isWatching = acting.isWatching
    self.acting = acting
  }

  /// The rules as the call left them; nil where none is set.
  var plan: FaultPlan? { acting?.plan }

  /// The exploration as the call left it; nil where none is on.
  var exploration: Exploration? { acting?.exploration }

  /// Whether any rule is set.
  var meetsFaults: Bool { acting != nil }

  /// The rules that were asked and did not act.
  var passes: FaultPasses? { mutating get { acting?.passes } }

  /// What acted so far, in order.
  var notes: [FaultNote] { acting?.notes ?? [] }

  /// Asks the rules at a point of the call; throws the error of the one that acts.
  @inline(__always)
  mutating func reach(_ point: @autoclosure () -> FaultPoint) throws(CloudError) {
    guard isWatching else { return }
    try strike(point())
  }

  @inline(never)
  private mutating func strike(_ point: FaultPoint) throws(CloudError) {
    guard let strike = acting?.strike(point) else { return }
    if let error = strike.error { throw error }
  }

  /// Asks the rules at a point where they can do more than fail; what they do is up to the caller.
  ///
  /// - Parameter now: The time, which acts of earlier points may have moved.
  mutating func strike(_ point: FaultPoint, now: Int64) -> FaultStrike? {
    acting?.now = now
    return acting?.strike(point)
  }

  /// The network of the calling device; nil where nothing was set for it.
  var network: DeviceNetwork? {
    acting.flatMap { $0.plan.networks[$0.facts.context.deviceName] }
  }

  /// The size of the request without files.
  var requestBytes: Int { acting?.facts.bytes ?? 0 }

  mutating func note(_ note: FaultNote) { acting?.notes.append(note) }

  /// Changes places with a plan: while time passes within a call, the rules are the cloud's again.
  mutating func exchange(_ plan: inout FaultPlan) { acting?.exchange(&plan) }

  /// Sets how long the caller waits, in milliseconds.
  mutating func expire(after timeout: Int64, from now: Int64) {
    let (deadline, overflows) = now.addingReportingOverflow(timeout)
    acting?.deadline = overflows ? nil : deadline
  }

  /// How many milliseconds the caller still waits; nil means without end.
  func timeLeft(at now: Int64) -> Int64? {
    guard let deadline = acting?.deadline else { return nil }
    return max(0, deadline.subtractingReportingOverflow(now).partialValue)
  }

  /// What rules want of the answer to come.
  var wishes: FaultWishes {
    get { acting?.wishes ?? FaultWishes() }
    set { acting?.wishes = newValue }
  }

  /// Lets only so many of the items to come be done; the others fail.
  mutating func limitItems(to most: Int, _ error: ErrorSpecification) {
    acting?.prefix = (most, error)
    isWatching = true
  }
}

/// What rules want of an answer besides that it fails. Operations ask for what is about them.
struct FaultWishes: Sendable {
  /// In what order and how often the changes of a page come.
  var disorder = FeedDisorder()
  /// Whether markers of queries are refused.
  var markersAreExpired = false
  /// The most bytes that a file comes with.
  var fileLimit: Int?
  /// After how many items the call fails, and with what.
  var interruption: (items: Int, error: ErrorSpecification)?
}

/// The rules, and the call that they are asked about.
private struct Acting: Sendable {
  var plan: FaultPlan
  var exploration: Exploration?
  var notes: [FaultNote] = []
  var wishes = FaultWishes()
  let facts: FaultFacts
  var now: Int64
  /// How many items may still be done, and what the others fail with.
  var prefix: (left: Int, error: ErrorSpecification)?
  /// When the caller has waited long enough; nil is never.
  var deadline: Int64?
  /// Where the plan has errors of records that hold for this call.
  let places: [ScopeTable<OrderedMap<String, FaultPlan.RecordErrors>>.Place]
  /// The rules that are about it.
  let candidates: FaultRules.Candidates
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

  var isWatching: Bool {
    !places.isEmpty || !candidates.items.isEmpty || !candidates.commit.isEmpty
  }

  mutating func exchange(_ other: inout FaultPlan) { swap(&plan, &other) }

  var passes: FaultPasses? {
    mutating get { plan.rules.passes(candidates, of: facts.context.callNumber) }
  }

  mutating func strike(_ point: FaultPoint) -> FaultStrike {
    if let error = setError(at: point) {
      var strike = FaultStrike()
      strike.fail(error)
      return strike
    }
    let screens = candidates[point.phase]
    if screens.isEmpty, exploration == nil { return FaultStrike() }
    let item: FaultItem? = if case .item(let item) = point { item } else { nil }
    let seen = item.map { FaultHeads(heads, $0) } ?? heads
    var strike = plan.rules.strike(screens, facts, seen, item, now: now)
    // The place and the counts of a rule that stands behind the others.
    if strike.error == nil, !plan.rules.isPaused {
      exploration?.strike(point.phase, facts, now: now, &strike)
    }
    notes += strike.notes
    return strike
  }

  /// The error that `mock/error/set`, `mock/recordErrors/set` or a prefix has for the point.
  private mutating func setError(at point: FaultPoint) -> CloudError? {
    switch point {
    case .call:
      guard let error = plan.error(forCall: facts.operation, facts.context) else { return nil }
      notes.append(FaultNote(source: FaultPlan.callSource))
      return error.cloudError
    case .item(let item):
      if let prefix {
        guard prefix.left > 0 else { return prefix.error.cloudError }
        self.prefix?.left -= 1
      }
      guard case .record(let name?, let zoneID) = item.id,
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
