#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The only source of time. A virtual clock stands still until it is moved; a system clock follows
/// the machine's clock and cannot be moved.
struct Clock: Hashable, Sendable {
  enum Mode: Hashable, Sendable {
    /// Milliseconds since 1970.
    case virtual(Int64)
    case system
  }

  /// The reason why a clock was not moved.
  enum Refusal: Error, Hashable, Sendable {
    /// The new time is outside `Clock.bounds`.
    case outOfBounds
    /// The machine's clock cannot be moved.
    case systemClock
  }

  /// The first time of a new cloud's clock: 2026-01-01T00:00:00.000Z.
  static let defaultStart: Int64 = 1_767_225_600_000

  /// The years 0001 to 9999, the ones that four digits can represent.
  static let bounds: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  private(set) var mode: Mode

  /// Creates a virtual clock at the given time.
  init(milliseconds: Int64 = Self.defaultStart) throws(Refusal) {
    mode = .virtual(try Self.checked(milliseconds))
  }

  private init(mode: Mode) { self.mode = mode }

  /// A virtual clock at `defaultStart`.
  static let standard = Self(mode: .virtual(defaultStart))

  /// A clock that follows the machine's.
  static let system = Self(mode: .system)

  /// The difference between stamps and the time while a call runs, in milliseconds.
  var skew: Int64 = 0

  /// The time for the stamps of stored data, in milliseconds since 1970.
  var stamp: Int64 {
    let (time, overflows) = now.addingReportingOverflow(skew)
    guard !overflows else { return now }
    return min(max(time, Self.bounds.lowerBound), Self.bounds.upperBound)
  }

  /// The time in milliseconds since 1970.
  var now: Int64 {
    switch mode {
    case .virtual(let milliseconds): milliseconds
    case .system: Self.systemTime()
    }
  }

  /// Moves a virtual clock by the given duration, which may be negative. The clock is unchanged if
  /// this throws.
  mutating func advance(milliseconds: Int64) throws(Refusal) {
    guard case .virtual(let now) = mode else { throw .systemClock }
    let (moved, overflow) = now.addingReportingOverflow(milliseconds)
    guard !overflow else { throw .outOfBounds }
    mode = .virtual(try Self.checked(moved))
  }

  /// Moves a virtual clock by one millisecond, unless it is at the end of its bounds.
  mutating func tick() {
    guard case .virtual(let now) = mode, now < Self.bounds.upperBound else { return }
    mode = .virtual(now + 1)
  }

  /// Moves a virtual clock to the given time. The clock is unchanged if this throws.
  mutating func set(milliseconds: Int64) throws(Refusal) {
    guard case .virtual = mode else { throw .systemClock }
    mode = .virtual(try Self.checked(milliseconds))
  }

  private static func checked(_ milliseconds: Int64) throws(Refusal) -> Int64 {
    guard bounds.contains(milliseconds) else { throw .outOfBounds }
    return milliseconds
  }

  private static func systemTime() -> Int64 {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return defaultStart }
    let (milliseconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1000)
    guard !overflow else { return time.tv_sec < 0 ? bounds.lowerBound : bounds.upperBound }
    let exact = milliseconds &+ Int64(time.tv_nsec) / 1_000_000
    return min(max(exact, bounds.lowerBound), bounds.upperBound)
  }
}
