/// A point of a call at which rules are evaluated, or a push.
struct FaultMoment {
  let seed: UInt64
  let clock: FaultClock
  /// The number of the call; 0 for a push.
  let call: UInt64
  /// The number of the point among all of the cloud.
  let point: UInt64
  /// The keys by which rules count.
  var keys: FaultKeys
  var marks = FaultMarks.Keys()
  /// The operation of the harness that added the rules of the fault language.
  let source: String
  /// The states of the rules.
  let states: FaultStates
  /// The rule that took the call: no other one can act.
  var taker: FaultRule?
  /// The names of the rules whose counts the last act started anew.
  var resets: [String] = []

  /// - Parameter draws: What random choices about the whole call depend on, if that is known.
  init(
    _ facts: FaultFacts, _ clock: FaultClock, _ point: UInt64, from source: String,
    _ draws: DrawPlace?
  ) {
    self.source = source
    self.clock = clock
    self.point = point
    seed = facts.seed
    call = facts.context.callNumber
    keys = FaultKeys(facts, draws)
    states = facts.states
  }

  init(
    _ push: FaultPush, _ states: FaultStates, _ seed: UInt64, _ clock: FaultClock, _ point: UInt64
  ) {
    source = FaultRules.source
    self.seed = seed
    self.clock = clock
    self.point = point
    call = 0
    keys = FaultKeys(push)
    self.states = states
  }

  /// Whether a rule needs a state that the rules do not have.
  func isOut(_ wanted: FaultState?) -> Bool {
    guard let wanted else { return false }
    return !states.holds(wanted, keys[wanted.key])
  }

  func refusal(_ wanted: FaultState?) -> FaultReason? { isOut(wanted) ? .state : nil }
}

/// What rules and set errors can do to a call, before it is asked in full.
enum FaultProspect {
  /// None can act on the call, and none counts it.
  case quiet
  /// The call finds its rules in the list at the place.
  case list(Int)
  case unknown

  /// The place of the list if it is known.
  var list: Int? { if case .list(let place) = self { place } else { nil } }
}

/// Where a call finds its rules.
struct FaultPlace: Sendable {
  /// The place of the list of rules for the caller.
  private(set) var list = 0
  /// Whether there is one.
  private(set) var hasList = false
  /// The lists have other places if this has changed.
  let generation: UInt64
  /// The set errors for the call; nil if there are none.
  var errors: SetErrorIndex.Found?
  /// What random choices about the whole call depend on; nil until a rule needs it.
  var draws: DrawPlace?
  /// The places of the set errors that were evaluated so far.
  var touched: [Int] = []

  init(generation: UInt64) { self.generation = generation }

  init(generation: UInt64, list: Int) {
    self.generation = generation
    self.list = list
    hasList = true
  }
}
