/// `mock/script/load`: from here on the responses to calls of the service come from a script.
public struct LoadScript: HarnessOperation {
  public static let name = "mock/script/load"

  var source: ScriptSource?
  /// The mode in place of the script's own; nil leaves it.
  public var mode: Script.Mode?

  init(_ source: ScriptSource?, mode: Script.Mode? = nil) {
    self.source = source
    self.mode = mode
  }

  /// - Parameter script: Nil ends the script that is loaded.
  public init(_ script: Script?) { source = script.map { .script($0) } }

  /// Returns how many entries the script has.
  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Int {
    guard var script = try source?.read() else {
      state.script = nil
      return 0
    }
    if let mode { script.mode = mode }
    state.script = ScriptRun(script)
    return script.entries.count
  }
}

/// Where a script is.
indirect enum ScriptSource: Sendable {
  case script(Script)
  /// In a file; with the key of the dialect that holds its path, and what reads its text.
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
