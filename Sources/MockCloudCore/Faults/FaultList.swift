/// What the conditions of rules can ask of a call that does not change while a caller makes the same
/// kind of call.
struct FaultCaller: Hashable, Sendable {
  let operation: ExactText
  let container: ContainerIdentifier
  let environment: Environment
  let scope: DatabaseScope
  let user: UserRecordName?
  let device: DeviceName

  init(_ facts: FaultFacts) {
    operation = ExactText(facts.operation)
    container = facts.context.container
    environment = facts.context.environment
    scope = facts.context.scope
    user = facts.userRecordName
    device = facts.context.deviceName
  }

  /// Whether the call is of this kind. Most calls are of the same kind as the one before, which this
  /// finds without copies of names.
  func isCaller(of facts: FaultFacts) -> Bool {
    device == facts.context.deviceName && operation.text.hasBytes(of: facts.operation)
      && container == facts.context.container && environment == facts.context.environment
      && scope == facts.context.scope && user == facts.userRecordName
  }
}

/// The rules for calls of one operation by one caller, by the phases in which they act.
struct FaultList: Sendable {
  let caller: FaultCaller
  /// The number of the cloud's rules that were considered; later ones were added since.
  var known = 0
  var before = FaultStage()
  var items = FaultStage()
  var commit = FaultStage()
  var after = FaultStage()

  static let phases: [FaultPhase] = [.before, .items, .commit, .after]

  init(_ caller: FaultCaller) { self.caller = caller }

  subscript(phase: FaultPhase) -> FaultStage {
    _read {
      switch phase {
      case .before: yield before
      case .items: yield items
      case .commit: yield commit
      case .after, .push: yield after
      }
    }
    _modify {
      switch phase {
      case .before: yield &before
      case .items: yield &items
      case .commit: yield &commit
      case .after, .push: yield &after
      }
    }
  }

  /// Whether there are rules of a phase. It reads the stages in place, because to read one by the
  /// subscript copies it.
  func hasRules(_ phase: FaultPhase) -> Bool {
    switch phase {
    case .before: !before.isEmpty
    case .items: !items.isEmpty
    case .commit: !commit.isEmpty
    case .after, .push: !after.isEmpty
    }
  }

  /// Whether rules of a phase were evaluated for the given call, and not for another one since.
  func hasReached(_ phase: FaultPhase, in call: UInt64) -> Bool {
    switch phase {
    case .before: before.call == call && !before.isEmpty
    case .items: items.call == call && !items.isEmpty
    case .commit: commit.call == call && !commit.isEmpty
    case .after, .push: after.call == call && !after.isEmpty
    }
  }

  /// Adds the rules of a cloud that were added since.
  mutating func extend(_ rules: [ArmedRule], _ facts: FaultFacts, isSteady: (ArmedRule) -> Bool) {
    for place in known..<rules.count {
      Steps.take()
      let armed = rules[place]
      guard armed.rank == nil, !armed.counters.isGone, armed.rule.phase != .push,
        armed.rule.isAbout(facts.operation)
      else { continue }
      self[armed.rule.phase].add(
        armed.rule, at: place, FaultListing(armed.rule, facts, isSteady: isSteady(armed)))
    }
    known = rules.count
  }

  /// Removes a rule of the given phase.
  mutating func remove(at place: Int, _ phase: FaultPhase) {
    if phase != .push { self[phase].group.remove(at: place) }
  }

  /// Adds what was counted to the rules.
  mutating func settle(_ rules: inout [ArmedRule]) {
    for phase in Self.phases { self[phase].group.settle(&rules) }
  }
}

/// The rules for one phase of a list, in their order.
struct FaultStage: Sendable {
  /// The rules that every call evaluates.
  private(set) var screens: [FaultScreen] = []
  /// For each of them, the reason why it did not act when it was last evaluated.
  private(set) var reasons: [FaultReason?] = []
  /// The rules for which the reason is known without evaluating them.
  var group = FaultGroup()
  /// The rules that took the call from others, by the places of these in `reasons`.
  var shadows: [Int: FaultRule] = [:]
  /// The number of the last call that reached the phase.
  var call: UInt64 = 0
  /// The number of the first point of that call.
  var firstPoint: UInt64 = 0
  /// Whether reasons have changed since the journal last had them.
  var isChanged = true
  /// Whether a rule counts by record or zone, has states of them, or chooses by chance.
  private(set) var needsItems = false
  /// The keys by which rules count.
  private(set) var kinds: FaultKey.Kinds = []
  private var roster: FaultRoster?
  /// What the journal last had of the stage.
  var lastPart: FaultPasses.Part?

  var isEmpty: Bool { screens.isEmpty && group.isEmpty }

  mutating func add(_ rule: FaultRule, at place: Int, _ listing: FaultListing) {
    let keys = [
      rule.limit.key, rule.condition.window?.key, rule.condition.state?.key, rule.nextState?.key,
    ]
    if keys.contains(.record) || keys.contains(.zone) || rule.limit.probability != nil
      || rule.effects.contains(where: { $0.kind == .latency })
    {
      needsItems = true
    }
    kinds.formUnion(rule.gate.kinds)
    switch listing {
    case .group(let reason, let key): group.add(place, reason, unless: key)
    case .screen(let test):
      screens.append(FaultScreen(rule, at: place, index: screens.count, test))
      reasons.append(nil)
      roster = nil
    }
  }

