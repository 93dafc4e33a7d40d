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

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [Entry] {
    let errors = state.faults.setErrors.map { error in
      Entry(
        id: error.rule.id, evaluations: error.count.seen, injections: error.count.injected,
        skipped: error.count.seen - error.count.injected,
        lastReason: error.count.lastReason?.rawValue, isOverdue: false)
    }
    return errors
      + state.faults.rules.all.map { armed in
        Entry(
          id: armed.rule.id, evaluations: armed.counters.evaluations,
          injections: armed.counters.injections,
          skipped: armed.counters.skipped, lastReason: armed.counters.lastReason?.rawValue,
          isOverdue: armed.rule.mustFire && armed.counters.injections == 0)
      }
  }
}
