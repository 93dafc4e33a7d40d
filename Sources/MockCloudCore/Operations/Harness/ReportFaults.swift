/// `mock/faults/report`: returns the effects of the rules so far.
public struct ReportFaults: HarnessOperation {
  public static let name = "mock/faults/report"
  static let changesCloud = false

  /// Names of rules, or patterns, each of which must match a rule; nil means all rules.
  public var ids: [FaultPattern]?

  public init(_ ids: [FaultPattern]? = nil) { self.ids = ids }

  public struct Entry: Sendable {
    public let id: String
    /// The number of evaluations of the rule.
    public let evaluations: Int
    /// The number of times that the rule acted.
    public let injections: Int
    /// The number of times that only its limit prevented it from acting.
    public let skipped: Int
    /// The key that did not match at the last evaluation, the effect that did nothing, `paused`, or
    /// `shadowed by` and the rule that acted before; nil if the rule acted or was never evaluated.
    public let lastReason: String?
    /// The number of times that the rule was about to act, but none of its effects did anything.
    public let ineffective: Int
    /// Why they did nothing, if that happened at the last evaluation.
    public let explanation: String?
    /// Whether the rule must act before the test ends and has not yet. A rule that starts its own
    /// counts anew whenever it acts need not act again.
    public let isOverdue: Bool
    /// Whether the rule acts by chance, so that a run in which it never acts is possible.
    public let isByChance: Bool
    /// Whether the rule says with `mustFire: false` that it need not act, as those of profiles do.
    public let isOptional: Bool
    /// Whether the rule acted before its counts started anew.
    public let actedBefore: Bool

    package let record: RuleRecord
    /// The number of acts in the record, when the report was made.
    package let recordedActs: Int

    /// Whether the rule acted, also before its counts started anew unless it must act again.
    package var hasActed: Bool { injections > 0 || (actedBefore && !isOverdue) }

    /// Whether the rule acted, or need not act.
    package var mayRest: Bool { hasActed || (!isOverdue && (isByChance || isOptional)) }
  }

  public struct Answer: Sendable {
    /// The rules in the order in which they are evaluated.
    public let rules: [Entry]
    /// The file that is read again when it changes; nil if there is none.
    public let file: File?
  }

  public struct File: Sendable {
    public let path: String
    /// The reason why the current file is not armed; nil if it is.
    public let problem: String?
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    let file = state.faultFile.map { File(path: $0.path, problem: $0.problem) }
    return Answer(rules: try state.faults.rules.listed(ids).map { Entry($0) }, file: file)
  }
}

extension ReportFaults.Entry {
  init(_ armed: ArmedRule) {
    let (counters, rule) = (armed.counters, armed.rule)
    self.init(
      id: rule.id, evaluations: counters.evaluations, injections: counters.injections,
      skipped: counters.skipped,
      lastReason: counters.lastReason?.text(shadowedBy: counters.shadow?.id),
      ineffective: counters.ineffective, explanation: counters.lastReason?.explanation,
      isOverdue: rule.mustFire == true && counters.injections == 0
        && !(counters.actedBefore && rule.resetsItself),
      isByChance: rule.gate.probability.map { $0 != 1 } ?? false,
      isOptional: rule.mustFire == false, actedBefore: counters.actedBefore,
      record: armed.record, recordedActs: armed.record.acts)
  }
}
