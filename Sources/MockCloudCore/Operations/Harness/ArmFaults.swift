/// `mock/faults/arm`: arms rules, whose `clock` and `ttl` begin now.
public struct ArmFaults: HarnessOperation {
  public static let name = "mock/faults/arm"

  /// Names of rules, or patterns, each of which must match a rule.
  public var ids: [FaultPattern]
  /// Whether the counts of the rules start anew.
  public var reset: Bool

  public init(_ ids: [FaultPattern], reset: Bool = false) {
    self.ids = ids
    self.reset = reset
  }

  /// Returns the names of the armed rules, in the order of the rules.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [String] {
    try state.armFaults(ids, true, resets: reset)
  }
}

/// `mock/faults/disarm`: disarms rules, which are inactive until they are armed again.
public struct DisarmFaults: HarnessOperation {
  public static let name = "mock/faults/disarm"

  /// Names of rules, or patterns, each of which must match a rule.
  public var ids: [FaultPattern]

  public init(_ ids: [FaultPattern]) { self.ids = ids }

  /// Returns the names of the disarmed rules, in the order of the rules.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [String] {
    try state.armFaults(ids, false, resets: false)
  }
}

extension CloudState {
  fileprivate mutating func armFaults(
    _ ids: [FaultPattern], _ isArmed: Bool, resets: Bool
  ) throws(Misuse) -> [String] {
    // Set errors are neither armed nor disarmed.
    let named = faults.rules.settled(named: ids)?.filter { $0.rank == nil } ?? []
    let rules = named.isEmpty ? try ChosenNames.rules(ids, among: faults.rules.all) : named
    let chosen = rules.map(\.rule.id)
    faults.rules.arm(chosen, isArmed, resets: resets, now: world.clock.now)
    return chosen
  }
}
