/// `mock/faults/trace`: returns what faults did so far, as rules that do the same again without
/// chance.
public struct TraceFaults: HarnessOperation {
  public static let name = "mock/faults/trace"
  static let changesCloud = false

  public init() {}

  public struct Answer: Sendable {
    /// The seed of the cloud.
    public let seed: UInt64
    /// A rule for each act, or for several equal ones in a row, in their order. Their names consist
    /// of a number and the name of the rule that acted, or of the operation that set the fault.
    public let rules: [FaultRule]
    /// The number of acts that were left out, because a trace has at most 10,000 rules.
    public let dropped: Int
    /// What no rule can express.
    public let unexpressed: [Unexpressed]
  }

  /// Acts that no rule can express.
  public struct Unexpressed: Sendable {
    /// The operation of the harness that set the fault.
    public let source: String
    public let reason: String
    /// The number of such acts.
    public let count: Int
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    let trace = state.faultTrace()
    return Answer(
      seed: state.world.seed,
      rules: trace.rules.enumerated().map { place, rule in rule.named("\(place + 1) \(rule.id)") },
      dropped: trace.dropped,
      unexpressed: trace.unexpressed.map {
        Unexpressed(source: $0.source, reason: $0.reason, count: $0.count)
      })
  }
}
