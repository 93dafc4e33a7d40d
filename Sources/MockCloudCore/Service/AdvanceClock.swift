/// `mock/clock/advance`: advances the clock.
public struct AdvanceClock: HarnessOperation {
  public static let name = "mock/clock/advance"

  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public struct Answer: Sendable {
    /// Milliseconds since 1970.
    public let now: Int64
    /// The number of events that became due.
    public let events: Int
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    try refuseProblem()
    var clock = state.world.clock
    do throws(Clock.Refusal) {
      try clock.advance(milliseconds: milliseconds)
    } catch {
      throw Misuse.badMockRequest(error.sentence, key: "seconds")
    }
    let events = state.runClock(to: clock.now)
    return Answer(now: state.world.clock.now, events: events)
  }
}

extension AdvanceClock: CheckedValue {
  var problem: RequestError? {
    milliseconds < 0 ? .backwards("seconds", seconds: Double(milliseconds) / 1000) : nil
  }
}

extension RequestError {
  /// Returns the refusal to advance the clock into the past.
  static func backwards(_ key: StaticString, seconds: Double) -> RequestError {
    RequestError(
      "\(key)", "'\(key)' is \(seconds), and the clock only advances",
      expected: "0 or more; mock/clock/set sets an earlier time")
  }
}
