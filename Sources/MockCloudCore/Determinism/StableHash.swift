/// A hash of 64 bits that is the same in every process, which those of the standard library are not.
///
/// Every part carries its length, so that parts that follow one another are told apart.
struct StableHash {
  private(set) var value: UInt64 = 0

  @inline(__always)
  mutating func add(_ word: UInt64) {
    value = SeededRandom.mix(value ^ word) &+ 0x9e37_79b9_7f4a_7c15
  }

  @inline(__always)
  mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  @inline(__always)
  mutating func add(_ number: Int) { add(Int64(number)) }

  @inline(__always)
  mutating func add(_ flag: Bool) { add(UInt64(flag ? 1 : 0)) }

  /// Doubles are told apart by their bits: 0.0 and -0.0 are two.
  @inline(__always)
  mutating func add(_ number: Double) { add(number.bitPattern) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while bytes.count - offset >= 8 {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
    add(rest)
    add(bytes.count)
  }

  mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add<Element>(list: [Element], _ add: (inout StableHash, Element) -> Void) {
    self.add(list.count)
    for element in list { add(&self, element) }
  }

  /// Something that may not be there.
  mutating func add<Value>(optional value: Value?, _ add: (inout StableHash, Value) -> Void) {
    self.add(value != nil)
    if let value { add(&self, value) }
  }

  mutating func add(_ text: String?) { add(optional: text) { $0.add($1) } }
}
