/// `mock/explore/report`: returns the results of the cases that were tried so far.
public struct ReportExploration: HarnessOperation {
  public static let name = "mock/explore/report"
  static let changesCloud = false

  /// Whether to leave out the cases that did not fail.
  public var onlyFailed: Bool

  public init(onlyFailed: Bool = false) { self.onlyFailed = onlyFailed }

  public struct Answer: Sendable {
    /// The results in the order in which the cases were tried.
    public let entries: [Entry]
    /// The number of calls on which faults can act.
    public let faultPoints: Int
    /// The keys of `mock/explore/begin` that added no case; empty until all cases were tried.
    public let keysWithoutCases: [String]
  }

  public struct Entry: Sendable {
    public let tried: ExplorationCase
    /// Whether the faults of the case acted in the run: `reached`, `firstOnly` for a pair whose
    /// run ended before the second fault, `notReached`, `diverged`, `livelocked` or `noEffect`.
    public let verdict: String
    /// Whether all faults of the case acted.
    public var isReached: Bool { verdict == Exploration.Verdict.reached.rawValue }
    /// The first call before the fault that was not that of the first run, or after the first fault
    /// of a pair that of the run with this fault alone; nil if there was none. If the fault acted
    /// nevertheless, the verdict is `reached`.
    public let divergence: String?
    public let hasFailed: Bool
    /// The client's description of the failure.
    public let message: String?
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    guard let exploration = state.exploration?.value else {
      throw Exploration.noneWasBegun(Self.name)
    }
    let entries = exploration.results.compactMap { place, result -> Entry? in
      if onlyFailed, result.failure == nil { return nil }
      return Entry(
        tried: exploration.cases[place], verdict: result.verdict.rawValue,
        divergence: result.divergence?.text,
        hasFailed: result.failure != nil, message: result.failure?.message)
    }
    return Answer(
      entries: entries, faultPoints: exploration.points.count,
      keysWithoutCases: exploration.keysWithoutCases)
  }
}

extension Exploration.Divergence {
  fileprivate var text: String {
    let expected = expected.map(\.text) ?? "no call"
    return "call \(call) is \(actual.text) instead of \(expected)"
  }
}

extension ExplorationPoint {
  fileprivate var text: String {
    let items = itemCount == 0 ? "" : " with \(itemCount) \(itemCount == 1 ? "item" : "items")"
    return "\(operation)\(items) by \(device)"
  }
}
