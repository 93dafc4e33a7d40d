extension JSONWriter {
  mutating func bool(_ value: Bool) {
    if value { literal("true") } else { literal("false") }
  }

  mutating func null() { literal("null") }

  @inline(__always)
  private mutating func literal(_ word: StaticString) {
    reserve(6)
    separate()
    put(word.utf8Start, word.utf8CodeUnitCount)
  }

  mutating func int(_ value: Int) { int(Int64(value)) }

  mutating func int(_ value: Int64) {
    // A comma, a sign and at most 19 digits.
    reserve(24)
    separate()
    if value < 0 { put(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let digits = Self.digitCount(rest)
    var index = count &+ digits
    count = index
    let pairs = Self.pairs.utf8Start
    while rest >= 100 {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 100)
      rest = quotient
      index &-= 2
      storage[index] = pairs[Int(truncatingIfNeeded: remainder) &* 2]
      storage[index &+ 1] = pairs[Int(truncatingIfNeeded: remainder) &* 2 &+ 1]
    }
    let last = Int(truncatingIfNeeded: rest)
    storage[index &- 1] = pairs[last &* 2 &+ 1]
    if last >= 10 { storage[index &- 2] = pairs[last &* 2] }
  }

  private static let pairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """

  @inline(__always)
  private static func digitCount(_ value: UInt64) -> Int {
    var digits = 1
    var bound: UInt64 = 10
    while digits < 19, value >= bound {
      digits &+= 1
      bound = bound &* 10
    }
    return digits
  }

  /// Writes the shortest text that reads as the same double, always with a fraction or an exponent,
  /// so that it does not read as an integer. JSON has no infinity and no NaN: they are written as
  /// null.
  mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    var text = value.description
    text.withUTF8 { raw($0) }
  }

  /// Writes bytes that are one complete JSON value.
  mutating func raw(_ value: UnsafeBufferPointer<UInt8>) {
    guard reserve(value.count + 1) else { return }
    separate()
    if let start = value.baseAddress { put(start, value.count) }
  }

  /// Writes a text that is one complete JSON value.
  mutating func raw(text: String) {
    var text = text
    text.withUTF8 { raw($0) }
  }

  /// Writes the members of an object, given as compact JSON text.
  mutating func members(of object: [UInt8]) {
    guard object.count > 2 else { return }
    object[1..<object.count - 1].withUnsafeBufferPointer { raw($0) }
  }

  /// Writes base64 with padding, as a string.
  mutating func base64(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { base64($0) }
  }

  mutating func base64(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard reserve(Base64.encodedCount(of: bytes.count) + 3) else { return }
    separate()
    put(UInt8(ascii: "\""))
    count &+= Base64.encode(bytes, into: storage + count)
    put(UInt8(ascii: "\""))
  }

  @inline(__always)
  mutating func member(_ name: StaticString, _ value: ExactText) { member(name, value.text) }

  @inline(never)
  mutating func member(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  @inline(never)
  mutating func member(_ name: StaticString, _ value: Int64) {
    key(name)
    int(value)
  }

  @inline(never)
  mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    int(value)
  }

  @inline(never)
  mutating func member(_ name: StaticString, _ value: Double) {
    key(name)
    double(value)
  }

  @inline(never)
  mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }
}
