/// A workaround for a defect of json-c: it mistakes escaped characters such as U+1D800, whose lower
/// 16 bits look like a surrogate, for lone surrogates, although their surrogate pairs are valid.
enum JSONPairs {
  /// Whether json-c misreads the character of the pair.
  @inline(__always)
  static func areMisread(_ high: UInt16, _ low: UInt16) -> Bool {
    (high &<< 10 | low & 0x3FF) & 0xF800 == 0xD800
  }

  /// Returns a valid text with its escaped pairs replaced by the characters; nil if there is no
  /// memory for it.
  static func writtenOut(_ text: UnsafeBufferPointer<UInt8>) -> JSONWriter? {
    var bytes = JSONWriter(reportsLack: true)
    // The result is not longer.
    guard bytes.reserve(text.count) else { return nil }
    var position = 0
    while position < text.count {
      if text[position] != UInt8(ascii: "\\") {
        bytes.put(text[position])
        position += 1
      } else if let pair = pair(in: text, at: position) {
        for byte in String(decoding: pair, as: UTF16.self).utf8 { bytes.put(byte) }
        position += 12
      } else {
        // Both bytes of the escape are copied, so that the second of two backslashes does not begin
        // another.
        for byte in text[position..<min(position + 2, text.count)] { bytes.put(byte) }
        position += 2
      }
    }
    return bytes
  }

  private static func pair(in text: UnsafeBufferPointer<UInt8>, at position: Int) -> [UInt16]? {
    guard let high = unit(in: text, at: position), high & 0xFC00 == 0xD800,
      let low = unit(in: text, at: position + 6), low & 0xFC00 == 0xDC00
    else { return nil }
    return [high, low]
  }

  private static func unit(in text: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt16? {
    guard text.count - position >= 6, text[position] == UInt8(ascii: "\\"),
      text[position + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt16(String(decoding: text[position + 2..<position + 6], as: UTF8.self), radix: 16)
  }
}
