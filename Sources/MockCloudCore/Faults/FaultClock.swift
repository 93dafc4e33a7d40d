/// The time as the counters of rules measure it.
///
/// A clock that is set back does not change how much time has passed. The times in counters are
/// therefore those of a clock that is never set back, so that it need not be noted in every rule.
struct FaultClock: Sendable {
  /// The time of the cloud's clock, in milliseconds since 1970.
  let now: Int64
  /// By how many milliseconds the clock was set back since the rules exist.
  let setBack: Int64

  /// The present in counters.
  var mark: Int64 { now &+ setBack }

  /// Returns the time of the cloud's clock for a time in counters. It is in the range of the clock,
  /// as a state document needs it.
  static func time(of mark: Int64, setBack: Int64) -> Int64 {
    max(Clock.bounds.lowerBound, mark &- setBack)
  }

  /// Returns the milliseconds that have passed since a time in counters.
  func passed(since mark: Int64) -> Int64 { now &- Self.time(of: mark, setBack: setBack) }
}
