/// `operations/list`: returns the operations of a device that report by events: the unfinished
/// ones, and the long-lived ones whose answers are kept.
public struct ListOperations: HarnessOperation {
  public static let name = "operations/list"
  static let changesCloud = false

  public struct Entry: Sendable {
    public let operationID: String
    /// The operation's name in the dialect.
    public let operation: String
    public let state: State
    public let isLongLived: Bool
  }

  public enum State: String, Sendable {
    /// It runs when the clock advances.
    case waiting
    /// It ran, and its blocks are being taken.
    case executing
    /// It is long-lived, and its answer can be reported again.
    case finished
  }

  public init() {}

  /// Returns the operations in the order of their submission.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [Entry] {
    try state.faults.refuseCrashed(context.deviceName)
    let own = state.world.operations.all.filter { entry in
      entry.isKept ? entry.submitter == context.submitter : entry.device == context.deviceName
    }
    return own.map { entry in
      let shown: State =
        switch entry.state {
        case .waiting: .waiting
        case .running, .underWay, .reporting: .executing
        case .finished: .finished
        }
      return Entry(
        operationID: entry.id, operation: entry.operation, state: shown,
        isLongLived: entry.delivery.isLongLived)
    }
  }
}
