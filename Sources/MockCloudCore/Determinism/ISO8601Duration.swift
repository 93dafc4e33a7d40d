extension ISO8601 {
  /// Returns the milliseconds of a duration such as `PT1M30.5S` or `P2DT3H`: days, hours, minutes
  /// and seconds in whole numbers, the seconds with a fraction of up to three digits. Returns nil
  /// for any other text: months and years have no fixed length.
  static func duration(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = DurationReader(text: bytes)
      return reader.read()
    }
  }
}

private struct DurationReader {
  let text: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var total: Int64 = 0

  init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// The units in their required order, with their milliseconds.
  private static let units: [(letter: UInt8, milliseconds: Int64, isTime: Bool)] = [
    (UInt8(ascii: "D"), 86_400_000, false), (UInt8(ascii: "H"), 3_600_000, true),
    (UInt8(ascii: "M"), 60_000, true), (UInt8(ascii: "S"), 1000, true),
  ]

  mutating func read() -> Int64? {
    guard take(UInt8(ascii: "P")) else { return nil }
    var isTime = false
    var next = 0
    var isEmpty = true
    while position < text.count {
      if !isTime, take(UInt8(ascii: "T")) {
        isTime = true
        isEmpty = true
        continue
      }
      guard let number = digits(), let fraction = fraction(), position < text.count,
        let unit = Self.units.indices.first(where: {
          $0 >= next && Self.units[$0].letter == text[position] && Self.units[$0].isTime == isTime
        }), fraction == 0 || text[position] == UInt8(ascii: "S")
      else { return nil }
      total += number * Self.units[unit].milliseconds + fraction
      position += 1
      next = unit + 1
      isEmpty = false
    }
    return isEmpty ? nil : total
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func digit() -> Int64? {
    guard position < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[position])
    else { return nil }
    position += 1
    return Int64(text[position - 1] - UInt8(ascii: "0"))
  }

  /// Reads at most nine digits, so that no sum overflows.
  private mutating func digits() -> Int64? {
    guard var number = digit() else { return nil }
    for _ in 0..<8 {
      guard let digit = digit() else { break }
      number = number * 10 + digit
    }
    return number
  }

  /// Reads the milliseconds after a decimal point; returns 0 if there is none.
  private mutating func fraction() -> Int64? {
    guard take(UInt8(ascii: ".")) else { return 0 }
    guard let first = digit() else { return nil }
    return first * 100 + (digit() ?? 0) * 10 + (digit() ?? 0)
  }
}
