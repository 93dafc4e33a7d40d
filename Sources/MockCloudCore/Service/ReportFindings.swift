/// `mock/report`: returns mistakes of clients that the cloud noticed.
public struct ReportFindings: HarnessOperation {
  public static let name = "mock/report"
  static let changesCloud = false

  public init() {}

  func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> [ClientFinding] {
    state.findings
  }
}
