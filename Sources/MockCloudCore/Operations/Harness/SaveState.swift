/// `mock/state/save`: the whole world, for the JSON form to write down.
public struct SaveState: HarnessOperation {
  public static let name = "mock/state/save"
  public static let changesCloud = false

  /// A file to write the document to; nil returns the document.
  public var path: String?

  public init(path: String? = nil) { self.path = path }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> SavedWorld
  {
    let saved = state.saved
    if let path, !saved.write(to: path) {
      throw Misuse.badMockRequest(
        "'\(NameRules.shortened(path))' cannot be written", key: "path",
        expected: "the path of a file in a folder that exists")
    }
    return saved
  }
}
