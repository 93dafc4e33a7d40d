/// `operations/cancel`: cancels an operation that reports by events. Its remaining blocks are
/// reported as cancelled (20, INFER e.8); committed changes are kept.
public struct CancelOperation: HarnessOperation {
  public static let name = "operations/cancel"

  public var operationID: String

  public init(_ operationID: String) { self.operationID = operationID }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    try state.world.operations.checkIsKnown(operationID)
    // Only the client could cancel it.
    let entry = state.world.operations.entry(operationID)
    if let device = entry?.device ?? state.world.operations.client(of: operationID) {
      try state.faults.refuseCrashed(device)
    }
    // A finished operation cannot be cancelled, which is not an error (DOC Operation.cancel).
    guard let entry else { return }
    state.cancel(entry)
  }
}

extension OperationsInFlight {
  /// Refuses an ID that no operation has.
  func checkIsKnown(_ id: String) throws(Misuse) {
    if !isKnown(id) { throw Misuse.unknown("operationID", id, known: all.map(\.id)) }
  }
}
