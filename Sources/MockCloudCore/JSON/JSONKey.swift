#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The name of an object's member, borrowed like its node. Two keys are the same only when their
/// bytes are: to a `String`, "é" in one character and in two would be one key.
struct JSONKey {
  /// Ends with the first 0; the reader lets no key with U+0000 pass.
  private let start: UnsafePointer<CChar>?

  @inline(__always)
  init(_ name: UnsafeRawPointer?) {
    start = name?.assumingMemoryBound(to: CChar.self)
  }

  var bytes: UnsafeBufferPointer<UInt8> {
    guard let start else { return UnsafeBufferPointer(start: nil, count: 0) }
    let bytes = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: bytes, count: Int(strlen(start)))
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Lets a `switch` over a key name the keys it knows. Most keys differ in their first bytes, so
  /// this is quicker than measuring the key.
  @inline(__always)
  static func ~= (name: StaticString, key: JSONKey) -> Bool {
    guard let start = key.start else { return false }
    let known = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    let count = name.utf8CodeUnitCount
    // The first byte that differs ends it, at the latest the key's 0, for a name holds none.
    for index in 0..<count where start[index] != known[index] { return false }
    return start[count] == 0
  }
}

/// A text that is compared with names, borrowed like its node.
struct JSONWord {
  let bytes: UnsafeBufferPointer<UInt8>

  /// Lets a `switch` over a text name the texts it knows.
  @inline(__always)
  static func ~= (name: StaticString, word: JSONWord) -> Bool {
    let count = name.utf8CodeUnitCount
    guard word.bytes.count == count, let start = word.bytes.baseAddress else { return false }
    return memcmp(start, name.utf8Start, count) == 0
  }
}

extension JSONKey: Equatable {
  static func == (left: JSONKey, right: JSONKey) -> Bool {
    guard let one = left.start, let other = right.start else {
      return left.start == nil && right.start == nil
    }
    return strcmp(one, other) == 0
  }
}
