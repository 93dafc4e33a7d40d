/// `mock/script/status`: what became of the script so far.
public struct GetScriptStatus: HarnessOperation {
  public static let name = "mock/script/status"
  public static let changesCloud = false

  public init() {}

  public struct Answer: Sendable {
    /// Nil where no script is loaded.
    public let mode: Script.Mode?
    /// How many entries the script has.
    public let entries: Int
    /// How many of them were used.
    public let consumed: Int
    /// The entries that were not used, in their order.
    public let remaining: [Remaining]
    /// The first calls that matched nothing.
    public let mismatches: [ScriptMismatch]
    /// How many calls matched nothing.
    public let mismatchCount: Int
  }

  /// An entry that was not used.
  public struct Remaining: Sendable {
    /// Its place in the script, from 0.
    public let place: Int
    public let entry: Script.Entry
  }

  public func run(in state: inout CloudState, as context: CallContext) -> Answer {
    guard let run = state.script else {
      return Answer(
        mode: nil, entries: 0, consumed: 0, remaining: [], mismatches: [], mismatchCount: 0)
    }
    return Answer(
      mode: run.script.mode, entries: run.script.entries.count, consumed: run.consumed,
      remaining: run.unused.map { Remaining(place: $0, entry: run.script.entries[$0]) },
      mismatches: run.mismatches, mismatchCount: run.mismatchCount)
  }
}
