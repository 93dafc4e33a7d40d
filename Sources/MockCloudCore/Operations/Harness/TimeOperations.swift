/// `mock/clock`: the cloud's time in milliseconds since 1970.
public struct GetClock: HarnessOperation {
  public static let name = "mock/clock"

  public init() {}

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Int64 {
    state.world.clock.now
  }
}

/// `mock/clock/advance`: lets time pass.
public struct AdvanceClock: HarnessOperation {
  public static let name = "mock/clock/advance"

  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public struct Answer: Sendable {
    /// Milliseconds since 1970.
    public let now: Int64
    /// How many events became due.
    public let events: Int
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    do throws(Clock.Refusal) {
      try state.world.clock.advance(milliseconds: milliseconds)
    } catch {
      throw Misuse.badMockRequest(error.sentence, key: "seconds")
    }
    return Answer(now: state.world.clock.now, events: 0)
  }
}

/// `mock/clock/set`: sets the cloud's time.
public struct SetClock: HarnessOperation {
  public static let name = "mock/clock/set"

  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Int64 {
    do throws(Clock.Refusal) {
      try state.world.clock.set(milliseconds: milliseconds)
    } catch {
      throw Misuse.badMockRequest(error.sentence, key: "now")
    }
    return state.world.clock.now
  }
}

extension Clock.Refusal {
  var sentence: String {
    switch self {
    case .outOfBounds: "the time would leave the years 0001 to 9999"
    case .systemClock: "the clock follows the system's and cannot be moved"
    }
  }
}
