/// Tracks which bytes of a JSON text belong to strings, for code that reads only its structure.
struct JSONQuotes {
  private var isInString = false
  private var isEscaped = false

  /// Reads the next byte. Returns whether it is part of a string or one of its quotes.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard isInString else {
      isInString = byte == UInt8(ascii: "\"")
      return isInString
    }
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    }
    return true
  }
}
