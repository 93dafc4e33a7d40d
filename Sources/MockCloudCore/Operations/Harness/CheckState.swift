/// `mock/state/check`: what in the world contradicts itself.
public struct CheckState: HarnessOperation {
  public static let name = "mock/state/check"

  public init() {}

  /// Empty in every world that calls made.
  public func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> [WorldProblem] {
    WorldCheck.problems(of: state.world)
  }
}
