/// `mock/explore/next`: ends a run of the scenario, brings the cloud back to where the exploration
/// found it, and arms the next case.
public struct NextCase: HarnessOperation {
  public static let name = "mock/explore/next"

  /// Whether the run that ends failed.
  public var hasFailed: Bool
  /// What was wrong with it.
  public var message: String?

  public init(hasFailed: Bool = false, message: String? = nil) {
    self.hasFailed = hasFailed
    self.message = message
  }

  public struct Answer: Sendable {
    /// The case that is armed; nil where all were tried.
    public let armed: ExplorationCase?
    /// How many cases were tried before.
    public let tried: Int
    /// How many cases there are.
    public let cases: Int
    /// How many calls faults can act on.
    public let faultPoints: Int
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    if message != nil, !hasFailed {
      throw Misuse.badMockRequest(
        "mock/explore/next: 'message' belongs to 'failed'", key: "message",
        expected: "'failed': true as well")
    }
    try state.nextCase(hasFailed ? Exploration.Failure(message: message) : nil)
    guard let exploration = state.exploration else { throw Exploration.noneWasBegun(Self.name) }
    return Answer(
      armed: exploration.place.map { exploration.cases[$0] }, tried: exploration.results.count,
      cases: exploration.cases.count, faultPoints: exploration.points.count)
  }
}
