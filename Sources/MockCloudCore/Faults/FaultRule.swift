/// A rule: its condition, its limit, and its effects.
public final class FaultRule: Sendable {
  public let id: String
  /// Whether the rule's author named it.
  let hasOwnName: Bool
  public let condition: FaultCondition
  public let limit: FaultLimit
  /// The effects in order; an error ends them.
  public let effects: [FaultEffect]
  /// The state of the rules in the calls that begin after this one acted.
  public let nextState: FaultState?
  /// The rules that this one arms when it acts.
  public let arms: [String]
  /// Whether the rules that it arms start their counts anew.
  public let resetsArmed: Bool
  /// The rules that this one disarms when it acts.
  public let disarms: [String]
  /// The lifetime of the rule in milliseconds; nil means unlimited.
  public let timeToLive: Int64?
  /// Whether a test fails if it ends before the rule acted.
  public let mustFire: Bool
  /// Whether the rule is armed from the start, rather than by another rule.
  public let isArmed: Bool
  /// When the people, devices and containers exist that the condition names.
  public let presence: Presence
  /// Whether the rule is evaluated after all others, those that are added later too.
  public let isLast: Bool
  /// The phase in which the rule acts.
  let phase: FaultPhase
  /// The groups of keys that the condition has, so that evaluations can skip the others.
  let asks: FaultQuestions
  /// What decides whether the rule acts if its condition holds.
  let gate: FaultGate
  /// When the rule applies.
  let times: FaultTimes
  /// The operations for which all of the rule's effects are valid; nil means all.
  let effectOperations: [String]?

  /// When the names of a condition exist.
  public enum Presence: String, Sendable, CaseIterable {
    /// When the rule is added: names that do not exist are refused.
    case now
    /// They may be added later.
    case later
  }

  // Profiles make dozens of rules: a copy of it at each place would be larger than they are.
  @inline(never)
  public init(
    id: String = "", when condition: FaultCondition = FaultCondition(),
    limit: FaultLimit = FaultLimit(), then effects: [FaultEffect], nextState: FaultState? = nil,
    arms: [String] = [], resetsArmed: Bool = false, disarms: [String] = [],
    timeToLive: Int64? = nil, mustFire: Bool = false, isArmed: Bool = true,
    expected presence: Presence = .now, isLast: Bool = false
  ) {
    self.id = id
    hasOwnName = !id.isEmpty
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
    phase = Self.phase(of: condition, effects)
    asks = FaultQuestions(condition, timeToLive)
    gate = FaultGate(condition, limit)
    times = FaultTimes(condition, timeToLive)
    effectOperations = Self.operations(of: effects)
  }

  /// Returns the same rule with a name that its author did not choose.
  func named(_ id: String) -> FaultRule { FaultRule(naming: self, id) }

  private init(naming rule: FaultRule, _ id: String) {
    self.id = id
    hasOwnName = false
    condition = rule.condition
    limit = rule.limit
    effects = rule.effects
    nextState = rule.nextState
    arms = rule.arms
    resetsArmed = rule.resetsArmed
    disarms = rule.disarms
    timeToLive = rule.timeToLive
    mustFire = rule.mustFire
    isArmed = rule.isArmed
    presence = rule.presence
    isLast = rule.isLast
    phase = rule.phase
    asks = rule.asks
    gate = rule.gate
    times = rule.times
    effectOperations = rule.effectOperations
  }

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
