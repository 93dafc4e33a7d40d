/// A JSON value that is kept, where a `JSONNode` is only lent. It comes from text that was read, so
/// it nests no deeper than the reader allows.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  /// The members in the order of the text, each key once.
  case object([Member])

  struct Member: Sendable {
    let key: String
    var value: JSONValue
  }

  init(_ node: JSONNode) {
    switch node.kind {
    case .null: self = .null
    case .bool: self = .bool(node.bool ?? false)
    case .int: self = .int(node.int ?? 0)
    case .double: self = .double(node.double ?? 0)
    case .string: self = .string(node.string ?? "")
    case .array: self = .array(node.elements.map { JSONValue($0) })
    case .object:
      self = .object(node.members.map { Member(key: $0.key.text, value: JSONValue($0.value)) })
    }
  }

  /// The value that the text spells; nil where it is not accepted.
  init?(text: UnsafeBufferPointer<UInt8>) {
    do throws(JSONReadFailure<Never>) {
      self = try JSONReader().read(text) { JSONValue($0) }
    } catch {
      return nil
    }
  }

  /// What `write` writes.
  static func written(_ write: (inout JSONWriter) -> Void) -> JSONValue {
    var json = JSONWriter()
    write(&json)
    return json.withBytes { JSONValue(text: $0) } ?? .null
  }

  var members: [Member] { if case .object(let members) = self { members } else { [] } }

  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  var string: String? { if case .string(let text) = self { text } else { nil } }

  var int: Int64? { if case .int(let number) = self { number } else { nil } }

  var double: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The first member of that name. Where an object is large and many are asked for, make a table.
  func member(_ name: StaticString) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.has(name) }?.value
  }

  /// How deep arrays and objects nest; 0 in all else.
  var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.lazy.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }

  /// About how many bytes the value keeps in memory.
  var weight: Int {
    switch self {
    case .null, .bool, .int, .double: 16
    case .string(let text): 16 &+ text.utf8.count
    case .array(let elements): elements.reduce(32) { $0 &+ $1.weight }
    case .object(let members):
      members.reduce(32) { $0 &+ $1.key.utf8.count &+ $1.value.weight }
    }
  }

  /// Compact JSON text.
  var text: String {
    var json = JSONWriter()
    json.value(self)
    return json.text
  }
}

extension JSONValue.Member {
  func has(_ name: StaticString) -> Bool {
    key.utf8.count == name.utf8CodeUnitCount
      && name.withUTF8Buffer { $0.elementsEqual(key.utf8) }
  }
}

extension JSONWriter {
  mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .int(let number): int(number)
    case .double(let number): double(number)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      self.members(members)
      endObject()
    }
  }

  mutating func members(_ members: [JSONValue.Member]) {
    for member in members { self.member(member) }
  }

  mutating func member(_ member: JSONValue.Member) {
    key(member.key)
    value(member.value)
  }
}

/// Where a value is not what a pattern wants of it.
public struct JSONDifference: Sendable {
  /// The place in the value, for example `operations[0].record.recordName`; empty is the value itself.
  public let path: String
  /// The part of the pattern.
  let wanted: JSONValue
  /// Nil where the value has nothing there.
  let found: JSONValue?
  /// The key of the value that is most like the one that is missing.
  public let nearest: String?

  /// The part of the pattern, as JSON text.
  public var expected: String { wanted.text }
  /// What the value has there, as JSON text; nil where it has nothing.
  public var came: String? { found?.text }
}
