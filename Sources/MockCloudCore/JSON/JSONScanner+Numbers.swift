extension JSONScanner {
  /// Reads a number whose sign or first digit is at the position.
  @inline(__always)
  mutating func number() throws(JSONRefusal) {
    let start = position
    if peek() == UInt8(ascii: "-") { position &+= 1 }
    let first = position
    skipDigits()
    let digits = position &- first
    if digits == 0 { throw refusal(.digit) }
    if digits > 1, base[first] == UInt8(ascii: "0") {
      throw JSONRefusal(offset: first, reason: .leadingZero)
    }
    let next = peek()
    if next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") {
      try fractionAndExponent(from: start)
    } else if digits > 18 {
      try checkInteger(from: start, digits: first..<position)
    }
  }

  @inline(__always)
  private mutating func skipDigits() {
    while peek() &- UInt8(ascii: "0") <= 9 { position &+= 1 }
  }

  private mutating func fractionAndExponent(from start: Int) throws(JSONRefusal) {
    if peek() == UInt8(ascii: ".") {
      position &+= 1
      try requiredDigits()
    }
    var exponentDigits = 0
    if peek() | 0x20 == UInt8(ascii: "e") {
      position &+= 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position &+= 1 }
      let first = position
      try requiredDigits()
      exponentDigits = position &- first
    }
    note(token: start)
    // Only a number with an exponent of three digits, or with hundreds of digits, can exceed 1e308.
    if exponentDigits > 2 || position &- start > 200 { try checkFinite(from: start) }
  }

  private mutating func requiredDigits() throws(JSONRefusal) {
    let first = position
    skipDigits()
    if position == first { throw refusal(.digit) }
  }

  private func checkFinite(from start: Int) throws(JSONRefusal) {
    let literal = UnsafeBufferPointer(start: base + start, count: position &- start)
    guard let value = Double(String(decoding: literal, as: UTF8.self)), value.isFinite else {
      throw JSONRefusal(offset: start, reason: .doubleRange)
    }
  }

  private func checkInteger(from start: Int, digits: Range<Int>) throws(JSONRefusal) {
    var magnitude: UInt64 = 0
    for index in digits where digits.count == 19 {
      // 19 digits stay below 10^19, which fits in 64 unsigned bits.
      magnitude = magnitude &* 10 &+ UInt64(base[index] &- UInt8(ascii: "0"))
    }
    let limit = UInt64(Int64.max) + (digits.lowerBound == start ? 0 : 1)
    if digits.count > 19 || magnitude > limit {
      throw JSONRefusal(offset: start, reason: .integerRange)
    }
  }
}
