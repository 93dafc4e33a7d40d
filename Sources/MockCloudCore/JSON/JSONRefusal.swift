/// The error that the scanner throws. It is as small as a pointer and a byte, so that it costs
/// nothing unless it is thrown. Its message is built afterwards.
struct JSONRefusal: Error {
  enum Reason: UInt8 {
    // The text has something other than the grammar allows here.
    case value, valueOrBracket, valueAfterComma, keyOrBrace, keyAfterComma, colon
    case commaOrBrace, commaOrBracket, end, digit
    // The invalid text has a specific description.
    case leadingZero, integerRange, doubleRange, unterminatedString, controlCharacter, escape
    case hexadecimal, highSurrogate, lowSurrogate, nulInKey, utf8, duplicateKey, depth
    // The text was not read, or not completely.
    case length, memory, disagreement
  }

  var offset: Int
  var reason: Reason

  /// Returns the refusal with message, line and column.
  func described(in text: UnsafeBufferPointer<UInt8>) -> JSONError {
    let (line, column) = Self.place(of: offset, in: text)
    return JSONError(
      line: line, column: column, message: message(in: text), expected: expected,
      isInternal: reason == .memory || reason == .disagreement)
  }

  /// Returns line and column of a byte, both from 1; columns count bytes.
  static func place(
    of offset: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (line: Int, column: Int) {
    var line = 1
    var lineStart = 0
    let offset = min(max(offset, 0), text.count)
    for index in 0..<offset where text[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    return (line, offset - lineStart + 1)
  }

  /// Returns the offset of the byte with the error's line and column.
  static func offset(of error: JSONError, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var line = 1
    var offset = 0
    while line < error.line, offset < text.count {
      if text[offset] == 0x0A { line += 1 }
      offset += 1
    }
    return offset + error.column - 1
  }

  private func message(in text: UnsafeBufferPointer<UInt8>) -> String {
    switch reason {
    case .value, .valueOrBracket, .keyOrBrace, .colon, .commaOrBrace, .commaOrBracket, .digit:
      "unexpected \(found(in: text))"
    case .valueAfterComma, .keyAfterComma: "unexpected \(found(in: text)) after a comma"
    case .end: "unexpected \(found(in: text)) after the value"
    case .leadingZero: "a number with a leading zero"
    case .integerRange: "an integer out of range"
    case .doubleRange: "a number too large for a double"
    case .unterminatedString: "the text ends inside a string"
    case .controlCharacter: "an unescaped \(found(in: text)) in a string"
    case .escape: "an unknown escape: \(found(in: text)) after a backslash"
    case .hexadecimal: "an incomplete \\u escape: \(found(in: text)) among its digits"
    case .highSurrogate: "a high surrogate without a low one after it"
    case .lowSurrogate: "a low surrogate without a high one before it"
    case .nulInKey: "the character U+0000 in a key"
    case .utf8: "invalid UTF-8: \(found(in: text))"
    case .duplicateKey: "a key that its object already has"
    case .depth: "too many levels of arrays and objects"
    case .length: "a text of \(text.count) bytes"
    case .memory: "not enough memory to read the text"
    case .disagreement: "the text could not be read"
    }
  }

  private var expected: String {
    switch reason {
    case .value, .valueAfterComma: "a value"
    case .valueOrBracket: "a value or ']'"
    case .keyOrBrace: "a key in double quotes or '}'"
    case .keyAfterComma: "a key in double quotes"
    case .colon: "':'"
    case .commaOrBrace: "',' or '}'"
    case .commaOrBracket: "',' or ']'"
    case .end: "the end of the text"
    case .digit: "a digit"
    case .leadingZero: "no digit after a leading zero"
    case .integerRange: "an integer from -9223372036854775808 to 9223372036854775807"
    case .doubleRange: "a number within ±1.7976931348623157e308"
    case .unterminatedString: "a closing double quote"
    case .controlCharacter: "an escape such as \\n or \\u0001"
    case .escape: "one of \" \\ / b f n r t u"
    case .hexadecimal: "four hexadecimal digits"
    case .highSurrogate: "\\uDC00 to \\uDFFF after it"
    case .lowSurrogate: "\\uD800 to \\uDBFF before it"
    case .nulInKey: "a key without U+0000"
    case .utf8: "valid UTF-8"
    case .duplicateKey: "each key of an object once"
    case .depth: "at most \(JSONScanner.maximumDepth) levels"
    case .length: "at most \(JSONReader.maximumLength) bytes"
    case .memory: "a smaller text"
    case .disagreement: "JSON"
    }
  }

  /// Returns a description of the text at the offset.
  private func found(in text: UnsafeBufferPointer<UInt8>) -> String {
    guard offset < text.count else { return "end of text" }
    let byte = text[offset]
    let rest = UnsafeBufferPointer(rebasing: text[offset...].prefix(24))
    switch byte {
    case 0x00..<0x20, 0x7F: return "control character U+00\(Self.hexadecimal(byte))"
    case UInt8(ascii: "'"): return "single quote"
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      let word = rest.prefix { Self.isLetter($0) }
      return "'\(String(decoding: word, as: UTF8.self))'"
    case 0x20..<0x7F: return "'\(Unicode.Scalar(byte))'"
    default: break
    }
    if reason != .utf8, rest.starts(with: [0xEF, 0xBB, 0xBF]) { return "byte order mark" }
    var scalars = rest.makeIterator()
    var decoder = UTF8()
    if case .scalarValue(let scalar) = decoder.decode(&scalars) { return "'\(scalar)'" }
    return "byte 0x\(Self.hexadecimal(byte))"
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let lowered = byte | 0x20
    return lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z")
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }
}
