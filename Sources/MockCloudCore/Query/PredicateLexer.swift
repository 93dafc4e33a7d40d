/// Splits predicate text into tokens, one at a time. Every byte is read a bounded number of times,
/// so that any text takes linear time.
struct PredicateLexer {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func next() throws(QueryRefusal) -> PredicateToken {
    try skipBlanks()
    let start = index
    guard let byte = peek() else { return PredicateToken(kind: .end, start: start) }
    let kind: PredicateToken.Kind =
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): .string(try string(quote: byte))
      case UInt8(ascii: "%"): try conversion()
      case UInt8(ascii: "$"): .variable(try name(after: 1))
      case UInt8(ascii: "#"): .name(try name(after: 1))
      case UInt8(ascii: ".") where Self.isDigit(peek(1)): try number()
      case let byte where Self.isDigit(byte): try number()
      case let byte where Self.isNameStart(byte): word()
      default: try symbol()
      }
    return PredicateToken(kind: kind, start: start)
  }

  /// Returns a refusal that shows the position in the text.
  func refusal(at offset: Int, _ problem: String) -> QueryRefusal {
    QueryRefusal(PredicateExcerpt(bytes, at: offset).message(problem), position: offset)
  }

  /// Returns the last word, as the text spells it.
  func lastWord(from start: Int) -> String { String(decoding: bytes[start..<index], as: UTF8.self) }

  private func peek(_ ahead: Int = 0) -> UInt8? {
    index + ahead < bytes.count ? bytes[index + ahead] : nil
  }

  private func startsWith(_ text: StaticString) -> Bool {
    guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
    for place in 0..<text.utf8CodeUnitCount where bytes[index + place] != text.utf8Start[place] {
      return false
    }
    return true
  }

  private static func isDigit(_ byte: UInt8?) -> Bool {
    byte.map { $0 &- UInt8(ascii: "0") < 10 } ?? false
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }

  private static func isNamePart(_ byte: UInt8?) -> Bool {
    byte.map { isNameStart($0) || isDigit($0) } ?? false
  }

  /// Whether a text is one word, which is read as a name or a keyword.
  static func isName(_ text: String) -> Bool {
    text.utf8.first.map(isNameStart) == true && text.utf8.allSatisfy { isNamePart($0) }
  }

  /// Skips ASCII white space and comments, `/* … */` and `// …` to the end of the line.
  private mutating func skipBlanks() throws(QueryRefusal) {
    while let byte = peek() {
      if byte == 0x20 || (0x09...0x0d).contains(byte) {
        index += 1
      } else if startsWith("//") {
        while let byte = peek(), byte != UInt8(ascii: "\n") { index += 1 }
      } else if startsWith("/*") {
        let start = index
        index += 2
        while !startsWith("*/") {
          guard index < bytes.count else {
            throw refusal(at: start, "the comment that begins here has no end")
          }
          index += 1
        }
        index += 2
      } else {
        return
      }
    }
  }

  private mutating func takeName() -> ArraySlice<UInt8> {
    let start = index
    while Self.isNamePart(peek()) { index += 1 }
    return bytes[start..<index]
  }

  private mutating func name(after prefix: Int) throws(QueryRefusal) -> String {
    let start = index
    index += prefix
    guard let byte = peek(), Self.isNameStart(byte) else {
      throw refusal(at: start, "expected a name after '\(Character(Unicode.Scalar(bytes[start])))'")
    }
    return String(decoding: takeName(), as: UTF8.self)
  }

  private mutating func word() -> PredicateToken.Kind {
    let start = index
    let first = takeName()
    if first.count == 3, peek() == UInt8(ascii: "-"), let keyword = hyphenated(from: start) {
      return .keyword(keyword)
    }
    // A function's name continues after a colon: `distanceToLocation:fromLocation:`.
    while peek() == UInt8(ascii: ":"), peek(1) != UInt8(ascii: "=") {
      index += 1
      _ = takeName()
    }
    let all = bytes[start..<index]
    if all.count == first.count, let keyword = PredicateKeyword(first) { return .keyword(keyword) }
    return .name(String(decoding: all, as: UTF8.self))
  }

  /// Reads the two keywords with hyphens, whose first three letters were read.
  private mutating func hyphenated(from start: Int) -> PredicateKeyword? {
    for keyword in [PredicateKeyword.conformsTo, .utiEquals] {
      let end = start + keyword.rawValue.utf8.count
      if end <= bytes.count, PredicateKeyword(bytes[start..<end]) == keyword {
        index = end
        return keyword
      }
    }
    return nil
  }

  private mutating func conversion() throws(QueryRefusal) -> PredicateToken.Kind {
    let start = index
    if startsWith("%%") {
      index += 2
      return .symbol(.percent)
    }
    index += 1
    while let byte = peek(), "0123456789.+-# ".utf8.contains(byte) { index += 1 }
    while let byte = peek(), "hlqLzjt".utf8.contains(byte) { index += 1 }
    guard let letter = peek(), let conversion = PredicateConversion(letter) else {
      throw refusal(at: start, "unknown conversion; known are %@ %K %d %ld %lu %f %i %s")
    }
    index += 1
    return .argument(conversion)
  }

  private mutating func symbol() throws(QueryRefusal) -> PredicateToken.Kind {
    for (spelling, symbol) in PredicateSymbol.spellings where startsWith(spelling) {
      index += spelling.utf8CodeUnitCount
      return .symbol(symbol)
    }
    throw refusal(at: index, "this character has no meaning here")
  }

  /// The maximum length of a number; longer ones exceed the range of doubles and integers.
  private static let longestNumber = 400

  private mutating func number() throws(QueryRefusal) -> PredicateToken.Kind {
    let start = index
    if peek() == UInt8(ascii: "0"), let radix = radix(peek(1)) {
      index += 2
      return .integer(try integer(takeName(), radix: radix, at: start))
    }
    var isInteger = true
    while Self.isDigit(peek()) { index += 1 }
    if peek() == UInt8(ascii: "."), Self.isDigit(peek(1)) || !Self.isNamePart(peek(1)) {
      isInteger = false
      index += 1
      while Self.isDigit(peek()) { index += 1 }
    }
    if let letter = peek(), letter | 0x20 == UInt8(ascii: "e") {
      let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 1 : 0
      if Self.isDigit(peek(1 + sign)) {
        isInteger = false
        index += 1 + sign
        while Self.isDigit(peek()) { index += 1 }
      }
    }
    if Self.isNamePart(peek()) { throw refusal(at: start, "this is not a number") }
    let digits = bytes[start..<index]
    if isInteger { return .integer(try integer(digits, radix: 10, at: start)) }
    guard digits.count <= Self.longestNumber,
      let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite
    else { throw refusal(at: start, "this number is too large") }
    return .double(number)
  }

  /// Returns the radix for the letter after a leading 0.
  private func radix(_ letter: UInt8?) -> Int? {
    switch letter.map({ $0 | 0x20 }) {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  private func integer(
    _ digits: ArraySlice<UInt8>, radix: Int, at start: Int
  ) throws(QueryRefusal) -> UInt64 {
    guard digits.count <= Self.longestNumber,
      let number = UInt64(String(decoding: digits, as: UTF8.self), radix: radix)
    else { throw refusal(at: start, "this is not a 64-bit integer") }
    return number
  }

  private mutating func string(quote: UInt8) throws(QueryRefusal) -> String {
    let start = index
    index += 1
    var text: [UInt8] = []
    while let byte = peek() {
      index += 1
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        try escape(into: &text)
      } else {
        text.append(byte)
      }
    }
    throw refusal(at: start, "the string that begins here has no end")
  }

  private mutating func escape(into text: inout [UInt8]) throws(QueryRefusal) {
    let start = index - 1
    guard let letter = peek() else { return }
    index += 1
    switch letter {
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "/"):
      text.append(letter)
    case UInt8(ascii: "a"): text.append(7)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "v"): text.append(11)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal() else {
        throw refusal(at: start, "expected four hexadecimal digits")
      }
      text.append(contentsOf: try scalar(from: unit, at: start))
    default: throw refusal(at: start, "unknown escape; a backslash is written \\\\")
    }
  }

  private mutating func scalar(
    from unit: UInt32, at start: Int
  ) throws(QueryRefusal) -> Unicode.UTF8.EncodedScalar {
    var value = unit
    if 0xd800..<0xdc00 ~= unit, startsWith("\\u") {
      index += 2
      guard let low = hexadecimal(), 0xdc00..<0xe000 ~= low else {
        throw refusal(at: start, "this is an incomplete surrogate pair")
      }
      value = 0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)
    }
    guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else {
      throw refusal(at: start, "this is an incomplete surrogate pair")
    }
    return encoded
  }

  private mutating func hexadecimal() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    let digits = bytes[index..<(index + 4)]
    guard digits.allSatisfy({ Self.isNamePart($0) }) else { return nil }
    index += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
