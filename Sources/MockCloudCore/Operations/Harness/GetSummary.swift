/// `mock/summary`: describes the world without its records, which it counts by type. The cost depends
/// on the numbers of users, zones, shares and subscriptions, not on that of records.
public struct GetSummary: HarnessOperation {
  public static let name = "mock/summary"
  static let changesCloud = false

  public init() {}

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> SavedWorld {
    state.saved
  }
}
