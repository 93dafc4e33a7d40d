import Testing

@testable import MockCloudCore

@Suite struct ISO8601Tests {
  @Test(arguments: [
    (Int64(0), "1970-01-01T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (1_767_225_600_000, "2026-01-01T00:00:00.000Z"),
    (951_782_400_123, "2000-02-29T00:00:00.123Z"),
    (951_868_799_999, "2000-02-29T23:59:59.999Z"),
    (951_868_800_000, "2000-03-01T00:00:00.000Z"),
    (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
    (-2_203_891_200_001, "1900-02-28T23:59:59.999Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
  ])
  func knownTimes(time: Int64, text: String) {
    #expect(ISO8601.format(time) == text)
    #expect(ISO8601.parse(text) == time)
  }

  @Test func randomTimesRoundTripAndKeepTheirOrder() {
    let span = UInt64(Clock.bounds.upperBound - Clock.bounds.lowerBound) + 1
    let times = (UInt64(0)..<5_000).map {
      Clock.bounds.lowerBound + Int64(SeededRandom.hash(seed: 1, "times", $0) % span)
    }.sorted()
    let texts = times.map(ISO8601.format)
    #expect(texts.map { ISO8601.parse($0) } == times)
    #expect(texts.sorted() == texts)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
  }

  /// The calendar repeats after 400 years; this test visits every day of them.
  @Test func everyDayFollowsTheDayBefore() {
    var (year, month, day) = (1, 1, 1)
    var time = Clock.bounds.lowerBound
    var wrong: [String] = []
    while year <= 400 {
      let text = ISO8601.format(time)
      let written = text.utf8.prefix(10).reduce(0) { number, byte in
        byte == UInt8(ascii: "-") ? number : number * 10 + Int(byte) - 48
      }
      if written != year * 10_000 + month * 100 + day || ISO8601.parse(text) != time {
        wrong.append(text)
      }
      let february = Self.isLeap(year) ? 29 : 28
      time += 86_400_000
      day += 1
      if day > [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] {
        (month, day) = (month + 1, 1)
      }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    #expect(time == ISO8601.parse("0401-01-01T00:00:00Z"))
  }

  @Test func everyYearBeginsWhereTheOneBeforeEnds() {
    var time = Clock.bounds.lowerBound
    var wrong: [Int] = []
    for year in 1...9999 {
      let digits = String(String(10_000 + year).dropFirst())
      let next = time + (Self.isLeap(year) ? 366 : 365) * 86_400_000
      if ISO8601.format(time) != digits + "-01-01T00:00:00.000Z"
        || ISO8601.format(next - 1) != digits + "-12-31T23:59:59.999Z"
      {
        wrong.append(year)
      }
      time = next
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    #expect(time == Clock.bounds.upperBound + 1)
  }

  @Test(arguments: [
    ("2026-01-01T00:00:00Z", Int64(0)), ("2026-01-01T00:00:00.5Z", 500),
    ("2026-01-01T00:00:00.05Z", 50), ("2026-01-01T00:00:00.0019Z", 1),
    ("2026-01-01T00:00:00.123999999Z", 123), ("2026-01-01T01:30:00+01:30", 0),
    ("2025-12-31T22:00:00-02:00", 0), ("2026-01-01T00:00:00.25+00:00", 250),
    ("2026-01-01T23:59:00+23:59", 0),
  ])
  func otherSpellings(text: String, offset: Int64) {
    #expect(ISO8601.parse(text) == 1_767_225_600_000 + offset)
  }

  @Test(arguments: [
    "", "2026", "2026-01-01", "2026-01-01T00:00Z", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z",
    "2026-01-01t00:00:00Z", "2026-01-01T00:00:00z", "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00:00.1234567890Z", "2026-01-01T00:00:00,5Z", "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z", "2026-04-31T00:00:00Z",
    "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
    "2026-01-01T23:59:60Z", "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00+01",
    "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+00:60", "2026-01-01T00:00:00Z ",
    " 2026-01-01T00:00:00Z", "2026-01-01T00:00:00ZZ", "+2026-01-01T00:00:00Z",
    "0000-12-31T00:00:00Z",
    "10000-01-01T00:00:00Z", "-001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01", "2026-1-1T00:00:00Z", "2026-01-01T00:00:00Z\u{0}",
    "２０２６-01-01T00:00:00Z", "2026-01-01T00:00:00−01:00",
  ])
  func refusals(text: String) {
    #expect(ISO8601.parse(text) == nil)
  }

  @Test func timesThatFourDigitsCannotWriteStopAtTheBounds() {
    #expect(ISO8601.format(.max) == "9999-12-31T23:59:59.999Z")
    #expect(ISO8601.format(.min) == "0001-01-01T00:00:00.000Z")
  }
}
