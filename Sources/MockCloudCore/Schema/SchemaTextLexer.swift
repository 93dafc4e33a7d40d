/// The reason why text is not a schema, and the place.
struct SchemaTextError: Error, Equatable {
  /// The line of the mistake. Both numbers count from 1; columns count bytes.
  let line: Int
  let column: Int
  let message: String
  var expected: String?
  /// The word that was most likely intended.
  var nearest: String?
}

/// A word or a sign of the schema language.
struct SchemaToken {
  enum Kind: Equatable {
    case word
    /// A quoted name.
    case quoted
    case sign(UInt8)
    case end
  }

  let kind: Kind
  /// The token's text, without the quotes of a quoted name.
  let text: String
  let line: Int
  let column: Int

  /// A description of the token for error texts.
  var description: String {
    switch kind {
    case .word: "'\(NameRules.shortened(text))'"
    case .quoted: "\"\(NameRules.shortened(text))\""
    case .sign: "'\(text)'"
    case .end: "the end of the text"
    }
  }

  /// Whether the token is the given word, without quotes, in any case.
  func isWord(_ word: StaticString) -> Bool {
    guard kind == .word, text.utf8.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { word in
      zip(text.utf8, word).allSatisfy { $0 & 0xdf == $1 & 0xdf }
    }
  }

  func isSign(_ sign: Unicode.Scalar) -> Bool { kind == .sign(UInt8(ascii: sign)) }

  /// Returns the refusal of this token.
  func refusal(_ message: String, expected: String? = nil, nearest: String? = nil)
    -> SchemaTextError
  {
    SchemaTextError(
      line: line, column: column, message: message, expected: expected, nearest: nearest)
  }
}

/// Splits schema text into tokens from front to back, reading each byte a bounded number of times.
struct SchemaTextLexer {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Editors may insert a byte order mark.
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
  }

  mutating func next() throws(SchemaTextError) -> SchemaToken {
    try skipSpace()
    guard index < bytes.count else { return token(.end, index..<index, at: index) }
    let start = index
    switch bytes[start] {
    case UInt8(ascii: "\""): return try quoted()
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "<"), UInt8(ascii: ">"):
      index += 1
      return token(.sign(bytes[start]), start..<index, at: start)
    case let byte where Self.isLetter(byte):
      while index < bytes.count, Self.isLetter(bytes[index]) || Self.isDigit(bytes[index]) {
        index += 1
      }
      return token(.word, start..<index, at: start)
    default:
      throw refusal("unexpected \(character(at: start))", at: start)
    }
  }

  /// Whether the byte is a letter in names; `_` counts as one.
  private static func isLetter(_ byte: UInt8) -> Bool {
    let upper = byte & 0xdf
    return upper >= UInt8(ascii: "A") && upper <= UInt8(ascii: "Z") || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private func token(
    _ kind: SchemaToken.Kind, _ range: Range<Int>, at start: Int
  ) -> SchemaToken {
    SchemaToken(
      kind: kind, text: String(decoding: bytes[range], as: UTF8.self), line: line,
      column: start - lineStart + 1)
  }

  private func refusal(_ message: String, at place: Int, expected: String? = nil)
    -> SchemaTextError
  {
    SchemaTextError(
      line: line, column: place - lineStart + 1, message: message, expected: expected)
  }

  /// Returns the character at a position for an error text.
  private func character(at place: Int) -> String {
    let text = String(decoding: bytes[place..<min(place + 4, bytes.count)], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, scalar.value > 0x20, scalar.value != 0x7f,
      scalar != "\u{fffd}"
    else { return "byte \(bytes[place])" }
    if scalar.isASCII { return "'\(scalar)'" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "'\(scalar)' (U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits))"
  }

  // MARK: Spaces and comments

  private mutating func skipSpace() throws(SchemaTextError) {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
      case UInt8(ascii: "\n"): passLineEnd()
      case UInt8(ascii: "/") where follows(UInt8(ascii: "/")),
        UInt8(ascii: "-") where follows(UInt8(ascii: "-")):
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      case UInt8(ascii: "/") where follows(UInt8(ascii: "*")): try skipBlockComment()
      default: return
      }
    }
  }

  private func follows(_ byte: UInt8) -> Bool {
    index + 1 < bytes.count && bytes[index + 1] == byte
  }

  private mutating func passLineEnd() {
    index += 1
    line += 1
    lineStart = index
  }

  private mutating func skipBlockComment() throws(SchemaTextError) {
    let unclosed = refusal("the comment has no end", at: index, expected: "*/")
    index += 2
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), follows(UInt8(ascii: "/")) {
        index += 2
        return
      }
      if bytes[index] == UInt8(ascii: "\n") { passLineEnd() } else { index += 1 }
    }
    throw unclosed
  }

  // MARK: Quoted names

  private mutating func quoted() throws(SchemaTextError) -> SchemaToken {
    let start = index
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      guard bytes[index] != UInt8(ascii: "\n") else { break }
      index += 1
    }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
      throw refusal("the quoted name has no end", at: start, expected: "\"")
    }
    index += 1
    return token(.quoted, start + 1..<index - 1, at: start)
  }
}
