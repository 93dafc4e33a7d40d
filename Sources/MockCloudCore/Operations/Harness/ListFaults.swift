/// `mock/faults/list`: the rules, in the order in which they are asked. Errors that were set come first, as
/// the rules that they are short for.
public struct ListFaults: HarnessOperation {
  public static let name = "mock/faults/list"
  public static let changesCloud = false

  public init() {}

  public func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> [FaultRule] {
    state.faults.setErrors.map(\.rule) + state.faults.rules.all.map(\.rule)
  }
}
