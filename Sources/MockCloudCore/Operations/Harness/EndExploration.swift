/// `mock/explore/end`: ends an exploration before all cases were tried, and restores the cloud as it
/// was when the exploration began. The report keeps the results so far.
public struct EndExploration: HarnessOperation {
  public static let name = "mock/explore/end"

  public init() {}

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    try state.endExploration()
  }
}
