// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

@_exported public import DarwinCompatTypes
public import Foundation
public import Glibc

// `@_disfavoredOverload`: a package that declares one of these names itself gets its own.

/// The nanoseconds of a second (Apple: Dispatch).
@_disfavoredOverload public var NSEC_PER_SEC: UInt64 { 1_000_000_000 }
/// The nanoseconds of a millisecond (Apple: Dispatch).
@_disfavoredOverload public var NSEC_PER_MSEC: UInt64 { 1_000_000 }
/// The nanoseconds of a microsecond (Apple: Dispatch).
@_disfavoredOverload public var NSEC_PER_USEC: UInt64 { 1000 }
/// The microseconds of a second (Apple: Dispatch).
@_disfavoredOverload public var USEC_PER_SEC: UInt64 { 1_000_000 }
/// The milliseconds of a second (Apple: Dispatch).
@_disfavoredOverload public var MSEC_PER_SEC: UInt64 { 1000 }

/// Clocks that stop while the machine sleeps (Apple: Darwin), which is CLOCK_MONOTONIC on Linux.
@_disfavoredOverload public var CLOCK_UPTIME_RAW: clockid_t { CLOCK_MONOTONIC }
@_disfavoredOverload public var CLOCK_UPTIME_RAW_APPROX: clockid_t { CLOCK_MONOTONIC_COARSE }
/// The clock CLOCK_MONOTONIC_RAW, read quickly (Apple: Darwin).
@_disfavoredOverload public var CLOCK_MONOTONIC_RAW_APPROX: clockid_t { CLOCK_MONOTONIC_RAW }

/// Returns a clock's time in nanoseconds; 0 for an unknown clock (Apple: Darwin).
@_disfavoredOverload public func clock_gettime_nsec_np(_ clock: clockid_t) -> UInt64 {
  var time = timespec()
  guard clock_gettime(clock, &time) == 0 else { return 0 }
  return UInt64(max(time.tv_sec, 0)) &* NSEC_PER_SEC &+ UInt64(max(time.tv_nsec, 0))
}

/// Returns the ticks since the machine started, without those while it slept (Apple: Darwin). A tick
/// is a nanosecond.
@_disfavoredOverload public func mach_absolute_time() -> UInt64 {
  clock_gettime_nsec_np(CLOCK_MONOTONIC)
}

/// Returns the ticks since the machine started (Apple: Darwin). A tick is a nanosecond.
@_disfavoredOverload public func mach_continuous_time() -> UInt64 {
  clock_gettime_nsec_np(CLOCK_BOOTTIME)
}

/// The result of a call of the kernel (Apple: Darwin).
public typealias kern_return_t = Int32

/// The result of a call of the kernel that succeeded (Apple: Darwin).
@_disfavoredOverload public var KERN_SUCCESS: kern_return_t { 0 }

/// Gets the nanoseconds of a tick, and returns `KERN_SUCCESS` (Apple: Darwin).
@_disfavoredOverload @discardableResult
public func mach_timebase_info(_ info: inout mach_timebase_info_data_t) -> kern_return_t {
  info = mach_timebase_info_data_t(numer: 1, denom: 1)
  return KERN_SUCCESS
}

/// The seconds since 2001 (Apple: Core Foundation).
public typealias CFAbsoluteTime = Double

/// Returns the seconds since 2001 (Apple: Core Foundation).
@_disfavoredOverload public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
  Date().timeIntervalSinceReferenceDate
}
