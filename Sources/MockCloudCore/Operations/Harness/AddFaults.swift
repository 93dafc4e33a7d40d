/// `mock/faults/add`: adds fault rules after the existing ones. If one of them is invalid, none is
/// added.
public struct AddFaults: HarnessOperation {
  public static let name = "mock/faults/add"
  static let isInPlace = true

  public var rules: [FaultRule]

  public init(_ rules: [FaultRule]) { self.rules = rules }

  /// Returns the names of the rules.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [String] {
    if rules.isEmpty { throw ChosenNames.none("rules", "one or more rules") }
    return try state.faults.rules.add(
      checked: rules, at: "rules", in: state.world)
  }
}
