/// The arguments of a format, in their order. What is asked for must be what is there: nothing can
/// check it.
package protocol FormatArguments {
  mutating func nextInt() -> Int64
  mutating func nextLong() -> Int64
  mutating func nextLongLong() -> Int64
  mutating func nextSize() -> UInt64
  mutating func nextDouble() -> Double
  /// The bytes of a text, without its NUL; nil for NULL. They must live until the format is done.
  mutating func nextText() -> UnsafeBufferPointer<UInt8>?
  /// The start of a block of bytes; nil for NULL.
  mutating func nextPointer() -> UnsafeRawPointer?
}

/// What a conversion of a format takes.
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

  /// As they stand in a format.
  static let known = allCases.map { "%\($0.rawValue)" } + ["%%"]

  /// What was meant by another conversion of `printf`.
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
