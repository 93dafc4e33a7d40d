/// `mock/clock/runUntilIdle`: lets time pass until nothing is left that a caller waits for.
public struct RunUntilIdle: HarnessOperation {
  public static let name = "mock/clock/runUntilIdle"

  /// At most so much time passes; nil sets no bound. What is due later stays where it is.
  public var limitMilliseconds: Int64?

  public init(limitMilliseconds: Int64? = nil) { self.limitMilliseconds = limitMilliseconds }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Int64 {
    state.runUntilIdle(limit: limitMilliseconds)
    return state.world.clock.now
  }
}
