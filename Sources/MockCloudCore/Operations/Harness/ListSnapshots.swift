/// `mock/snapshot/list`: returns the names of the snapshots.
public struct ListSnapshots: HarnessOperation {
  public static let name = "mock/snapshot/list"
  static let changesCloud = false

  public init() {}

  /// Returns the names in the order of their bytes.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [String] {
    state.snapshotNames
  }
}
