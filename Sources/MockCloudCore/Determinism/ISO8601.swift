/// Times as text: `2026-01-01T00:00:00.000Z`, in the proleptic Gregorian calendar from the year 1.
enum ISO8601 {
  /// Returns the text of a time in milliseconds since 1970. A time outside `Clock.bounds` is
  /// written as the nearest bound, since four digits cannot represent other years.
  static func format(_ milliseconds: Int64) -> String {
    let inBounds = min(max(milliseconds, Clock.bounds.lowerBound), Clock.bounds.upperBound)
    let sinceYear1 = inBounds - Clock.bounds.lowerBound
    let (year, month, day) = date(daysSinceYear1: sinceYear1 / millisecondsPerDay)
    let time = sinceYear1 % millisecondsPerDay
    return String(unsafeUninitializedCapacity: 24) { out in
      var writer = DigitWriter(out: out)
      writer.write(year, digits: 4, then: UInt8(ascii: "-"))
      writer.write(month, digits: 2, then: UInt8(ascii: "-"))
      writer.write(day, digits: 2, then: UInt8(ascii: "T"))
      writer.write(time / 3_600_000, digits: 2, then: UInt8(ascii: ":"))
      writer.write(time / 60_000 % 60, digits: 2, then: UInt8(ascii: ":"))
      writer.write(time / 1000 % 60, digits: 2, then: UInt8(ascii: "."))
      writer.write(time % 1000, digits: 3, then: UInt8(ascii: "Z"))
      return writer.count
    }
  }

  static func parse(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { parse($0) }
  }

  /// Returns milliseconds since 1970, or nil if the text is malformed or its time is outside
  /// `Clock.bounds`. The format is `yyyy-MM-ddTHH:mm:ss`, an optional fraction of one to nine
  /// digits (truncated to milliseconds), and `Z` or `±hh:mm`.
  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    var reader = DigitReader(text: text)
    guard let year = reader.number(digits: 4, in: 1...9999), reader.take(UInt8(ascii: "-")),
      let month = reader.number(digits: 2, in: 1...12), reader.take(UInt8(ascii: "-")),
      let day = reader.number(digits: 2, in: 1...daysIn(month, of: year)),
      reader.take(UInt8(ascii: "T")),
      let hour = reader.number(digits: 2, in: 0...23), reader.take(UInt8(ascii: ":")),
      let minute = reader.number(digits: 2, in: 0...59), reader.take(UInt8(ascii: ":")),
      let second = reader.number(digits: 2, in: 0...59),
      let fraction = reader.fraction(), let offset = reader.offsetMinutes(), reader.isAtEnd
    else { return nil }
    let days = daysBefore(year: year) + daysBefore(month: month, of: year) + day - 1
    let minutes = hour * 60 + minute - offset
    let time =
      days * millisecondsPerDay + minutes * 60_000 + second * 1000 + fraction
      + Clock.bounds.lowerBound
    return Clock.bounds.contains(time) ? time : nil
  }

  private static let millisecondsPerDay: Int64 = 86_400_000

  /// Returns the days from 0001-01-01 to the first day of a year.
  private static func daysBefore(year: Int64) -> Int64 {
    let whole = year - 1
    return whole * 365 + whole / 4 - whole / 100 + whole / 400
  }

  private static func daysBefore(month: Int64, of year: Int64) -> Int64 {
    (1..<month).reduce(0) { $0 + daysIn($1, of: year) }
  }

  private static func daysIn(_ month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func date(daysSinceYear1 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // A mean year has 365.2425 days; the estimate is at most one year off.
    var year = days * 10_000 / 3_652_425 + 1
    if daysBefore(year: year) > days { year -= 1 }
    if daysBefore(year: year + 1) <= days { year += 1 }
    var rest = days - daysBefore(year: year)
    var month: Int64 = 1
    while rest >= daysIn(month, of: year) {
      rest -= daysIn(month, of: year)
      month += 1
    }
    return (year, month, rest + 1)
  }
}

private struct DigitWriter {
  let out: UnsafeMutableBufferPointer<UInt8>
  var count = 0

  mutating func write(_ number: Int64, digits: Int, then separator: UInt8) {
    var rest = number
    for place in stride(from: count + digits - 1, through: count, by: -1) {
      out[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    out[count + digits] = separator
    count += digits + 1
  }
}

private struct DigitReader {
  let text: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

  var isAtEnd: Bool { index == text.count }

  mutating func take(_ character: UInt8) -> Bool {
    guard index < text.count, text[index] == character else { return false }
    index += 1
    return true
  }

  mutating func number(digits: Int, in range: ClosedRange<Int64>) -> Int64? {
    var number: Int64 = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return range.contains(number) ? number : nil
  }

  /// Reads a fraction as milliseconds; returns 0 if there is none, nil if it is malformed.
  mutating func fraction() -> Int64? {
    guard take(UInt8(ascii: ".")) else { return 0 }
    var milliseconds: Int64 = 0
    var digits = 0
    while digits < 9, let digit = digit() {
      digits += 1
      if digits <= 3 { milliseconds = milliseconds * 10 + digit }
    }
    guard digits > 0 else { return nil }
    for _ in min(digits, 3)..<3 { milliseconds *= 10 }
    return milliseconds
  }

  /// Reads the offset of the written time from UTC.
  mutating func offsetMinutes() -> Int64? {
    if take(UInt8(ascii: "Z")) { return 0 }
    let ahead = take(UInt8(ascii: "+"))
    guard ahead || take(UInt8(ascii: "-")), let hours = number(digits: 2, in: 0...23),
      take(UInt8(ascii: ":")), let minutes = number(digits: 2, in: 0...59)
    else { return nil }
    return ahead ? hours * 60 + minutes : -(hours * 60 + minutes)
  }

  private mutating func digit() -> Int64? {
    guard index < text.count,
      case UInt8(ascii: "0")...UInt8(ascii: "9") = text[index]
    else { return nil }
    index += 1
    return Int64(text[index - 1] - UInt8(ascii: "0"))
  }
}
