/// Finds a duplicate key of an object in a text that `JSONScanner` accepted. This is slow, and done
/// only after the tree has shown that there is one.
struct JSONDuplicates {
  private let text: UnsafeBufferPointer<UInt8>
  private var position = 0
  /// The keys of each open object; nil for an open array.
  private var open: [Set<[UInt8]>?] = []

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// Returns the offset of the first duplicate key.
  mutating func first() -> Int? {
    // A string is a key if it is the first token of an object or follows a comma in one.
    var keyMayCome = false
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "{"):
        open.append([])
        keyMayCome = true
      case UInt8(ascii: "["):
        open.append(nil)
        keyMayCome = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = open.popLast()
        keyMayCome = false
      case UInt8(ascii: ","):
        keyMayCome = true
      case UInt8(ascii: "\""):
        let start = position
        let string = unescapedString()
        if keyMayCome, !insert(string) { return start }
        keyMayCome = false
        continue
      default: break
      }
      position += 1
    }
    return nil
  }

  /// Returns false if the innermost object already has the key; a string in an array is not a key.
  private mutating func insert(_ key: [UInt8]) -> Bool {
    guard let last = open.indices.last else { return true }
    // Optional chaining inserts in place; a copy for each key would take quadratic time.
    return open[last]?.insert(key).inserted ?? true
  }

  private mutating func unescapedString() -> [UInt8] {
    var bytes: [UInt8] = []
    position += 1
    while position < text.count, text[position] != UInt8(ascii: "\"") {
      let byte = text[position]
      position += 1
      if byte == UInt8(ascii: "\\") { unescape(into: &bytes) } else { bytes.append(byte) }
    }
    position += 1
    return bytes
  }

  private mutating func unescape(into bytes: inout [UInt8]) {
    guard position < text.count else { return }
    let byte = text[position]
    position += 1
    switch byte {
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"):
      var units = [codeUnit()]
      if units[0] & 0xFC00 == 0xD800 {
        position += 2
        units.append(codeUnit())
      }
      bytes.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
    default: bytes.append(byte)
    }
  }

  private mutating func codeUnit() -> UInt16 {
    let digits = text[min(position, text.count)..<min(position + 4, text.count)]
    position += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
  }
}
