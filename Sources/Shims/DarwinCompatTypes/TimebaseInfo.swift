// Types that have the name of a function of DarwinCompat, which one module in Swift cannot declare.
// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

/// The nanoseconds of a tick, as a fraction (Apple: Darwin).
public struct mach_timebase_info: Sendable {
  public var numer: UInt32
  public var denom: UInt32

  public init() { self.init(numer: 0, denom: 0) }

  public init(numer: UInt32, denom: UInt32) {
    self.numer = numer
    self.denom = denom
  }
}

public typealias mach_timebase_info_data_t = mach_timebase_info
