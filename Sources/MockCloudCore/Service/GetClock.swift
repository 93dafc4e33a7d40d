/// `mock/clock`: returns the cloud's time in milliseconds since 1970.
public struct GetClock: HarnessOperation {
  public static let name = "mock/clock"
  static let changesCloud = false

  public init() {}

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Int64 {
    state.world.clock.now
  }
}
