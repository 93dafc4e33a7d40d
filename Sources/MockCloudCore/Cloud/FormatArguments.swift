/// The arguments of a format, in order. The requested types must match the passed arguments: this
/// cannot be checked.
package protocol FormatArguments {
  mutating func nextInt() -> Int64
  mutating func nextLong() -> Int64
  mutating func nextLongLong() -> Int64
  mutating func nextSize() -> UInt64
  mutating func nextDouble() -> Double
  /// Returns the bytes of a string without its NUL; nil for NULL. They must be valid until the
  /// format has been read.
  mutating func nextText() -> UnsafeBufferPointer<UInt8>?
  /// Returns the start of a block of bytes; nil for NULL.
  mutating func nextPointer() -> UnsafeRawPointer?
}

/// The conversions of a format.
enum FormatConversion: String, CaseIterable {
  case text = "s"
  case int = "d"
  case long = "ld"
  case longLong = "lld"
  case size = "zu"
  case fixed = "f"
  case general = "g"
  case bytes = "b"
  case json = "j"

  /// The conversions as a format spells them.
  static let known = allCases.map { "%\($0.rawValue)" } + ["%%"]

  /// Returns the conversion that corresponds to an unsupported one of `printf`.
  static func nearest(to spelled: [UInt8]) -> String? {
    let kept = spelled.filter { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
    let word = String(decoding: kept, as: UTF8.self)
    if let known = FormatConversion(rawValue: word) { return "%\(known.rawValue)" }
    switch word {
    case "i", "hd", "hhd", "c": return "%d"
    case "li", "zd", "td": return "%ld"
    case "lli", "jd": return "%lld"
    case "u", "lu", "llu", "hu", "ju", "x", "lx", "zx", "o": return "%zu"
    case "e", "a", "lf", "lg", "le": return "%g"
    default: return nil
    }
  }
}
