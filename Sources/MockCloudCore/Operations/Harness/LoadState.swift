/// `mock/state/load`: a world that was saved takes the place of this one.
public struct LoadState: HarnessOperation {
  public static let name = "mock/state/load"

  var source: StateSource

  init(_ source: StateSource) { self.source = source }

  public init(_ saved: SavedWorld) { source = .document(saved) }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.world = try source.read()
    state.dropEvents()
  }
}

/// A whole world on its way to or from a document.
public struct SavedWorld: Sendable {
  let world: World

  /// The world, unless it contradicts itself.
  ///
  /// - Parameter key: The key of the request that holds the document.
  func checked(at key: String = "") throws(Misuse) -> World {
    guard let problem = WorldCheck.firstProblem(of: world) else { return world }
    let place = key.isEmpty ? problem.place : "\(key).\(problem.place)"
    throw Misuse.badMockRequest("\(place): \(problem.text)", key: place)
  }
}

/// Where a saved world is.
enum StateSource: Sendable {
  /// In the document under the key `state`, which was read already.
  case document(SavedWorld)
  /// In a file; with the key of the dialect that holds its path, and what reads its text.
  case file(
    path: String, key: String,
    parse: @Sendable (UnsafeBufferPointer<UInt8>) throws(Misuse) -> SavedWorld)

  func read() throws(Misuse) -> World {
    switch self {
    case .document(let saved): return try saved.checked(at: "state")
    case .file(let path, let key, let parse):
      guard let text = HostFile.read(path) else {
        throw Misuse.badMockRequest(
          "\(key): '\(NameRules.shortened(path))' cannot be read", key: key, expected: "a file")
      }
      let saved: Result<SavedWorld, Misuse> = text.withUnsafeBufferPointer { bytes in
        do throws(Misuse) { return .success(try parse(bytes)) } catch { return .failure(error) }
      }
      return try saved.get().checked()
    }
  }
}
