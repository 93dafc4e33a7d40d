/// `mock/faults/report`: returns the effects of the rules so far.
public struct ReportFaults: HarnessOperation {
  public static let name = "mock/faults/report"
  static let changesCloud = false

  /// Names of rules, or patterns, each of which must match a rule; nil means all rules.
  public var ids: [FaultPattern]?
  /// Whether the JSON response has the identities of the rules, which differ in each process.
  public var identities = false

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

    /// How often the rule acted in all copies of its cloud since its counts started anew: also in
    /// forks, and if that was undone by `mock/restore`.
    public let acts: Int
    /// The same, also before its counts started anew.
    public let allActs: Int

    package let record: RuleRecord

    /// A number that no other rule of the process has, larger than those of the rules that were added
    /// before. Snapshots and forks have the rule with the same identity, and so has a watched file that
    /// is read again; one that is added again, or that a state document has, has another.
    public var identity: Int { record.identity }

    /// A number of the same kind, which changes when the counts of the rule start anew.
    public var counts: Int { record.number }

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
    /// The last identity that was given in the process.
    public let lastIdentity: Int
    /// The rules of that file that are awaited, in the order of their names, if identities were asked
    /// for.
    public let awaited: [Awaited]
  }

  /// A rule with `mustFire` of a watched file that does not exist now. Those that
  /// `mock/faults/clear` or another load of a file removed are not among them.
  public struct Awaited: Sendable {
    /// Its identity, which it has when the file brings it again.
    public let identity: Int
    /// How often it acted, as in its entry.
    public let acts: Int
    public let rule: FaultRule
    /// Whether the file has changed and does not have it any more. Otherwise the state was replaced,
    /// and no call has read the file since.
    public let isDropped: Bool
  }

  public struct File: Sendable {
    public let path: String
    /// The reason why the current file is not armed; nil if it is.
    public let problem: String?
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    let file = state.faultFile.map { File(path: $0.path, problem: $0.problem) }
    let rules = try state.faults.rules.listed(ids).map { Entry($0) }
    let awaited =
      identities && ids == nil
      ? state.faultFile?.brought.awaited(besides: state.faults.loadedRules) : nil
    return Answer(
      rules: rules, file: file, lastIdentity: ProcessNumber.last, awaited: awaited ?? [])
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
      acts: armed.record.acts, allActs: armed.record.allActs, record: armed.record)
  }
}
