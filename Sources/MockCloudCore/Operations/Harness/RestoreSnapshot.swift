/// `mock/restore`: restores a snapshot with its queued events; the journal and the snapshots are
/// kept.
public struct RestoreSnapshot: HarnessOperation {
  public static let name = "mock/restore"

  public var snapshot: String

  public init(_ name: String) { snapshot = name }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    let snapshot = try state.snapshot(named: snapshot, key: "name")
    state.rememberAccounts()
    state.restore(snapshot)
  }
}
