/// Formats compact JSON with one member per line, in one pass without recursion. The text may come
/// in pieces.
struct PrettyPrinter {
  private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var quotes = JSONQuotes()
  /// Whether an array or object was opened and is empty so far.
  private var opened = false

  mutating func print(_ compact: UnsafeBufferPointer<UInt8>) {
    for byte in compact {
      let isClosing = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      let isString = quotes.take(byte)
      if opened {
        opened = false
        if isString || !isClosing { breakLine() }
      } else if isClosing, !isString {
        breakLine(at: depth - 1)
      }
      bytes.append(byte)
      if !isString { structure(byte) }
    }
  }

  private mutating func structure(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      opened = true
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    case UInt8(ascii: ","): breakLine()
    case UInt8(ascii: ":"): bytes.append(UInt8(ascii: " "))
    default: break
    }
  }

  /// Removes the formatted bytes.
  mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }

  private mutating func breakLine() { breakLine(at: depth) }

  private mutating func breakLine(at depth: Int) {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<2 * max(0, depth) { bytes.append(UInt8(ascii: " ")) }
  }
}
