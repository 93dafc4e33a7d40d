/// `mock/state/hash`: a number of what the databases store, by which worlds are compared.
public struct GetStateHash: HarnessOperation {
  public static let name = "mock/state/hash"
  public static let changesCloud = false

  public init() {}

  /// Equal in worlds that store the same.
  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> UInt64 {
    state.world.digest
  }
}
