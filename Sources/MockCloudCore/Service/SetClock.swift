/// `mock/clock/set`: sets the cloud's time. Entries due by the later of the old and the new time
/// run first.
public struct SetClock: HarnessOperation {
  public static let name = "mock/clock/set"

  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Int64 {
    do throws(Clock.Refusal) {
      try state.setClock(to: milliseconds)
    } catch {
      throw Misuse.badMockRequest(error.sentence, key: "now")
    }
    return state.world.clock.now
  }
}
