/// A rule: its condition, its limit, and its effects.
public final class FaultRule: Sendable {
  public let id: String
  /// Whether the rule's author named it.
  let hasOwnName: Bool
  /// What the rule says, which is shared by the rule of another name.
  private let terms: Terms

  /// When the names of a condition exist.
  public enum Presence: String, Sendable, CaseIterable {
    /// When the rule is added: names that do not exist are refused.
    case now
    /// They may be added later.
    case later
  }

  private final class Terms: Sendable {
    let condition: FaultCondition
    let limit: FaultLimit
    let effects: [FaultEffect]
    let nextState: FaultState?
    let arms: [String]
    let resetsArmed: Bool
    let disarms: [String]
    let timeToLive: Int64?
    let mustFire: Bool?
    let isArmed: Bool
    let presence: Presence
    let isLast: Bool
    let phase: FaultPhase
    let asks: FaultQuestions
    let effectOperations: [String]?

    init(
      _ condition: FaultCondition, _ limit: FaultLimit, _ effects: [FaultEffect],
      _ nextState: FaultState?, arms: [String], resetsArmed: Bool, disarms: [String],
      _ timeToLive: Int64?, mustFire: Bool?, isArmed: Bool, _ presence: Presence, isLast: Bool
    ) {
      self.condition = condition
      self.limit = limit
      self.effects = effects
      self.nextState = nextState
      self.arms = arms
      self.resetsArmed = resetsArmed
      self.disarms = disarms
      self.timeToLive = timeToLive
      self.mustFire = mustFire
      self.isArmed = isArmed
      self.presence = presence
      self.isLast = isLast
      phase = FaultRule.phase(of: condition, effects)
      asks = FaultQuestions(condition, timeToLive)
      effectOperations = FaultRule.operations(of: effects)
    }
  }

  // Profiles make dozens of rules: a copy of it at each place would be larger than they are.
  @inline(never)
  public init(
    id: String = "", when condition: FaultCondition = FaultCondition(),
    limit: FaultLimit = FaultLimit(), then effects: [FaultEffect], nextState: FaultState? = nil,
    arms: [String] = [], resetsArmed: Bool = false, disarms: [String] = [],
    timeToLive: Int64? = nil, mustFire: Bool? = nil, isArmed: Bool = true,
    expected presence: Presence = .now, isLast: Bool = false
  ) {
    self.id = id
    hasOwnName = !id.isEmpty
    terms = Terms(
      condition, limit, effects, nextState, arms: arms, resetsArmed: resetsArmed,
      disarms: disarms, timeToLive, mustFire: mustFire, isArmed: isArmed, presence,
      isLast: isLast)
  }

  private init(_ terms: Terms, named id: String) {
    self.id = id
    hasOwnName = false
    self.terms = terms
  }

  /// Returns the same rule with a name that its author did not choose.
  func named(_ id: String) -> FaultRule { FaultRule(terms, named: id) }

  private static func operations(of effects: [FaultEffect]) -> [String]? {
    effects.reduce(nil) { common, effect in
      guard let own = effect.kind.operations else { return common }
      return common.map { $0.filter { name in own.contains { $0.hasBytes(of: name) } } } ?? own
    }
  }

  /// Returns the phase in which a rule acts.
  static func phase(of condition: FaultCondition, _ effects: [FaultEffect]) -> FaultPhase {
    if let phase = condition.phase { return phase }
    if condition.isAboutItems { return .items }
    return FaultPhase.allCases.first { phase in
      effects.allSatisfy { $0.kind.phases.contains(phase) }
    } ?? .before
  }
}

extension FaultRule {
  public var condition: FaultCondition { terms.condition }
  public var limit: FaultLimit { terms.limit }
  /// The effects in order; an error ends them.
  public var effects: [FaultEffect] { terms.effects }
  /// The state of the rules in the calls that begin after this one acted.
  public var nextState: FaultState? { terms.nextState }
  /// The rules that this one arms when it acts.
  public var arms: [String] { terms.arms }
  /// Whether the rules that it arms start their counts anew.
  public var resetsArmed: Bool { terms.resetsArmed }
  /// Whether the rule starts its own counts anew whenever it acts.
  var resetsItself: Bool { resetsArmed && arms.contains { $0.hasBytes(of: id) } }
  /// The rules that this one disarms when it acts.
  public var disarms: [String] { terms.disarms }
  /// The lifetime of the rule in milliseconds; nil means unlimited.
  public var timeToLive: Int64? { terms.timeToLive }
  /// Whether a test fails if it ends before the rule acted. With false, it also does not fail if it
  /// expects all rules to act.
  public var mustFire: Bool? { terms.mustFire }
  /// Whether the rule is armed from the start, rather than by another rule.
  public var isArmed: Bool { terms.isArmed }
  /// When the people, devices, containers and zones exist that the condition names.
  public var presence: Presence { terms.presence }
  /// Whether the rule is evaluated after all others, those that are added later too.
  public var isLast: Bool { terms.isLast }
  /// The phase in which the rule acts.
  var phase: FaultPhase { terms.phase }
  /// The groups of keys that the condition has, so that evaluations can skip the others.
  var asks: FaultQuestions { terms.asks }
  /// The operations for which all of the rule's effects are valid; nil means all.
  var effectOperations: [String]? { terms.effectOperations }
  /// What decides whether the rule acts if its condition holds.
  var gate: FaultGate { FaultGate(terms.condition, terms.limit) }
  /// When the rule applies.
  var times: FaultTimes { FaultTimes(terms.condition, terms.timeToLive) }
}
