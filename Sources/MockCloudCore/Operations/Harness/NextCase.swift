/// `mock/explore/next`: ends a run of the scenario, restores the cloud as it was when the
/// exploration began, and arms the next case.
public struct NextCase: HarnessOperation {
  public static let name = "mock/explore/next"

  /// Whether the run that ends failed.
  public var hasFailed: Bool
  /// A description of the failure.
  public var message: String?

  public init(hasFailed: Bool = false, message: String? = nil) {
    self.hasFailed = hasFailed
    self.message = message
  }

  public struct Answer: Sendable {
    /// The armed case; nil if all were tried.
    public let armed: ExplorationCase?
    /// The number of cases that were tried before.
    public let tried: Int
    /// The number of all cases. Pairs are added after the last single fault.
    public let cases: Int
    /// The number of calls on which faults can act.
    public let faultPoints: Int
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    if message != nil, !hasFailed {
      throw Misuse.badMockRequest(
        "mock/explore/next: 'message' belongs to 'failed'", key: "message",
        expected: "'failed': true as well")
    }
    try state.nextCase(hasFailed ? Exploration.Failure(message: message) : nil)
    guard let exploration = state.exploration?.value else {
      throw Exploration.noneWasBegun(Self.name)
    }
    return Answer(
      armed: exploration.place.map { exploration.cases[$0] }, tried: exploration.results.count,
      cases: exploration.cases.count, faultPoints: exploration.points.count)
  }
}
