#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Writes JSON into a buffer that it owns and grows. It inserts commas; keys are written in the
/// order of the calls. The caller must close all arrays and objects and give every member a key.
struct JSONWriter: ~Copyable {
  private(set) var capacity: Int
  var storage: UnsafeMutablePointer<UInt8>
  /// The number of bytes in the buffer.
  var count = 0
  /// 1 if the next value on its level needs a comma, else 0.
  var comma = 0
  /// Whether a lack of memory is reported by `isIncomplete`. Otherwise it ends the process.
  private let reportsLack: Bool
  /// Whether there was no memory for the text. What it holds has no meaning then.
  private(set) var isIncomplete = false
  /// Receives the pieces that `pour` passes on; nil if the whole text is kept.
  private let sink: Sink?

  /// Receives a text piece by piece.
  typealias Sink = (UnsafeBufferPointer<UInt8>) -> Void

  /// The least capacity of a buffer. No more is reserved at a time where the result of `reserve` is
  /// not looked at.
  private static var leastCapacity: Int { 64 }

  init(capacity: Int = 1024, reportsLack: Bool = false, sink: Sink? = nil) {
    self.capacity = max(capacity, Self.leastCapacity)
    self.reportsLack = reportsLack
    self.sink = sink
    storage = Self.allocated(self.capacity)
  }

  deinit { free(storage) }

  /// Returns memory of `malloc`. Without it, the process ends.
  private static func allocated(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    malloc(capacity)?.assumingMemoryBound(to: UInt8.self) ?? .allocate(capacity: capacity)
  }

  /// Reserves room for more bytes. Returns false if there is no memory for them: then nothing may be
  /// written.
  @discardableResult
  @inline(__always)
  mutating func reserve(_ more: Int) -> Bool { capacity &- count >= more || grow(more) }

  @inline(never)
  private mutating func grow(_ more: Int) -> Bool {
    let wider = max(capacity * 2, count + more)
    if !isIncomplete, let moved = realloc(storage, wider) {
      storage = moved.assumingMemoryBound(to: UInt8.self)
      capacity = wider
      return true
    }
    if !reportsLack {
      let moved = Self.allocated(wider)
      moved.update(from: storage, count: count)
      free(storage)
      storage = moved
      capacity = wider
      return true
    }
    // The text goes on at the beginning of the buffer, and is dropped.
    isIncomplete = true
    count = 0
    return more <= capacity
  }

  /// Appends a byte without a check for room.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    storage[count] = byte
    count &+= 1
  }

  /// Appends a byte.
  mutating func append(_ byte: UInt8) {
    reserve(1)
    put(byte)
  }

  /// Appends bytes without a check for room.
  @inline(__always)
  mutating func put(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
    (storage + count).update(from: bytes, count: length)
    count &+= length
  }

  /// Writes a comma if one is needed, without a check for room; the next value needs one.
  @inline(__always)
  mutating func separate() {
    storage[count] = UInt8(ascii: ",")
    count &+= comma
    comma = 1
  }

  @inline(never)
  mutating func beginObject() { inlineBeginObject() }

  @inline(never)
  mutating func endObject() { inlineEndObject() }

  @inline(never)
  mutating func beginArray() { begin(UInt8(ascii: "[")) }

  @inline(never)
  mutating func endArray() { end(UInt8(ascii: "]")) }

  @inline(__always)
  fileprivate mutating func begin(_ bracket: UInt8) {
    reserve(2)
    separate()
    put(bracket)
    comma = 0
  }

  @inline(__always)
  fileprivate mutating func end(_ bracket: UInt8) {
    reserve(1)
    put(bracket)
    comma = 1
  }

  /// Writes a key that needs no escapes.
  @inline(never)
  mutating func key(_ name: StaticString) { inlineKey(name) }

  mutating func key(_ name: String) {
    string(name)
    reserve(1)
    put(UInt8(ascii: ":"))
    comma = 0
  }

  /// Ends a line of JSON lines; the next value needs no comma.
  mutating func lineBreak() {
    reserve(1)
    put(UInt8(ascii: "\n"))
    comma = 0
  }

  /// The size of the pieces that are passed to the sink.
  private static var pieceSize: Int { 1 << 16 }

  /// Passes the text so far to the sink if there is one and the text is long enough. Call it in
  /// loops that may write much.
  mutating func pour() { if count >= Self.pieceSize { pourAll() } }

  /// Passes the text so far to the sink if there is one.
  mutating func pourAll() {
    guard let sink else { return }
    withBytes { sink($0) }
    count = 0
  }

  /// Lends the text that was written and not yet passed to the sink.
  func withBytes<R, E: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeBufferPointer(start: storage, count: count))
  }

  var text: String {
    withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Removes all text.
  mutating func removeAll() {
    count = 0
    comma = 0
    isIncomplete = false
  }

  /// Removes the byte at an index.
  mutating func removeByte(at index: Int) {
    memmove(storage + index, storage + index + 1, count - index - 1)
    count -= 1
  }
}

/// The same, inlined: for the few functions that write records. Elsewhere the inlined code would be
/// a large part of the library, and would not make a call faster that one can notice.
extension JSONWriter {
  @inline(__always)
  mutating func inlineBeginObject() { begin(UInt8(ascii: "{")) }

  @inline(__always)
  mutating func inlineEndObject() { end(UInt8(ascii: "}")) }

  @inline(__always)
  mutating func inlineKey(_ name: StaticString) {
    let length = name.utf8CodeUnitCount
    reserve(length &+ 4)
    separate()
    put(UInt8(ascii: "\""))
    put(name.utf8Start, length)
    put(UInt8(ascii: "\""))
    put(UInt8(ascii: ":"))
    comma = 0
  }

  @inline(__always)
  mutating func inlineMember(_ name: StaticString, _ value: String) {
    inlineKey(name)
    string(value)
  }
}
