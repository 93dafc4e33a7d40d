/// Base64 of RFC 4648 section 4, with padding. Only one spelling of a byte string is accepted, so
/// that a value is written exactly as it was read.
enum Base64 {
  static func encode(_ data: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: encodedCount(of: data.count)) { text in
      guard let start = text.baseAddress else { return 0 }
      return data.withUnsafeBufferPointer { encode($0, into: start) }
    }
  }

  /// Returns the number of characters for a number of bytes.
  static func encodedCount(of count: Int) -> Int { (count / 3 + (count % 3 == 0 ? 0 : 1)) * 4 }

  /// Writes the text of `data` to `out`, which must have a size of at least `encodedCount`, and
  /// returns the number of characters written.
  static func encode(
    _ data: UnsafeBufferPointer<UInt8>, into out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let characters = alphabet.utf8Start
    var next = out
    var index = 0
    while index < data.count {
      let left = data.count &- index
      let second = left > 1 ? data[index &+ 1] : 0
      let third = left > 2 ? data[index &+ 2] : 0
      let group = Int(data[index]) &<< 16 | Int(second) &<< 8 | Int(third)
      next[0] = characters[group &>> 18]
      next[1] = characters[group &>> 12 & 63]
      next[2] = left > 1 ? characters[group &>> 6 & 63] : padding
      next[3] = left > 2 ? characters[group & 63] : padding
      next += 4
      index &+= 3
    }
    return next - out
  }

  static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { decode($0) }
  }

  /// Decodes base64. Returns nil for a character outside the alphabet (white space included), for
  /// missing or misplaced padding, and if bits after the last byte are set.
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

  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

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