  /// Begins a point of a call. Returns whether it is the first one of the call.
  mutating func begin(_ point: UInt64, of call: UInt64) -> Bool {
    if self.call == call, firstPoint > 0 { return false }
    self.call = call
    firstPoint = point
    if !shadows.isEmpty { shadows = [:] }
    return true
  }

  mutating func set(_ reason: FaultReason?, at index: Int) {
    if reasons[index] == reason { return }
    reasons[index] = reason
    isChanged = true
  }

  /// Lends the reasons, and whether they have changed, to `body`.
  mutating func withReasons(_ body: (inout [FaultReason?], inout Bool) -> Void) {
    body(&reasons, &isChanged)
  }

  mutating func roster(_ rules: [ArmedRule]) -> FaultRoster {
    if let roster { return roster }
    let new = FaultRoster(screens.map { $0.place }, rules)
    roster = new
    return new
  }
}

/// Rules of a list for which the reason why they do not act is known without evaluating them: that of
/// the caller, or the name of a record or zone that the call does not have.
///
/// They are not written at each call. Instead, the calls are counted together.
struct FaultGroup: Sendable {
  /// The places among the cloud's rules, in order.
  private(set) var places: [Int] = []
  /// Nil for a rule that was removed.
  private(set) var reasons: [FaultReason?] = []
  /// The indexes of the rules that must be evaluated, by the hash of a name.
  private var indexes: [UInt64: [Int]] = [:]
  /// The points at which exactly the first rules were passed, by the number of these.
  private var passed: [Passed] = []
  private var hasPassed = false
  /// The number of first rules that the last call has passed.
  private(set) var covered = 0
  /// The rules that the last call evaluated, by their indexes, with the reason why they did not act.
  private(set) var evaluated: [Int: FaultReason?] = [:]
  /// Whether rules have changed since the journal last had them.
  var isChanged = true
  private var roster: FaultRoster?

  private struct Passed: Sendable {
    var count = 0
    /// The last point.
    var point: UInt64 = 0
  }

  var isEmpty: Bool { places.isEmpty }

  mutating func add(_ place: Int, _ reason: FaultReason, unless key: UInt64?) {
    if let key { indexes[key, default: []].append(places.count) }
    places.append(place)
    reasons.append(reason)
    if passed.isEmpty { passed.append(Passed()) }
    passed.append(Passed())
    (roster, isChanged) = (nil, true)
  }

  /// Removes a rule that may be in the group.
  mutating func remove(at place: Int) {
    let index = count(before: place)
    guard index < places.count, places[index] == place else { return }
    reasons[index] = nil
    isChanged = true
  }

  /// The indexes of the rules that must be evaluated, in order.
  func found(_ facts: FaultFacts, _ item: FaultItem?) -> [Int] {
    if indexes.isEmpty { return [] }
    var found: [Int] = []
    if let item {
      if let name = item.recordName { add(name, to: &found) }
      if let zoneID = item.zoneID { add(zoneID.zoneName, to: &found) }
    } else {
      for zoneID in facts.request.zoneIDs { add(zoneID.zoneName, to: &found) }
    }
    return found.count < 2 ? found : Set(found).sorted()
  }

  private func add(_ name: ExactText, to found: inout [Int]) {
    if let more = indexes[FaultTraits.hash(name.text)] { found += more }
  }

  /// The number of rules before a place.
  func count(before place: Int) -> Int {
    Bisection.first(in: places.indices) { places[$0] >= place }
  }

  /// Begins a call, which has passed and evaluated no rule so far.
  mutating func beginCall() {
    covered = 0
    if !evaluated.isEmpty { evaluated = [:] }
  }

  /// Counts a point at which the first rules were passed.
  ///
  /// - Parameter own: The rules that were evaluated there.
  mutating func pass(
    _ number: Int, at point: UInt64, beginsCall: Bool, _ own: [(index: Int, reason: FaultReason?)]
  ) {
    passed[number].count &+= 1
    passed[number].point = point
    hasPassed = true
    if beginsCall { beginCall() }
    covered = max(covered, number)
    if !evaluated.isEmpty { evaluated = evaluated.filter { $0.key >= number } }
    for entry in own { evaluated[entry.index] = .some(entry.reason) }
  }

  /// Notes the reason of a rule that the last call did not pass.
  mutating func note(_ reason: FaultReason, at index: Int) { evaluated[index] = .some(reason) }

  /// Adds what was counted to the rules.
  mutating func settle(_ rules: inout [ArmedRule]) {
    guard hasPassed else { return }
    hasPassed = false
    var sum = Passed()
    for index in places.indices.reversed() {
      Steps.take()
      sum.count &+= passed[index + 1].count
      sum.point = max(sum.point, passed[index + 1].point)
      passed[index + 1] = Passed()
      if sum.count > 0, let reason = reasons[index] {
        rules[places[index]].pass(reason, sum.point, times: sum.count)
      }
    }
    passed[0] = Passed()
  }

  mutating func roster(_ rules: [ArmedRule]) -> FaultRoster {
    if let roster { return roster }
    let new = FaultRoster(places, rules)
    roster = new
    return new
  }
}

/// The rules of a list with their places, shared by all calls that evaluated them.
final class FaultRoster: Sendable {
  let entries: [(place: Int, rule: FaultRule)]

  init(_ places: [Int], _ rules: [ArmedRule]) {
    entries = places.map { ($0, rules[$0].rule) }
  }
}
