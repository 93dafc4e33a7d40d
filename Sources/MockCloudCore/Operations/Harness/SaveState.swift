/// `mock/state/save`: the whole world, for the JSON form to write down.
public struct SaveState: HarnessOperation {
  public static let name = "mock/state/save"
  public static let changesCloud = false

  /// A file to write the document to; nil returns the document.
  public var path: String?

  public init(path: String? = nil) { self.path = path }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> SavedWorld
  {
    if let operation = state.world.operations.firstKept {
      throw Misuse.badMockRequest(
        "a state document holds no answers of long-lived operations, and that of "
          + "\(operation.operation) '\(operation.id)' is kept",
        expected: "it reported again, or operations/cancel, before")
    }
    let saved = state.saved
    if let path, !saved.write(to: path) { throw .unwritable(path) }
    return saved
  }
}
