#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The name of an object's member, borrowed like its node. Keys are compared by bytes: a `String`
/// would consider "é" as one character equal to "é" as two.
struct JSONKey {
  /// Terminated by a 0; the reader refuses keys with U+0000.
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

  /// Lets a `switch` over a key match literal names. Most keys differ in their first bytes, so that
  /// this is faster than computing the key's length.
  @inline(__always)
  static func ~= (name: StaticString, key: JSONKey) -> Bool {
    guard let start = key.start else { return false }
    let known = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    let count = name.utf8CodeUnitCount
    // The first different byte ends the loop, at the latest the key's terminating 0, since names
    // have none.
    for index in 0..<count where start[index] != known[index] { return false }
    return start[count] == 0
  }
}

/// A string that is compared with names, borrowed like its node.
struct JSONWord {
  let bytes: UnsafeBufferPointer<UInt8>

  /// Lets a `switch` over a string match literal names.
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
