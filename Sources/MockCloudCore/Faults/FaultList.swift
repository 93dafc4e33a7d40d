/// What the conditions of rules can ask of a call that does not change while a caller makes the same
/// kind of call.
///
/// A class, because calls compare themselves with it.
final class FaultCaller: Hashable, Sendable {
  let operation: ExactText
  let container: ContainerIdentifier
  let environment: Environment
  let scope: DatabaseScope
  let user: UserRecordName?
  /// Whether the user is signed in.
  let hasAccount: Bool
  let device: DeviceName

  init(_ operation: String, _ context: CallContext) {
    self.operation = ExactText(operation)
    container = context.container
    environment = context.environment
    scope = context.scope
    user = context.userRecordName
    hasAccount = context.accountStatus != .noAccount
    device = context.deviceName
  }

  static func == (left: FaultCaller, right: FaultCaller) -> Bool {
    left.device == right.device && left.operation == right.operation
      && left.container == right.container && left.environment == right.environment
      && left.scope == right.scope && left.user == right.user
      && left.hasAccount == right.hasAccount
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(operation)
    hasher.combine(container)
    hasher.combine(environment)
    hasher.combine(scope)
    hasher.combine(user)
    hasher.combine(hasAccount)
    hasher.combine(device)
  }

  /// Whether the call is of this kind. Most calls are of the same kind as the one before, which this
  /// finds without copies of names.
  @inline(__always)
  func isCaller(_ operation: String, _ context: CallContext) -> Bool {
    device == context.deviceName && self.operation.text.hasBytes(of: operation)
      && container == context.container && environment == context.environment
      && scope == context.scope && user == context.userRecordName
      && hasAccount == (context.accountStatus != .noAccount)
  }
}

/// The rules for calls of one operation by one caller, by the phases in which they act.
struct FaultList: Sendable {
  let caller: FaultCaller
  /// The number of the cloud's rules that were considered; later ones were added since.
  var known = 0
  /// For each phase the rules in their order, and those that are evaluated after all others.
  var stages = Array(repeating: FaultStage(), count: stageCount)
  /// The stages that have rules, as bits.
  private(set) var filled: UInt8 = 0

  /// The set errors for the calls; nil until they are sought.
  var errors: SetErrorIndex.Found?

  private static let stageCount = 8

  init(_ caller: FaultCaller) { self.caller = caller }

  var isEmpty: Bool { filled == 0 }

  /// The first stage of a phase; the next one has the rules that are evaluated last.
  @inline(__always)
  static func stage(_ phase: FaultPhase) -> Int {
    switch phase {
    case .before: 0
    case .items: 2
    case .commit: 4
    case .after, .push: 6
    }
  }

  private static func stage(_ rule: FaultRule) -> Int {
    stage(rule.phase) + (rule.isLast ? 1 : 0)
  }

  /// Whether a stage has rules.
  @inline(__always)
  func hasRules(_ stage: Int) -> Bool { filled >> UInt8(truncatingIfNeeded: stage) & 1 == 1 }

  /// Whether there are rules of a phase.
  @inline(__always)
  func hasRules(_ phase: FaultPhase) -> Bool {
    filled >> UInt8(truncatingIfNeeded: Self.stage(phase)) & 3 != 0
  }

  /// Adds the rules of a cloud that were added since.
  ///
  /// - Parameter know: Returns what is known about a rule besides its condition.
  mutating func extend(
    _ rules: [ArmedRule], _ places: [Int], _ facts: FaultFacts,
    know: (ArmedRule) -> FaultListing.Knowledge
  ) {
    var new: [(place: Int, stage: Int, listing: FaultListing, isSwitched: Bool)] = []
    // The numbers of rules by the hash of the name that they are about.
    var counts: [UInt64: Int] = [:]
    for place in places.dropFirst(known) {
      Steps.take()
      let (armed, rule) = (rules[place], rules[place].rule)
      guard !armed.counters.isGone, rule.phase != .push, rule.isAbout(facts.operation) else {
        continue
      }
      let known = know(armed)
      let listing = FaultListing(rule, facts, known)
      if case .group(_, let key?) = listing { counts[key, default: 0] += 1 }
      new.append((place, Self.stage(rule), listing, known.isSwitched))
    }
    known = places.count
    for (place, stage, listing, isSwitched) in new {
      filled |= 1 << UInt8(truncatingIfNeeded: stage)
      let armed = rules[place]
      switch listing {
      // Of rules about the same name, a call would evaluate all: they are tested.
      case .group(let reason, let key)
      where key.map { counts[$0] == 1 && !stages[stage].group.has($0) } ?? true:
        stages[stage].add(place, reason, unless: key, armed.rule)
      case .group:
        stages[stage].add(armed, at: place, nil, isSwitched: isSwitched, seed: facts.seed)
      case .screen(let refusal):
        stages[stage].add(armed, at: place, refusal, isSwitched: isSwitched, seed: facts.seed)
      }
    }
  }

  /// Removes a rule.
  mutating func remove(at place: Int, _ rule: FaultRule) {
    if rule.phase == .push { return }
    let stage = Self.stage(rule)
    if hasRules(stage) { stages[stage].remove(at: place) }
  }

  /// Adds what was counted to the rules.
  mutating func settle(_ rules: inout [ArmedRule]) {
    for stage in stages.indices where hasRules(stage) { stages[stage].settle(&rules) }
  }
}
