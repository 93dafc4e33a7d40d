import Testing

@testable import MockCloudCore

@Suite struct ClockTests {
  @Test func theStandardClockStandsStillAtTheAgreedTime() {
    let clock = Clock.standard
    #expect(ISO8601.format(clock.now) == "2026-01-01T00:00:00.000Z")
    #expect(clock.now == clock.now)
  }

  @Test func boundsAreTheYearsOfFourDigits() {
    #expect(ISO8601.parse("0001-01-01T00:00:00.000Z") == Clock.bounds.lowerBound)
    #expect(ISO8601.parse("9999-12-31T23:59:59.999Z") == Clock.bounds.upperBound)
  }

  @Test func movesBothWays() throws {
    var clock = try Clock(milliseconds: 1_000)
    try clock.advance(milliseconds: 500)
    #expect(clock.now == 1_500)
    try clock.advance(milliseconds: -2_500)
    #expect(clock.now == -1_000)
    try clock.set(milliseconds: 7)
    #expect(clock.now == 7)
    #expect(clock.mode == .virtual(7))
  }

  @Test(arguments: [Int64.max, .min, 253_402_300_800_000 - 5, -62_135_596_800_001 - 5])
  func anAdvanceBeyondTheBoundsIsRefusedAndChangesNothing(by: Int64) throws {
    var clock = try Clock(milliseconds: 5)
    #expect(throws: Clock.Refusal.outOfBounds) { try clock.advance(milliseconds: by) }
    #expect(clock.now == 5)
  }

  @Test(arguments: [Int64.max, .min, 253_402_300_800_000, -62_135_596_800_001])
  func aTimeBeyondTheBoundsIsRefused(time: Int64) throws {
    #expect(throws: Clock.Refusal.outOfBounds) { try Clock(milliseconds: time) }
    var clock = try Clock(milliseconds: 5)
    #expect(throws: Clock.Refusal.outOfBounds) { try clock.set(milliseconds: time) }
    #expect(clock.now == 5)
  }

  @Test func bothBoundsCanBeReached() throws {
    var clock = try Clock(milliseconds: Clock.bounds.lowerBound)
    try clock.advance(milliseconds: Clock.bounds.upperBound - Clock.bounds.lowerBound)
    #expect(clock.now == Clock.bounds.upperBound)
    #expect(throws: Clock.Refusal.outOfBounds) { try clock.advance(milliseconds: 1) }
  }

  @Test func theSystemClockRunsByItselfAndOnlyByItself() {
    var clock = Clock.system
    let before = clock.now
    #expect(before > 1_700_000_000_000)
    #expect(throws: Clock.Refusal.systemClock) { try clock.advance(milliseconds: 1) }
    #expect(throws: Clock.Refusal.systemClock) { try clock.set(milliseconds: 1) }
    var later = before
    for _ in 0..<10_000_000 where later == before { later = clock.now }
    #expect(later > before)
  }
}
