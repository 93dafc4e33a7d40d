/// Writes JSON into a buffer that it owns and grows. Commas come by themselves; keys stand in the
/// order of the calls. The caller closes what it opens and gives every member a key.
struct JSONWriter: ~Copyable {
  private(set) var capacity: Int
  var storage: UnsafeMutablePointer<UInt8>
  /// Bytes written so far.
  var count = 0
  /// 1 when something precedes the next value on its level, else 0.
  var comma = 0
  /// Takes what `pour` gives away; nil where the whole text is kept.
  private let sink: Sink?

  /// Takes a text piece by piece.
  typealias Sink = (UnsafeBufferPointer<UInt8>) -> Void

  init(capacity: Int = 1024, sink: Sink? = nil) {
    self.capacity = max(capacity, 64)
    self.sink = sink
    storage = .allocate(capacity: self.capacity)
  }

  deinit { storage.deallocate() }

  /// Makes room for that many more bytes.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if capacity &- count < more { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let wider = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: wider)
    moved.update(from: storage, count: count)
    storage.deallocate()
    storage = moved
    capacity = wider
  }

  /// Without a check for room.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    storage[count] = byte
    count &+= 1
  }

  /// Without a check for room.
  @inline(__always)
  mutating func put(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
    (storage + count).update(from: bytes, count: length)
    count &+= length
  }

  /// Writes the comma that may be due, without a check for room, and leaves one due.
  @inline(__always)
  mutating func separate() {
    storage[count] = UInt8(ascii: ",")
    count &+= comma
    comma = 1
  }

  @inline(__always)
  mutating func beginObject() { begin(UInt8(ascii: "{")) }

  @inline(__always)
  mutating func endObject() { end(UInt8(ascii: "}")) }

  @inline(__always)
  mutating func beginArray() { begin(UInt8(ascii: "[")) }

  @inline(__always)
  mutating func endArray() { end(UInt8(ascii: "]")) }

  @inline(__always)
  private mutating func begin(_ bracket: UInt8) {
    reserve(2)
    separate()
    put(bracket)
    comma = 0
  }

  @inline(__always)
  private mutating func end(_ bracket: UInt8) {
    reserve(1)
    put(bracket)
    comma = 1
  }

  /// The name is written as it is: it must need no escapes.
  @inline(__always)
  mutating func key(_ name: StaticString) {
    let length = name.utf8CodeUnitCount
    reserve(length &+ 4)
    separate()
    put(UInt8(ascii: "\""))
    put(name.utf8Start, length)
    put(UInt8(ascii: "\""))
    put(UInt8(ascii: ":"))
    comma = 0
  }

  mutating func key(_ name: String) {
    string(name)
    reserve(1)
    put(UInt8(ascii: ":"))
    comma = 0
  }

  /// Ends a line of JSON lines; the next value stands by itself.
  mutating func lineBreak() {
    reserve(1)
    put(UInt8(ascii: "\n"))
    comma = 0
  }

  /// The size of the pieces of a text that is given away as it is written.
  private static var pieceSize: Int { 1 << 16 }

  /// Gives away what was written, where there is enough of it and somebody who takes it. Called in
  /// loops over what there can be much of.
  mutating func pour() { if count >= Self.pieceSize { pourAll() } }

  /// Gives away what was written, where there is somebody who takes it.
  mutating func pourAll() {
    guard let sink else { return }
    withBytes { sink($0) }
    count = 0
  }

  /// Lends what has been written, or has yet to be given away.
  func withBytes<R, E: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeBufferPointer(start: storage, count: count))
  }

  var text: String {
    withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Starts anew.
  mutating func removeAll(keepingCapacity: Bool = false) {
    count = 0
    comma = 0
    if !keepingCapacity {
      self = JSONWriter()
    }
  }
}
