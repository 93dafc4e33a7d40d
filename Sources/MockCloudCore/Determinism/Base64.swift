/// Base64 of RFC 4648 section 4, with padding. Every byte string has exactly one spelling that is
/// accepted, so a value that was read is written back as it came.
enum Base64 {
  static func encode(_ data: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: encodedCount(of: data.count)) { encode(data, into: $0) }
  }

  /// How many characters the text of that many bytes has.
  static func encodedCount(of count: Int) -> Int { (count / 3 + (count % 3 == 0 ? 0 : 1)) * 4 }

  /// Writes the text of `data` into `out`, which has room for `encodedCount` of it, and answers
  /// how much was written.
  static func encode(_ data: [UInt8], into out: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var written = 0
    var index = 0
    while index < data.count {
      let present = min(3, data.count - index)
      let group =
        UInt32(data[index]) << 16
        | (present > 1 ? UInt32(data[index + 1]) << 8 : 0)
        | (present > 2 ? UInt32(data[index + 2]) : 0)
      out[written] = character(group >> 18)
      out[written + 1] = character(group >> 12)
      out[written + 2] = present > 1 ? character(group >> 6) : padding
      out[written + 3] = present > 2 ? character(group) : padding
      written += 4
      index += 3
    }
    return written
  }

  static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { decode($0) }
  }

  /// The bytes that `text` spells, or nil where it is no base64: a character outside the alphabet
  /// (white space included), padding that is missing or misplaced, or bits set below the last byte.
  static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0, let last = text.last else { return text.isEmpty ? [] : nil }
    let missing = last != padding ? 0 : text[text.count - 2] != padding ? 1 : 2
    let characters = text.count - missing
    var failed = false
    let data = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) { out, count in
      var gathered: UInt32 = 0
      var bits: UInt32 = 0
      for index in 0..<characters {
        guard let sextet = sextet(of: text[index]) else {
          failed = true
          return
        }
        gathered = gathered << 6 | sextet
        bits += 6
        if bits >= 8 {
          bits -= 8
          out.initializeElement(at: count, to: UInt8(truncatingIfNeeded: gathered >> bits))
          count += 1
        }
      }
      failed = gathered & (1 << bits - 1) != 0
    }
    return failed ? nil : data
  }

  private static let padding = UInt8(ascii: "=")

  private static func character(_ value: UInt32) -> UInt8 {
    switch UInt8(truncatingIfNeeded: value & 63) {
    case let value where value < 26: value + UInt8(ascii: "A")
    case let value where value < 52: value - 26 + UInt8(ascii: "a")
    case let value where value < 62: value - 52 + UInt8(ascii: "0")
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  private static func sextet(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
