/// `mock/faults/clear`: removes all rules, and the errors of `mock/error/set` and
/// `mock/recordErrors/set`, but not the networks of devices.
public struct ClearFaults: HarnessOperation {
  public static let name = "mock/faults/clear"

  public init() {}

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.faults.removeAll()
    state.faultFile?.brought.awaitNone()
  }
}
