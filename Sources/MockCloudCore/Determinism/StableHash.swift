/// A 64-bit hash that is the same in every process, unlike those of the standard library. It is
/// fast, since all stored data is hashed; it does not resist deliberate collisions.
///
/// Strings and lists include their lengths, so that sequences with different boundaries have
/// different hashes.
struct StableHash {
  private var state: UInt64

  @inline(__always)
  init(_ start: UInt64 = 0) { state = start &+ 0x9e37_79b9_7f4a_7c15 }

  var value: UInt64 { SeededRandom.mix(state) }

  @inline(__always)
  mutating func add(_ word: UInt64) {
    // Both halves of the product together depend on every bit of the input.
    let product = (state ^ word).multipliedFullWidth(by: 0xd6e8_feb8_6659_fd93)
    state = (product.high ^ product.low) &+ 0x9e37_79b9_7f4a_7c15
  }

  @inline(__always)
  mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  @inline(__always)
  mutating func add(_ number: Int) { add(Int64(number)) }

  @inline(__always)
  mutating func add(_ flag: Bool) { add(UInt64(flag ? 1 : 0)) }

  /// Doubles are hashed by their bits: 0.0 and -0.0 differ.
  @inline(__always)
  mutating func add(_ number: Double) { add(number.bitPattern) }

  @inline(__always)
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let count = bytes.count
    add(count)
    if count >= 8 {
      var offset = 0
      while offset &+ 8 <= count {
        add(Self.word(bytes, offset))
        offset &+= 8
      }
      // The last eight bytes, which may overlap the previous ones.
      if offset < count { add(Self.word(bytes, count &- 8)) }
    } else if count >= 4 {
      let first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let last = bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      add(UInt64(UInt32(littleEndian: first)) << 32 | UInt64(UInt32(littleEndian: last)))
    } else if count > 0 {
      // This covers all bytes of up to three, since the length is hashed too.
      add(UInt64(bytes[0]) << 16 | UInt64(bytes[count >> 1]) << 8 | UInt64(bytes[count &- 1]))
    }
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  mutating func add(_ text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
      add(UnsafeRawBufferPointer($0))
    }
    if isDone == nil { add(Array(text.utf8)) }
  }

  mutating func add<Element>(list: [Element], _ add: (inout StableHash, Element) -> Void) {
    self.add(list.count)
    for element in list { add(&self, element) }
  }

  /// Adds an optional value.
  @inline(__always)
  mutating func add<Value>(optional value: Value?, _ add: (inout StableHash, Value) -> Void) {
    self.add(value != nil)
    if let value { add(&self, value) }
  }

  mutating func add(_ text: String?) { add(optional: text) { $0.add($1) } }

  @inline(__always)
  mutating func add(_ text: ExactText) { add(text.text) }

  mutating func add(_ text: ExactText?) { add(text?.text) }
}
