/// `mock/clock/runUntilIdle`: advances the clock until a caller waits for nothing more.
public struct RunUntilIdle: HarnessOperation {
  public static let name = "mock/clock/runUntilIdle"

  /// The maximum time to advance; nil means unlimited. Later entries stay in the agenda.
  public var limitMilliseconds: Int64?

  public init(limitMilliseconds: Int64? = nil) { self.limitMilliseconds = limitMilliseconds }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Int64 {
    try refuseProblem()
    state.runUntilIdle(limit: limitMilliseconds)
    return state.world.clock.now
  }
}

extension RunUntilIdle: CheckedValue {
  var problem: RequestError? { limitMilliseconds?.durationProblem("limitSeconds") }
}
