/// `mock/state/hash`: returns a hash of the contents of the databases, to compare worlds.
public struct GetStateHash: HarnessOperation {
  public static let name = "mock/state/hash"
  static let changesCloud = false

  public init() {}

  /// Returns a number that is equal for worlds that store the same.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> UInt64 {
    state.world.digest
  }
}
