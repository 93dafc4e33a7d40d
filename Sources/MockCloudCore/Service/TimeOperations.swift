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

/// `mock/clock/set`: sets the cloud's time. What is due until then happens before; backwards, what is
/// due by now.
public struct SetClock: HarnessOperation {
  public static let name = "mock/clock/set"

  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Int64 {
    do throws(Clock.Refusal) {
      try state.setClock(to: milliseconds)
    } catch {
      throw Misuse.badMockRequest(error.sentence, key: "now")
    }
    return state.world.clock.now
  }
}

/// `mock/clock/runUntilIdle`: lets time pass until nothing is left that somebody waits for.
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

extension Clock.Refusal {
  var sentence: String {
    switch self {
    case .outOfBounds: "the time would leave the years 0001 to 9999"
    case .systemClock: "the clock follows the system's and cannot be moved"
    }
  }
}
