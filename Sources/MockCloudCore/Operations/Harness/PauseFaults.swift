/// `mock/faults/pause`: no rule acts until they go on.
public struct PauseFaults: HarnessOperation {
  public static let name = "mock/faults/pause"

  /// False lets the rules go on.
  public var isPaused: Bool

  public init(_ isPaused: Bool = true) { self.isPaused = isPaused }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.faults.rules.isPaused = isPaused
  }
}
