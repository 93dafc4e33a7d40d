// What the runs of an exploration showed.

extension Exploration {
  /// The first call of a run, up to its fault, that was not that of the first run; between the faults
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
    /// Where the run's calls began to differ; nil if they did not. The fault may have acted
    /// nevertheless.
    let divergence: Divergence?
    /// The failure that the client reported; nil if the run succeeded.
    var failure: Failure?
  }

  /// A run that failed.
  struct Failure: Sendable {
    var message: String?
  }

  /// The keys of `mock/explore/begin` that added no case; empty until all cases were tried.
  var keysWithoutCases: [String] {
    guard isDone else { return [] }
    let requested = [
      ("conflicts", conflict != nil), ("items", options.contains(.items)),
      ("lasting", options.contains(.lasting)), ("crashes", options.contains(.crashes)),
      ("pairs", options.contains(.pairs)),
    ]
    let adding = Set(cases.compactMap(\.key))
    return requested.filter { $0.1 && !adding.contains($0.0) }.map(\.0)
  }
}

extension ExplorationCase {
  /// The key of `mock/explore/begin` that adds the case; nil if it is tried without one.
  fileprivate var key: String? {
    if second != nil { return "pairs" }
    return switch effect {
    case .error, .lostRequest, .lostResponse, .offline: nil
    case .conflict: "conflicts"
    case .itemError, .prefix: "items"
    case .lasting: "lasting"
    case .crashBefore, .crashAfter: "crashes"
    }
  }
}
