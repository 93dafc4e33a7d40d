/// A JSON value with its own storage, unlike the borrowed `JSONNode`. It is made from valid text,
/// so that its depth is limited as in the reader.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  /// The members in the order of the text, with unique keys.
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

  /// Parses a text; nil if it is not valid.
  init?(text: UnsafeBufferPointer<UInt8>) {
    do throws(JSONReadFailure<Never>) {
      self = try JSONReader().read(text) { JSONValue($0) }
    } catch {
      return nil
    }
  }

  /// Returns the value that `write` writes.
  static func written(_ write: (inout JSONWriter) -> Void) -> JSONValue {
    var json = JSONWriter()
    write(&json)
    return json.withBytes { JSONValue(text: $0) } ?? .null
  }

  var kind: JSONNode.Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .array: .array
    case .object: .object
    }
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

  /// Returns the first member with the given name. For many lookups in a large object, build a
  /// table.
  func member(_ name: StaticString) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.has(name) }?.value
  }

  /// The nesting depth of arrays and objects; 0 for other kinds.
  var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.lazy.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }

  /// The approximate number of bytes in memory.
  var weight: Int {
    switch self {
    case .null, .bool, .int, .double: 16
    case .string(let text): 16 &+ text.utf8.count
    case .array(let elements): elements.reduce(32) { $0 &+ $1.weight }
    case .object(let members):
      members.reduce(32) { $0 &+ $1.key.utf8.count &+ $1.value.weight }
    }
  }

  /// The value as compact JSON text.
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

/// A difference between a value and a pattern.
public struct JSONDifference: Sendable {
  /// The path of the difference in the value, for example `operations[0].record.recordName`; empty
  /// for the value itself.
  public internal(set) var path: String
  /// The expected part of the pattern.
  var wanted: JSONValue
  /// The found part of the value; nil if it is missing.
  var found: JSONValue?
  /// The existing key that is nearest to the missing one.
  public internal(set) var nearest: String?

  /// The expected part of the pattern, as JSON text.
  public var expected: String { wanted.text }
  /// The found part of the value, as JSON text; nil if it is missing.
  public var actual: String? { found?.text }
}
