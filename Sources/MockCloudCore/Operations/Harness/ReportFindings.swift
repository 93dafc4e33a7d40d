/// `mock/report`: returns mistakes of clients that the cloud noticed.
public struct ReportFindings: HarnessOperation {
  public static let name = "mock/report"
  public static let changesCloud = false

  public init() {}

  public func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> [ClientFinding] {
    state.watch.findings
  }
}
