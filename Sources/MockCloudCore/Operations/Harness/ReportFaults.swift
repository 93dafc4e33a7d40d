/// `mock/faults/report`: what the rules did so far.
public struct ReportFaults: HarnessOperation {
  public static let name = "mock/faults/report"
  public static let changesCloud = false

  public init() {}

  public struct Entry: Sendable {
    public let id: String
    /// How many times the rule was asked.
    public let evaluations: Int
    /// How many times it acted.
    public let injections: Int
    /// How many times only its limit kept it from acting.
    public let skipped: Int
    /// The key of the rule that kept it from acting when it was asked last; nil where it acted, or
    /// never was asked.
    public let lastReason: String?
    /// Whether a test that ends now would be wrong: the rule must act and has not.
    public let isOverdue: Bool
  }

  public struct Answer: Sendable {
    /// In the order in which the rules are asked.
    public let rules: [Entry]
    /// The file that is read again where it changes; nil where there is none.
    public let file: File?
  }

  public struct File: Sendable {
    public let path: String
    /// Why the file is not what is armed; nil where it is.
    public let problem: String?
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    let file = state.faultFile.map { File(path: $0.path, problem: $0.problem) }
    return Answer(rules: entries(of: state.faults), file: file)
  }

  private func entries(of plan: FaultPlan) -> [Entry] {
    plan.setErrors.map { error in
      Entry(
        id: error.rule.id, evaluations: error.count.seen, injections: error.count.injected,
        skipped: error.count.seen - error.count.injected,
        lastReason: error.count.lastReason?.rawValue, isOverdue: false)
    }
      + plan.rules.all.map { armed in
        Entry(
          id: armed.rule.id, evaluations: armed.counters.evaluations,
          injections: armed.counters.injections,
          skipped: armed.counters.skipped, lastReason: armed.counters.lastReason?.rawValue,
          isOverdue: armed.rule.mustFire && armed.counters.injections == 0)
      }
  }
}
