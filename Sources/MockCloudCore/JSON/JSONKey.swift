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
  let bytes: UnsafeBufferPointer<UInt8>

  /// `name` ends with the first 0; the reader lets no key with U+0000 pass.
  @inline(__always)
  init(_ name: UnsafeRawPointer?) {
    guard let name else {
      bytes = UnsafeBufferPointer(start: nil, count: 0)
      return
    }
    let start = name.assumingMemoryBound(to: UInt8.self)
    let count = strlen(name.assumingMemoryBound(to: CChar.self))
    bytes = UnsafeBufferPointer(start: start, count: Int(count))
  }

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Lets a `switch` over a key name the keys it knows.
  @inline(__always)
  static func ~= (name: StaticString, key: JSONKey) -> Bool {
    let count = name.utf8CodeUnitCount
    guard key.bytes.count == count, let start = key.bytes.baseAddress else { return false }
    return memcmp(start, name.utf8Start, count) == 0
  }
}
