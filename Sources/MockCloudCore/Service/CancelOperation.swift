/// `operations/cancel`: cancels an operation that reports by events. Its remaining blocks are
/// reported as cancelled (20, INFER e.8); committed changes are kept.
public struct CancelOperation: HarnessOperation {
  public static let name = "operations/cancel"

  public var operationID: String

  public init(_ operationID: String) { self.operationID = operationID }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    guard state.world.operations.isKnown(operationID) else {
      throw Misuse.unknown(
        "operationID", operationID, known: state.world.operations.all.map(\.id))
    }
    // A finished operation cannot be cancelled, which is not an error (DOC Operation.cancel).
    guard let entry = state.world.operations.entry(operationID) else { return }
    state.cancel(entry)
  }
}
