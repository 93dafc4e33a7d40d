/// `mock/state/save`: the whole world, for the JSON form to write down.
public struct SaveState: HarnessOperation {
  public static let name = "mock/state/save"
  public static let changesCloud = false

  /// A file to write the document to; nil returns the document.
  public var path: String?

  /// Where the bytes of stored files go: into the document, or into files beside it, which needs a path.
  public var assets: Assets

  public enum Assets: String, Sendable, CaseIterable {
    case inline
    case files
  }

  public init(path: String? = nil, assets: Assets = .inline) {
    self.path = path
    self.assets = assets
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> SavedWorld
  {
    let saved = state.saved
    if let path, !saved.write(to: path, assets) { throw .unwritable(path) }
    return saved
  }
}
