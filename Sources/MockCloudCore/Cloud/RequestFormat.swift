/// Builds the text of a request from a format and its arguments.
///
/// A format is JSON in which strings may have single quotes, with conversions as values, as keys,
/// or as parts of strings. An argument is inserted as one value, or as characters of the
/// surrounding string; it never changes the structure.
package struct RequestFormat<Arguments: FormatArguments>: ~Copyable {
  private let format: UnsafeBufferPointer<UInt8>
  private var arguments: Arguments
  private var argumentCount = 0
  private var position = 0
  private var made = JSONWriter(reportsLack: true)
  private var string = QuotedString()

  private init(_ format: UnsafeBufferPointer<UInt8>, _ arguments: Arguments) {
    self.format = format
    self.arguments = arguments
  }

  /// Lends the JSON text of a format with its arguments to `body`, and returns its result. The
  /// arguments have been checked; the text is not JSON if the format is not.
  package static func text<Result>(
    _ format: UnsafeBufferPointer<UInt8>, _ arguments: Arguments,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws(Misuse) -> Result {
    var maker = RequestFormat(format, arguments)
    try maker.run()
    if maker.made.isIncomplete { throw .noMemory }
    return maker.made.withBytes(body)
  }

  private mutating func run() throws(Misuse) {
    while position < format.count {
      if format[position] == UInt8(ascii: "%") {
        try convert()
      } else {
        try string.take(format, &position, into: &made)
      }
    }
    try string.end(format)
  }

  // MARK: Conversions

  private mutating func convert() throws(Misuse) {
    let start = position
    let rest = format[(start + 1)...]
    if rest.first == UInt8(ascii: "%") {
      made.append(UInt8(ascii: "%"))
      position += 2
      return
    }
    guard let conversion = Self.conversion(rest) else { throw unknown(at: start) }
    position += 1 + conversion.rawValue.utf8.count
    argumentCount += 1
    if !string.isOpen { try standsAlone(start) }
    do throws(Defect) {
      try append(conversion)
    } catch {
      var refusal = QuotedString.refusal(
        "argument \(argumentCount), '%\(conversion.rawValue)': \(error.message)", format, start,
        expected: error.expected)
      refusal.status = error.status
      throw refusal
    }
  }

  /// Returns the longest conversion at the beginning of the text.
  private static func conversion(
    _ text: Slice<UnsafeBufferPointer<UInt8>>
  ) -> FormatConversion? {
    FormatConversion.allCases.filter { text.starts(with: $0.rawValue.utf8) }
      .max { $0.rawValue.utf8.count < $1.rawValue.utf8.count }
  }

  private func unknown(at start: Int) -> Misuse {
    var spelled: [UInt8] = []
    for byte in format[(start + 1)...].prefix(12) {
      guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\"") else {
        break
      }
      spelled.append(byte)
      let isModifier = "lhzjtL".utf8.contains(byte)
      if !isModifier, byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") { break }
    }
    let text = String(decoding: spelled, as: UTF8.self)
    return QuotedString.refusal(
      "'%\(text)' is not a conversion", format, start,
      expected: FormatConversion.known.joined(separator: " ")
        + ", without flags, width and precision",
      nearest: FormatConversion.nearest(to: spelled))
  }

  /// Checks that a conversion outside of strings is a whole value or key, next to punctuation only.
  private func standsAlone(_ start: Int) throws(Misuse) {
    let before = made.withBytes { $0.last }
    let after = position < format.count ? format[position] : nil
    let opening = "{[,: \t\r\n".utf8
    let closing = "}],: \t\r\n".utf8
    if before.map({ opening.contains($0) }) ?? true, after.map({ closing.contains($0) }) ?? true {
      return
    }
    throw QuotedString.refusal(
      "a conversion is adjacent to other text", format, start,
      expected: "a separate value, or quotes around text and conversion")
  }

  // MARK: Arguments

  private struct Defect: Error {
    let message: String
    let expected: String
    var status = MisuseStatus.badMockRequest
  }

  private mutating func append(_ conversion: FormatConversion) throws(Defect) {
    switch conversion {
    case .text: try appendText()
    case .int: append { $0.int($1.nextInt()) }
    case .long: append { $0.int($1.nextLong()) }
    case .longLong: append { $0.int($1.nextLongLong()) }
    case .size:
      guard let size = Int64(exactly: arguments.nextSize()) else {
        throw Defect(message: "too large", expected: "at most \(Int64.max)")
      }
      append { json, _ in json.int(size) }
    case .fixed, .general:
      let value = arguments.nextDouble()
      guard value.isFinite else {
        throw Defect(message: "\(value) is not a JSON number", expected: "a finite number")
      }
      append { json, _ in json.double(value) }
    case .bytes: try appendBytes()
    case .json: try appendJSON()
    }
  }

  private mutating func append(_ write: (inout JSONWriter, inout Arguments) -> Void) {
    made.comma = 0
    write(&made, &arguments)
  }

  /// Appends a string with its quotes, or without them inside a string of the format.
  private mutating func appendString(_ write: (inout JSONWriter) -> Void) {
    let start = made.count
    made.comma = 0
    write(&made)
    guard string.isOpen, !made.isIncomplete else { return }
    made.removeByte(at: made.count - 1)
    made.removeByte(at: start)
  }

  private mutating func appendText() throws(Defect) {
    guard let bytes = arguments.nextText() else {
      throw Defect(
        message: "NULL",
        expected: "a string; a null is written null, or '%j' with the argument \"null\"")
    }
    guard JSONScanner.isUTF8(bytes) else {
      throw Defect(message: "the text is not UTF-8", expected: "UTF-8, or '%b' for bytes")
    }
    appendString { $0.string(bytes) }
  }

  private mutating func appendBytes() throws(Defect) {
    let start = arguments.nextPointer()
    let size = arguments.nextSize()
    guard let count = Int(exactly: size), count <= JSONReader.maximumLength else {
      throw Defect(
        message: "\(size) bytes", expected: "at most \(JSONReader.maximumLength) bytes")
    }
    guard start != nil || count == 0 else {
      throw Defect(message: "NULL with \(count) bytes", expected: "bytes, then their number")
    }
    let bytes = UnsafeBufferPointer(
      start: start?.assumingMemoryBound(to: UInt8.self), count: count)
    appendString { $0.base64(bytes) }
  }

  private mutating func appendJSON() throws(Defect) {
    guard let json = arguments.nextText() else {
      throw Defect(message: "NULL", expected: "one JSON value")
    }
    if string.isOpen {
      throw Defect(message: "JSON within a string", expected: "%j without quotes around it")
    }
    do throws(JSONReadFailure<Never>) {
      try JSONReader().read(json) { _ in }
    } catch {
      switch error {
      case .malformed(let error):
        throw Defect(
          message: Misuse(malformed: error).message, expected: "one JSON value",
          status: error.isInternal ? .internalFailure : .badMockRequest)
      }
    }
    made.comma = 0
    made.raw(json)
  }
}
