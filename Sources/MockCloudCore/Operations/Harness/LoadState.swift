/// `mock/state/load`: replaces the world by a saved one.
public struct LoadState: HarnessOperation {
  public static let name = "mock/state/load"

  var source: StateSource

  init(_ source: StateSource) { self.source = source }

  public init(_ saved: SavedWorld) { source = .document(saved) }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    let saved = try source.read()
    state.rememberAccounts()
    state.load(saved)
  }
}

extension SavedWorld {
  /// Returns the saved world, or throws if it is inconsistent.
  ///
  /// - Parameter key: The key of the request that holds the document.
  func checked(at key: String = "") throws(Misuse) -> SavedWorld {
    guard let problem = WorldCheck.firstProblem(of: world) else { return self }
    let place = key.isEmpty ? problem.place : "\(key).\(problem.place)"
    throw Misuse.badMockRequest("\(place): \(problem.text)", key: place)
  }
}

/// The source of a saved world.
indirect enum StateSource: Sendable {
  /// The document under the key `state`, already read.
  case document(SavedWorld)
  /// A file, with the key that holds its path, and the parser of its text. `parse` returns nil if
  /// the file cannot be read.
  case file(
    path: String, key: String, parse: @Sendable (String) throws(Misuse) -> SavedWorld?)

  func read() throws(Misuse) -> SavedWorld {
    switch self {
    case .document(let saved): return try saved.checked(at: "state")
    case .file(let path, let key, let parse):
      guard let saved = try parse(path) else {
        throw Misuse.unreadable(path, key: key)
      }
      return try saved.checked()
    }
  }
}
