/// `mock/faults/clear`: removes all rules, and what `mock/error/set` and `mock/recordErrors/set` set. The networks of
/// devices stay.
public struct ClearFaults: HarnessOperation {
  public static let name = "mock/faults/clear"

  public init() {}

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.faults.removeAll()
  }
}
