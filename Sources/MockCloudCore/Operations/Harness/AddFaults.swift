/// `mock/faults/add`: adds rules of faults behind those that are there. If one of them is refused, none
/// is added.
public struct AddFaults: HarnessOperation {
  public static let name = "mock/faults/add"

  public var rules: [FaultRule]

  public init(_ rules: [FaultRule]) { self.rules = rules }

  /// Returns the names of the rules.
  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [String] {
    var known = Set(state.faults.rules.all.map { ExactText($0.rule.id) })
    for (index, rule) in rules.enumerated() where !rule.id.isEmpty {
      guard known.insert(ExactText(rule.id)).inserted else {
        throw Misuse.badMockRequest(
          "rules[\(index)].id: there is a rule '\(NameRules.shortened(rule.id))' already",
          key: "rules[\(index)].id", expected: "another name, or none")
      }
    }
    for (index, rule) in rules.enumerated() {
      try rule.check(at: "rules[\(index)]", known, state.operationNames)
    }
    return state.faults.rules.add(rules, now: state.world.clock.now)
  }
}
