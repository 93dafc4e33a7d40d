/// Converts text in which strings may have single quotes to JSON. A single quote within double
/// quotes stays as it is, and vice versa; plain JSON is not changed.
struct QuotedString {
  /// The name of the text, for errors.
  private let key: String
  /// The quote that opened the current string and its position; nil outside strings.
  private var opening: (quote: UInt8, position: Int)?

  init(key: String = "format") { self.key = key }

  var isOpen: Bool { opening != nil }

  /// Converts a text without conversions; percent signs have no special meaning.
  static func requoted(
    _ text: UnsafeBufferPointer<UInt8>, key: String
  ) throws(Misuse) -> JSONWriter {
    var made = JSONWriter(reportsLack: true)
    var string = QuotedString(key: key)
    var position = 0
    while position < text.count { try string.take(text, &position, into: &made) }
    try string.end(text)
    if made.isIncomplete { throw .noMemory }
    return made
  }

  /// Reads a byte or an escape.
  mutating func take(
    _ text: UnsafeBufferPointer<UInt8>, _ position: inout Int, into made: inout JSONWriter
  ) throws(Misuse) {
    let byte = text[position]
    let isQuote = byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
    guard let quote = opening?.quote else {
      if isQuote { opening = (byte, position) }
      made.append(isQuote ? UInt8(ascii: "\"") : byte)
      position += 1
      return
    }
    if byte == UInt8(ascii: "\\") { return try escape(text, &position, into: &made) }
    if byte == quote {
      opening = nil
      made.append(UInt8(ascii: "\""))
    } else {
      if byte == UInt8(ascii: "\"") { made.append(UInt8(ascii: "\\")) }
      made.append(byte)
    }
    position += 1
  }

  /// Reads an escape as a whole, so that no argument becomes part of it.
  private func escape(
    _ text: UnsafeBufferPointer<UInt8>, _ position: inout Int, into made: inout JSONWriter
  ) throws(Misuse) {
    let rest = text[(position + 1)...]
    guard let next = rest.first, next != UInt8(ascii: "%") else {
      throw Self.refusal(
        "a backslash without an escaped character", text, position, key: key,
        expected: "one of \\\" \\' \\\\ \\/ \\b \\f \\n \\r \\t \\u")
    }
    if next == UInt8(ascii: "'") {
      made.append(next)
      position += 2
      return
    }
    let isUnicode = next == UInt8(ascii: "u")
    let digits = rest.dropFirst().prefix(isUnicode ? 4 : 0)
    guard !isUnicode || (digits.count == 4 && digits.allSatisfy(\.isHexadecimalDigit)) else {
      throw Self.refusal(
        "an incomplete \\u escape", text, position, key: key, expected: "four hexadecimal digits")
    }
    made.append(UInt8(ascii: "\\"))
    made.append(next)
    for digit in digits { made.append(digit) }
    position += 2 + digits.count
  }

  /// Refuses a text that ends within a string.
  func end(_ text: UnsafeBufferPointer<UInt8>) throws(Misuse) {
    guard let opening else { return }
    let quote = opening.quote == UInt8(ascii: "'") ? "'" : "\""
    throw Self.refusal(
      "an unterminated string", text, opening.position, key: key,
      expected: "a closing \(quote)")
  }

  /// Returns the error for a position of the text.
  static func refusal(
    _ message: String, _ text: UnsafeBufferPointer<UInt8>, _ offset: Int, key: String = "format",
    expected: String, nearest: String? = nil
  ) -> Misuse {
    let (line, column) = JSONRefusal.place(of: offset, in: text)
    var misuse = Misuse.badMockRequest(
      "\(key), line \(line), column \(column): \(message); "
        + (nearest.map(ErrorHint.suggestion) ?? "expected \(expected)"),
      key: key, expected: expected, nearest: nearest)
    misuse.position = Misuse.Position(line: line, column: column)
    return misuse
  }
}
