/// `mock/script/status`: returns the progress of the script.
public struct GetScriptStatus: HarnessOperation {
  public static let name = "mock/script/status"
  static let changesCloud = false

  public init() {}

  public struct Answer: Sendable {
    /// Nil if no script is loaded.
    public let mode: Script.Mode?
    /// The number of the script's entries.
    public let entries: Int
    /// The number of entries that have responded to all of their calls.
    public let consumed: Int
    /// The unused entries in their order.
    public let remaining: [Remaining]
    /// The first calls that matched no entry.
    public let mismatches: [ScriptMismatch]
    /// The number of calls that matched no entry.
    public let mismatchCount: Int
  }

  /// An unused entry.
  public struct Remaining: Sendable {
    /// Its index in the script, from 0.
    public let place: Int
    public let entry: Script.Entry
    /// The number of calls that it has responded to.
    public let uses: Int
  }

  func run(in state: inout CloudState, as context: CallContext) -> Answer {
    guard let run = state.script else {
      return Answer(
        mode: nil, entries: 0, consumed: 0, remaining: [], mismatches: [], mismatchCount: 0)
    }
    return Answer(
      mode: run.script.mode, entries: run.script.entries.count, consumed: run.consumed,
      remaining: run.unused.map {
        Remaining(place: $0, entry: run.script.entries[$0], uses: run.uses(of: $0))
      },
      mismatches: run.mismatches, mismatchCount: run.mismatchCount)
  }
}
