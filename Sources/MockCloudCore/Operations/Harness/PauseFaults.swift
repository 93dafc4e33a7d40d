/// `mock/faults/pause`: pauses or resumes all rules.
public struct PauseFaults: HarnessOperation {
  public static let name = "mock/faults/pause"

  /// False resumes the rules.
  public var isPaused: Bool

  public init(_ isPaused: Bool = true) { self.isPaused = isPaused }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.faults.rules.isPaused = isPaused
  }
}
