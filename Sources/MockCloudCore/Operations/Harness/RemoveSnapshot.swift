/// `mock/snapshot/remove`: removes a snapshot, and frees the data that no other world shares.
public struct RemoveSnapshot: HarnessOperation {
  public static let name = "mock/snapshot/remove"

  public var snapshot: String

  public init(_ name: String) { snapshot = name }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    _ = try state.snapshot(named: snapshot, key: "name")
    state.removeSnapshot(snapshot)
  }
}
