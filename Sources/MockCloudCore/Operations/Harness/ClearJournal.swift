/// `mock/journal/clear`: removes the calls so far; the numbering continues.
public struct ClearJournal: HarnessOperation {
  public static let name = "mock/journal/clear"

  public init() {}

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.clearJournal()
  }
}
