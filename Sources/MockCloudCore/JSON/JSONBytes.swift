/// Tests eight bytes of JSON text at a time, the first one in the lowest bits.
enum JSONBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  @inline(__always)
  static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  /// Sets the high bit of each byte that must be escaped in a string (a quote, a backslash or a
  /// control character); 0 if there is none. Borrows can set bits above the lowest such byte, never
  /// below it.
  @inline(__always)
  static func escaped(in word: UInt64) -> UInt64 {
    let control = word &- (0x20 &* ones)
    let quote = (word ^ (0x22 &* ones)) &- ones
    let backslash = (word ^ (0x5C &* ones)) &- ones
    return (control | quote | backslash) & ~word & (0x80 &* ones)
  }

  /// Sets the high bit of each byte that is not ASCII.
  @inline(__always)
  static func beyondASCII(in word: UInt64) -> UInt64 { word & (0x80 &* ones) }
}

extension UInt8 {
  /// Whether the byte is a hexadecimal digit in ASCII, in either case.
  var isHexadecimalDigit: Bool {
    let lower = self | 0x20
    return self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
      || lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "f")
  }
}
