internal import CJSONC

/// A borrowed view of a value of a `JSONReader`. It is valid only within the reader's closure.
struct JSONNode {
  enum Kind: Sendable {
    case null, bool, int, double, string, array, object

    /// The name for sentences.
    var name: String {
      switch self {
      case .null: "null"
      case .bool: "a boolean"
      case .int: "an integer"
      case .double: "a number with a fraction or exponent"
      case .string: "a string"
      case .array: "a list"
      case .object: "an object"
      }
    }
  }

  /// Nil represents JSON's null.
  let object: OpaquePointer?

  init(_ object: OpaquePointer?) { self.object = object }

  var kind: Kind {
    switch json_object_get_type(object) {
    case json_type_boolean: .bool
    case json_type_int: .int
    case json_type_double: .double
    case json_type_string: .string
    case json_type_array: .array
    case json_type_object: .object
    default: .null
    }
  }

  var isNull: Bool { object == nil }

  var bool: Bool? {
    kind == .bool ? json_object_get_boolean(object) != 0 : nil
  }

  /// The value of a number that was written without fraction and exponent.
  var int: Int64? {
    kind == .int ? json_object_get_int64(object) : nil
  }

  /// The value of any number.
  var double: Double? {
    switch kind {
    case .double: json_object_get_double(object)
    case .int: Double(json_object_get_int64(object))
    default: nil
    }
  }

  /// A number that was written with a fraction or an exponent, as it was written; nil for others.
  var decimal: JSONDecimal? {
    // json-c stores the text of such a number as its user data.
    guard kind == .double, let text = json_object_get_userdata(object) else { return nil }
    return JSONDecimal(text.assumingMemoryBound(to: UInt8.self))
  }

  var string: String? {
    withUTF8 { String(decoding: $0, as: UTF8.self) }
  }

  /// Lends the bytes of a string; nil for other kinds.
  @inline(__always)
  func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
    guard kind == .string, let start = json_object_get_string(object) else { return nil }
    let count = Int(json_object_get_string_len(object))
    return start.withMemoryRebound(to: UInt8.self, capacity: count) {
      body(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// The number of elements or members of an array or object; 0 for other kinds.
  var count: Int {
    switch kind {
    case .array: Int(json_object_array_length(object))
    case .object: Int(json_object_object_length(object))
    default: 0
    }
  }

  var isEmpty: Bool { count == 0 }

  /// Returns an element of an array; nil for other kinds and for an index out of range.
  subscript(index: Int) -> JSONNode? {
    guard kind == .array, index >= 0, index < json_object_array_length(object) else { return nil }
    return JSONNode(json_object_array_get_idx(object, index))
  }

  /// Releases an element of an array, which is null from then on: no node within it may be used any
  /// more. Releasing a large tree while it is read makes its memory available for the result.
  func release(_ index: Int) {
    guard kind == .array, index >= 0, index < json_object_array_length(object) else { return }
    json_object_array_put_idx(object, index, nil)
  }

  /// The elements of an array; empty for other kinds.
  var elements: JSONElements {
    JSONElements(array: object, count: kind == .array ? Int(json_object_array_length(object)) : 0)
  }

  /// The members of an object in the order of the text; empty for other kinds.
  var members: JSONMembers {
    JSONMembers(entry: json_object_get_object(object)?.pointee.head)
  }

  /// Returns the member with the given name; nil if there is none, and a node of kind `null` if it
  /// is null.
  func member(_ name: StaticString) -> JSONNode? {
    var value: OpaquePointer?
    let found = name.utf8Start.withMemoryRebound(
      to: CChar.self, capacity: name.utf8CodeUnitCount + 1
    ) { json_object_object_get_ex(object, $0, &value) }
    return found != 0 ? JSONNode(value) : nil
  }
}

/// The elements of an array.
struct JSONElements: Sequence, IteratorProtocol {
  fileprivate let array: OpaquePointer?
  fileprivate let count: Int
  private var index = 0

  fileprivate init(array: OpaquePointer?, count: Int) {
    self.array = array
    self.count = count
  }

  mutating func next() -> JSONNode? {
    if index >= count { return nil }
    defer { index &+= 1 }
    return JSONNode(json_object_array_get_idx(array, index))
  }

  var underestimatedCount: Int { count - index }
}

/// The members of an object.
struct JSONMembers: Sequence, IteratorProtocol {
  private var entry: UnsafeMutablePointer<lh_entry>?

  fileprivate init(entry: UnsafeMutablePointer<lh_entry>?) { self.entry = entry }

  mutating func next() -> (key: JSONKey, value: JSONNode)? {
    guard let entry else { return nil }
    self.entry = entry.pointee.next
    let value = entry.pointee.v.map { OpaquePointer($0) }
    return (JSONKey(entry.pointee.k), JSONNode(value))
  }

  /// Returns the next member, and advances, if it has the given name.
  mutating func take(_ name: StaticString) -> JSONNode? {
    guard let entry, name ~= JSONKey(entry.pointee.k) else { return nil }
    self.entry = entry.pointee.next
    return JSONNode(entry.pointee.v.map { OpaquePointer($0) })
  }
}
