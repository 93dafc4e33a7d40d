/// `mock/summary`: describes the world without its records, which it counts by type. The cost depends
/// on the numbers of databases, shares and subscriptions, and without a limit on those of users and
/// zones, not on that of records.
public struct GetSummary: HarnessOperation {
  public static let name = "mock/summary"
  static let changesCloud = false

  /// The maximum number of users, and of zones of each database; nil means no limit.
  public var limit: Int?

  public init(limit: Int? = nil) { self.limit = limit }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> SavedWorld {
    try refuseProblem()
    return state.saved
  }
}

extension GetSummary: CheckedValue {
  var problem: RequestError? { limit.flatMap { $0 < 1 ? .tooSmall("limit", $0) : nil } }
}
