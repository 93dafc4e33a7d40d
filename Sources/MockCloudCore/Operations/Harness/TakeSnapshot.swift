/// `mock/snapshot`: stores a snapshot of the world under a name, in constant time.
public struct TakeSnapshot: HarnessOperation {
  public static let name = "mock/snapshot"

  public var snapshot: String

  public init(_ name: String) { snapshot = name }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    if snapshot.isEmpty { throw RequestError.empty("name").misuse }
    state.takeSnapshot(snapshot)
  }
}
