internal import CloudKit
public import Foundation
public import MockCloudCore

// The time of the cloud.
extension MockCloud {
  /// The time of the cloud.
  public var now: Date {
    get throws(Misuse) {
      Date(timeIntervalSince1970: Double(try perform(GetClock())) / 1000)
    }
  }

  /// Whether time passes only when the test advances it, see `holdClock`.
  public var isClockHeld: Bool { host.isClockHeld }

  /// Lets time pass only when the test advances it. Otherwise a virtual clock runs on by itself
  /// whenever an operation is in flight, until it has ended.
  ///
  /// While the clock is held, operations that wait for a slow network overlap, and can be cancelled
  /// there. The convenience methods wait for their response, which lets time pass. It belongs to the
  /// cloud: copies of this value have it too, forks do not. Throws if the cloud has no virtual clock.
  public func holdClock() throws(Misuse) {
    if core.followsSystemClock { throw Self.needsVirtualClock("holdClock", "it cannot be held") }
    host.isClockHeld = true
  }

  /// Returns the refusal of what has no effect on the system's clock.
  static func needsVirtualClock(_ name: String, _ problem: String) -> Misuse {
    Misuse(
      .badMockRequest, "\(name): the clock of the cloud follows the system's, and \(problem)",
      key: "clock",
      expected: "a cloud with a virtual clock, such as that of @Test(.mockCloud), "
        + "MockCloudTestCase or MockCloud()")
  }

  /// Lets a virtual clock run on by itself again. Operations that waited end.
  public func releaseClock() { host.isClockHeld = false }

  /// Advances a virtual clock: everything due by then happens, in its order.
  public func advance(by seconds: TimeInterval) throws(Misuse) {
    let milliseconds = (seconds * 1000).rounded()
    guard milliseconds >= 0, let exact = Int64(exactly: milliseconds) else {
      throw Misuse(
        .badMockRequest, "the clock cannot be advanced by \(seconds) seconds", key: "seconds",
        expected: "a number of seconds that is not negative")
    }
    if core.followsSystemClock { throw Self.needsVirtualClock("advance", "it cannot be advanced") }
    try perform(AdvanceClock(milliseconds: exact))
  }

  /// The same as `advance(by:)`, under its name in `MockCloudCore`.
  public func advanceClock(seconds: TimeInterval) throws(Misuse) { try advance(by: seconds) }

  /// Advances a virtual clock until nothing is on its way any more: all operations have ended and
  /// all pushes have arrived.
  public func runUntilIdle() throws(Misuse) { try perform(RunUntilIdle()) }
}
