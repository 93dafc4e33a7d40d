/// `operations/cancel`: ends an operation that reports by events. What is not reported yet is reported
/// as cancelled (20, INFER e.8); what was committed stays.
public struct CancelOperation: HarnessOperation {
  public static let name = "operations/cancel"

  public var operationID: String

  public init(_ operationID: String) { self.operationID = operationID }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    guard state.world.operations.isKnown(operationID) else {
      throw Misuse.unknown(
        "operationID", operationID, known: state.world.operations.all.map(\.id))
    }
    // One that is done cannot be cancelled any more, which is not a mistake (DOC Operation.cancel).
    guard let entry = state.world.operations.entry(operationID) else { return }
    state.cancel(entry)
  }
}
