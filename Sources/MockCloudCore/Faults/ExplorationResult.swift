// What the runs of an exploration showed.

extension Exploration {
  /// The first call of a run, before its fault, that was not that of the first run; between the faults
  /// of a pair, that of the run with the first fault alone.
  struct Divergence: Sendable {
    /// Its number among the calls on which faults can act.
    let call: Int
    /// The call of the other run.
    let expected: ExplorationPoint?
    let actual: ExplorationPoint
  }

  /// Whether the faults of a case acted.
  enum Verdict: String, Sendable {
    case reached
    /// The first fault of a pair acted; the run ended before the second one.
    case firstOnly
    /// The run ended before the call with the fault.
    case notReached
    /// The calls before the fault were not those of the other run, and it did not act.
    case diverged
    /// The run made so many calls that it was ended.
    case livelocked
    /// The fault's effect did nothing.
    case noEffect
  }

  /// The result of a case.
  struct Result: Sendable {
    let verdict: Verdict
    /// Where the run's calls began to differ; nil unless the verdict is `diverged`.
    let divergence: Divergence?
    /// The failure that the client reported; nil if the run succeeded.
    var failure: Failure?
  }

  /// A run that failed.
  struct Failure: Sendable {
    var message: String?
  }
}
