/// Tells which bytes of a JSON text belong to strings, for those who look at its structure alone.
struct JSONQuotes {
  private var isInString = false
  private var isEscaped = false

  /// Takes the next byte of the text; true where it is part of a string or one of its quotes.
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
