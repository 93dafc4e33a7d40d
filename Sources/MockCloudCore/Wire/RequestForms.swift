// The forms of single values and of lists.

extension JSONNode {
  /// Reads the value of a key that must not be null.
  @inline(__always)
  fileprivate func present<Value>(
    _ value: Value?, _ key: StaticString, expected: String
  ) throws(RequestError) -> Value {
    guard let value else { throw RequestError.wrongType(key, self, expected: expected) }
    return value
  }
}

extension String: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> String {
    try node.present(node.text(key), key, expected: "a string")
  }

  static func write(_ value: String, to writer: inout KeyWriter) { writer.json.string(value) }
}

extension Bool: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Bool {
    try node.present(node.flag(key), key, expected: "true or false")
  }

  static func write(_ value: Bool, to writer: inout KeyWriter) { writer.json.bool(value) }
}

extension Int64: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Int64 {
    try node.present(node.integer(key), key, expected: "an integer")
  }

  static func write(_ value: Int64, to writer: inout KeyWriter) { writer.json.int(value) }
}

/// A count. A number outside the range of `Int` is read as the nearest one within it.
extension Int: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Int {
    Int(clamping: try Int64.read(node, key, &reader))
  }

  static func write(_ value: Int, to writer: inout KeyWriter) { writer.json.int(value) }
}

/// An index in a sequence that begins at 0.
extension UInt64: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> UInt64 {
    let number = try Int64.read(node, key, &reader)
    guard number >= 0 else { throw .tooSmall("\(key)", number, least: 0) }
    return UInt64(number)
  }

  static func write(_ value: UInt64, to writer: inout KeyWriter) {
    writer.json.int(Int64(clamping: value))
  }
}

extension Double: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Double {
    try node.present(node.number(key), key, expected: "a number")
  }

  static func write(_ value: Double, to writer: inout KeyWriter) { writer.json.double(value) }
}

/// Seconds, converted to whole milliseconds.
enum Seconds: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Int64 {
    try node.present(node.duration(key), key, expected: "a number")
  }

  static func write(_ value: Int64, to writer: inout KeyWriter) {
    let value = min(value, .longestDuration)
    if value % 1000 == 0 {
      writer.json.int(value / 1000)
    } else {
      writer.json.double(Double(value) / 1000)
    }
  }
}

/// A time as ISO 8601 text, converted to milliseconds since 1970.
enum TimeText: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Int64 {
    try node.present(node.time(key), key, expected: "a string")
  }

  static func write(_ value: Int64, to writer: inout KeyWriter) {
    writer.json.string(ISO8601.format(value))
  }
}

/// Bytes as base64.
enum Base64Text: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> [UInt8] {
    guard node.kind == .string else {
      throw RequestError.wrongType(key, node, expected: "base64")
    }
    guard let bytes = node.withUTF8({ Base64.decode($0) }) ?? nil else {
      throw RequestError("\(key)", "'\(key)' must be base64", expected: "base64")
    }
    return bytes
  }

  static func write(_ value: [UInt8], to writer: inout KeyWriter) { writer.json.base64(value) }
}

/// One of several words.
protocol RequestChoice: RequestForm, RawRepresentable, CaseIterable
where RawValue == String, Value == Self {
  /// Returns the choice for a text; there may be spellings other than the raw values.
  init?(wireName: String)
}

extension RequestChoice {
  init?(wireName: String) { self.init(rawValue: wireName) }

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Self {
    try node.word(key) { Self(wireName: $0) }
  }

  static func write(_ value: Self, to writer: inout KeyWriter) {
    writer.json.string(value.rawValue)
  }
}

/// A list whose elements have a form other than that of their type.
enum ListOf<Form: RequestForm>: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> [Form.Value] {
    try reader.list(node, key, as: Form.self)
  }

  static func write(_ value: [Form.Value], to writer: inout KeyWriter) {
    writer.list(value, as: Form.self)
  }
}

extension Array: RequestForm where Element: RequestForm, Element.Value == Element {
  typealias Value = Self

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> [Element] {
    try reader.list(node, key, as: Element.self)
  }

  static func write(_ value: [Element], to writer: inout KeyWriter) {
    writer.list(value, as: Element.self)
  }
}

/// A text in a dictionary without other keys, such as `{"recordName": "r-1"}`.
protocol OnlyTextKey: RequestForm where Value == ExactText {
  static var key: StaticString { get }
}

extension OnlyTextKey {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> ExactText {
    try OnlyText<Self>.read(node, key, &reader).text
  }

  static func write(_ value: ExactText, to writer: inout KeyWriter) {
    OnlyText<Self>.write(OnlyText(text: value), to: &writer)
  }
}

private struct OnlyText<Form: OnlyTextKey>: WireRequest {
  var text: ExactText = ""

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required(Form.key, &text)
  }
}

/// A list of names for lookups.
extension NameList: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> NameList {
    NameList(try [String].read(node, key, &reader))
  }

  static func write(_ value: NameList, to writer: inout KeyWriter) {
    writer.list(value.names, as: String.self)
  }
}
