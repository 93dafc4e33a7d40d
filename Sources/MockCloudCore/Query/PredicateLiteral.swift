/// Literals of predicate text.
enum PredicateLiteral {
  /// Returns a string literal that is parsed as the same string.
  static func text(of string: String) -> String {
    var text: [UInt8] = [UInt8(ascii: "\"")]
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 10: text += "\\n".utf8
      case 13: text += "\\r".utf8
      case 9: text += "\\t".utf8
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
    return String(decoding: text, as: UTF8.self)
  }

  /// The reference date of native dates, 2001-01-01, in milliseconds since 1970.
  private static let referenceDate: Int64 = 978_307_200_000

  /// Returns a time as seconds since the reference date.
  static func seconds(_ milliseconds: Int64) -> Double {
    (Double(milliseconds) - Double(referenceDate)) / 1000
  }

  /// Returns the time that many seconds after the reference date; nil if it is out of range.
  static func milliseconds(_ seconds: Double) -> Int64? {
    Int64(exactly: (seconds * 1000 + Double(referenceDate)).rounded())
  }
}
