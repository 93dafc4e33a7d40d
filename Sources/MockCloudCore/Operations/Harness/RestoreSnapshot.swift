/// `mock/restore`: brings back the world as it was, with the events that nobody had taken; the journal
/// and the snapshots stay.
public struct RestoreSnapshot: HarnessOperation {
  public static let name = "mock/restore"

  public var snapshot: String

  public init(_ name: String) { snapshot = name }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    guard state.restore(snapshot) else {
      throw Misuse.unknown(
        "name", snapshot, known: state.snapshots.map(\.key),
        remedy: "mock/snapshot makes snapshots")
    }
  }
}
