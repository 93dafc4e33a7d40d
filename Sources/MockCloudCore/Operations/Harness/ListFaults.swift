/// `mock/faults/list`: returns the rules in the order in which they were added. Set errors come
/// first, spelled as equivalent rules.
public struct ListFaults: HarnessOperation {
  public static let name = "mock/faults/list"
  static let changesCloud = false

  public init() {}

  func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> [FaultRule] {
    (state.faults.rules.setErrors + state.faults.rules.all).map(\.rule)
  }
}
