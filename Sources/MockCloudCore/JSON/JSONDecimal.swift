/// The value of a number with a fraction or an exponent, without rounding: `magnitude` times a power
/// of ten.
struct JSONDecimal {
  private var isNegative = false
  /// The number of digits from the first to the last that is not 0.
  private var digits = 0
  /// The value of these digits if there are at most 19, which fit.
  private var magnitude: UInt64 = 0
  private var exponent = 0

  private static var mostDigits: Int { 19 }
  /// Larger exponents have the same effect on a text of any length that can be read.
  private static var mostExponent: Int { 1 << 40 }

  /// Reads a valid number that ends with a 0 byte.
  init(_ text: UnsafePointer<UInt8>) {
    var next = text
    if next.pointee == UInt8(ascii: "-") {
      isNegative = true
      next += 1
    }
    var zeros = 0
    var isFraction = false
    while next.pointee | 0x20 != UInt8(ascii: "e"), next.pointee != 0 {
      if next.pointee == UInt8(ascii: ".") {
        isFraction = true
      } else {
        if isFraction { exponent -= 1 }
        take(next.pointee &- UInt8(ascii: "0"), &zeros)
      }
      next += 1
    }
    exponent += zeros
    if next.pointee != 0 { readExponent(next + 1) }
  }

  /// Appends a digit. Zeros count when another digit follows.
  private mutating func take(_ digit: UInt8, _ zeros: inout Int) {
    if digit == 0 {
      if digits > 0 { zeros += 1 }
      return
    }
    digits += zeros + 1
    if digits <= Self.mostDigits {
      for _ in 0...zeros { magnitude &*= 10 }
      magnitude &+= UInt64(digit)
    }
    zeros = 0
  }

  private mutating func readExponent(_ text: UnsafePointer<UInt8>) {
    let hasSign = text.pointee == UInt8(ascii: "-") || text.pointee == UInt8(ascii: "+")
    var next = hasSign ? text + 1 : text
    var value = 0
    while next.pointee != 0 {
      value = min(value * 10 + Int(next.pointee &- UInt8(ascii: "0")), Self.mostExponent)
      next += 1
    }
    exponent += text.pointee == UInt8(ascii: "-") ? -value : value
  }

  var isZero: Bool { digits == 0 }

  /// The value if it is a 64-bit integer. No double is converted, which could raise a floating-point
  /// exception.
  var int: Int64? {
    if isZero { return 0 }
    guard exponent >= 0, digits + exponent <= Self.mostDigits else { return nil }
    var value = magnitude
    for _ in 0..<exponent { value &*= 10 }
    if isNegative { return value == Int64.min.magnitude ? .min : Int64(exactly: value).map { -$0 } }
    return Int64(exactly: value)
  }
}
