/// `mock/state/check`: returns the inconsistencies of the world.
public struct CheckState: HarnessOperation {
  public static let name = "mock/state/check"

  public init() {}

  /// Empty for every world that only calls have changed.
  func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> [WorldProblem] {
    WorldCheck.problems(of: state.world)
  }
}
