/// `mock/script/load`: lets a script respond to calls of the service from here on.
public struct LoadScript: HarnessOperation {
  public static let name = "mock/script/load"

  var source: ScriptSource?
  /// Overrides the script's mode; nil keeps it.
  public var mode: Script.Mode?

  init(_ source: ScriptSource?, mode: Script.Mode? = nil) {
    self.source = source
    self.mode = mode
  }

  /// - Parameter script: Nil ends the loaded script.
  public init(_ script: Script?) { source = script.map { .script($0) } }

  /// Returns the number of the script's entries.
  /// A script that is loaded begins anew, even if it is the same.
  var changesShow: Bool { source == nil }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Int {
    guard var script = try source?.read() else {
      state.script = nil
      return 0
    }
    if case .script = source,
      let problem = script.problem(among: ServiceOperation.names, BlockNames.all)
    {
      throw problem.inside("script").misuse
    }
    if let mode { script.mode = mode }
    state.script = ScriptRun(script)
    return script.entries.count
  }
}

/// The source of a script.
indirect enum ScriptSource: Sendable {
  case script(Script)
  /// A file, with the key that holds its path, and the parser of its text.
  case file(
    path: String, key: String,
    parse: @Sendable (UnsafeBufferPointer<UInt8>) throws(Misuse) -> Script)

  func read() throws(Misuse) -> Script {
    switch self {
    case .script(let script): return script
    case .file(let path, let key, let parse):
      let text = try HostFile.contents(of: path, key: key)
      return try text.withUnsafeBufferPointer { (bytes) throws(Misuse) in try parse(bytes) }
    }
  }
}
