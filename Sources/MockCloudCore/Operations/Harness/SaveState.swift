/// `mock/state/save`: returns the whole world as a state document.
public struct SaveState: HarnessOperation {
  public static let name = "mock/state/save"
  static let changesCloud = false

  /// A file for the document; nil returns the document.
  public var path: String?

  /// The place for the bytes of stored files: the document, or files next to it, which requires a
  /// path.
  public var assets: Assets

  public enum Assets: String, Sendable, CaseIterable {
    case inline
    case files
  }

  public init(path: String? = nil, assets: Assets = .inline) {
    self.path = path
    self.assets = assets
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> SavedWorld {
    try refuseProblem()
    let saved = state.saved
    if let path, !saved.writeDocument(to: path, assets) { throw .unwritable(path) }
    return saved
  }
}

extension SaveState: CheckedValue {
  var problem: RequestError? {
    assets == .files && path == nil
      ? RequestError(
        "assets", "'assets' is 'files', but no 'path' is given",
        expected: "a 'path', or 'assets': inline")
      : nil
  }
}
