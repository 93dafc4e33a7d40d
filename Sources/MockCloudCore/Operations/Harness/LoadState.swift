/// `mock/state/load`: a world that was saved takes the place of this one.
public struct LoadState: HarnessOperation {
  public static let name = "mock/state/load"

  var source: StateSource

  init(_ source: StateSource) { self.source = source }

  public init(_ saved: SavedWorld) { source = .document(saved) }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.load(try source.read())
  }
}

extension SavedWorld {
  /// The same, unless the world contradicts itself.
  ///
  /// - Parameter key: The key of the request that holds the document.
  func checked(at key: String = "") throws(Misuse) -> SavedWorld {
    guard let problem = WorldCheck.firstProblem(of: world) else { return self }
    let place = key.isEmpty ? problem.place : "\(key).\(problem.place)"
    throw Misuse.badMockRequest("\(place): \(problem.text)", key: place)
  }
}

/// Where a saved world is.
indirect enum StateSource: Sendable {
  /// In the document under the key `state`, which was read already.
  case document(SavedWorld)
  /// In a file; with the key of the dialect that holds its path, and what reads its text.
  /// `parse` returns nil where the file cannot be read.
  case file(
    path: String, key: String, parse: @Sendable (String) throws(Misuse) -> SavedWorld?)

  func read() throws(Misuse) -> SavedWorld {
    switch self {
    case .document(let saved): return try saved.checked(at: "state")
    case .file(let path, let key, let parse):
      guard let saved = try parse(path) else {
        throw Misuse.unreadable(path, key: key).named(key)
      }
      return try saved.checked()
    }
  }
}
