extension JSONScanner {
  /// Reads a string whose opening quote is at the position.
  @inline(__always)
  mutating func string(isKey: Bool) throws(JSONRefusal) {
    position &+= 1
    let start = position
    while true {
      skipPlainWords()
      let byte = peek()
      if byte == UInt8(ascii: "\"") {
        note(token: start)
        position &+= 1
        return
      }
      if byte == UInt8(ascii: "\\") {
        try escape(isKey: isKey)
      } else if byte >= 0x80 {
        try sequences()
      } else if byte >= 0x20 {
        position &+= 1
      } else {
        throw refusal(position < count ? .controlCharacter : .unterminatedString)
      }
    }
  }

  /// Skips unescaped ASCII, eight bytes at a time as long as eight remain.
  @inline(__always)
  private mutating func skipPlainWords() {
    while count &- position >= 8 {
      let word = JSONBytes.word(base + position)
      let special = JSONBytes.escaped(in: word) | JSONBytes.beyondASCII(in: word)
      if special == 0 {
        position &+= 8
      } else {
        position &+= special.trailingZeroBitCount &>> 3
        return
      }
    }
  }

  private mutating func escape(isKey: Bool) throws(JSONRefusal) {
    let start = position
    position &+= 1
    switch peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position &+= 1
    case UInt8(ascii: "u"):
      try unicodeEscape(from: start, isKey: isKey)
    default:
      throw refusal(position < count ? .escape : .unterminatedString)
    }
  }

  private mutating func unicodeEscape(from start: Int, isKey: Bool) throws(JSONRefusal) {
    let unit = try hexadecimal()
    switch unit {
    case 0 where isKey:
      throw JSONRefusal(offset: start, reason: .nulInKey)
    case 0xDC00...0xDFFF:
      throw JSONRefusal(offset: start, reason: .lowSurrogate)
    case 0xD800...0xDBFF:
      guard count &- position >= 2, base[position] == UInt8(ascii: "\\"),
        base[position &+ 1] == UInt8(ascii: "u")
      else { throw JSONRefusal(offset: start, reason: .highSurrogate) }
      position &+= 1
      let low = try hexadecimal()
      guard case 0xDC00...0xDFFF = low else {
        throw JSONRefusal(offset: start, reason: .highSurrogate)
      }
      if JSONPairs.areMisread(unit, low) { hasMisreadPair = true }
    default: break
    }
  }

  /// Reads the four digits after the `u` at the position.
  private mutating func hexadecimal() throws(JSONRefusal) -> UInt16 {
    position &+= 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let byte = peek()
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte &- UInt8(ascii: "A") &+ 10
      default: throw refusal(position < count ? .hexadecimal : .unterminatedString)
      }
      unit = unit << 4 | UInt16(digit)
      position &+= 1
    }
    return unit
  }

  /// Whether bytes are UTF-8.
  static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var scanner = JSONScanner(base, count: bytes.count)
    while scanner.position < bytes.count {
      if scanner.peek() < 0x80 {
        scanner.position &+= 1
        continue
      }
      do { try scanner.sequences() } catch { return false }
    }
    return true
  }

  /// Reads consecutive characters beyond ASCII.
  private mutating func sequences() throws(JSONRefusal) {
    while peek() >= 0x80 {
      let lead = base[position]
      let length: Int
      // The valid second bytes: a narrower range where 80...BF would allow an overlong form, a
      // surrogate, or a character beyond U+10FFFF.
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch lead {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: throw refusal(.utf8)
      }
      guard count &- position >= length, second.contains(base[position &+ 1]) else {
        throw refusal(.utf8)
      }
      for index in 2..<max(length, 2) where base[position &+ index] & 0xC0 != 0x80 {
        throw refusal(.utf8)
      }
      position &+= length
    }
  }
}
