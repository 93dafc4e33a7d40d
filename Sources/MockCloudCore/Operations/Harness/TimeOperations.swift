/// `mock/clock`: the cloud's time in milliseconds since 1970.
public struct GetClock: HarnessOperation {
  public static let name = "mock/clock"
  public static let changesCloud = false

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
    return Answer(now: state.world.clock.now, events: state.runClock())
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
    state.runClock()
    return state.world.clock.now
  }
}

/// `mock/clock/runUntilIdle`: lets time pass until nothing waits for it any more.
public struct RunUntilIdle: HarnessOperation {
  public static let name = "mock/clock/runUntilIdle"

  /// At most so much time passes; nil sets no bound. What waits today are pushes, which are due as
  /// soon as the clock runs, so no time needs to pass for them.
  public var limitMilliseconds: Int64?

  public init(limitMilliseconds: Int64? = nil) { self.limitMilliseconds = limitMilliseconds }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Int64 {
    state.runClock()
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
