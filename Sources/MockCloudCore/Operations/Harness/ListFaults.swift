/// `mock/faults/list`: returns the rules in the order in which they were added. Set errors come
/// first, spelled as equivalent rules.
public struct ListFaults: HarnessOperation {
  public static let name = "mock/faults/list"
  static let changesCloud = false

  /// Names of rules, or patterns, each of which must match a rule; nil means all rules.
  public var ids: [FaultPattern]?

  public init(_ ids: [FaultPattern]? = nil) { self.ids = ids }

  func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> [FaultRule] {
    try state.faults.rules.listed(ids).map(\.rule)
  }
}

extension FaultRules {
  /// Returns those of the listed rules that names and patterns choose; nil chooses all of them.
  mutating func listed(_ ids: [FaultPattern]?) throws(Misuse) -> [ArmedRule] {
    guard let ids else { return listed }
    if let named = settled(named: ids) { return named }
    return try ChosenNames.rules(ids, among: listed)
  }
}

extension ChosenNames {
  /// Returns the rules that the key `ids` of a request chooses, in order. An empty list is refused.
  static func rules(
    _ ids: [FaultPattern], among rules: [ArmedRule]
  ) throws(Misuse) -> [ArmedRule] {
    if ids.isEmpty { throw none("ids", "names of rules, or patterns") }
    return try places(ids, among: rules.map(\.rule.id), "ids").map { rules[$0] }
  }
}
