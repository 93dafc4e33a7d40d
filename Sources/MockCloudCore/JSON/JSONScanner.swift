/// Checks that a text is JSON that we accept, before json-c reads it: json-c accepts much invalid
/// JSON, and misreads some valid JSON. One pass, no allocation, no recursion.
///
/// Everything of RFC 8259 is accepted except texts on which readers disagree: integers outside 64
/// bits, numbers beyond a double's range, lone surrogates, U+0000 in keys, a byte order mark.
/// Duplicate keys are not detected here (`JSONDuplicates`).
struct JSONScanner {
  /// The outermost array or object counts as one level. The stack below has one bit for each level.
  static let maximumDepth = 64

  let base: UnsafePointer<UInt8>
  let count: Int
  var position = 0
  /// The number of keys of all objects so far.
  private(set) var keys = 0
  /// Whether the text has an escaped surrogate pair that json-c misreads (`JSONPairs`).
  var hasMisreadPair = false
  /// The number of bytes of the longest string or number, with its escapes.
  var longestToken = 0
  private var depth = 0
  /// The open arrays (0) and objects (1), the innermost in the lowest bit.
  private var objects: UInt64 = 0
  /// Whether an array or object was opened and is empty so far.
  private var opened = false

  init(_ base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  /// Returns the end of the value; only white space follows it.
  mutating func scan() throws(JSONRefusal) -> Int {
    skipSpace()
    try value(else: .value)
    while depth > 0 {
      skipSpace()
      let inObject = objects & 1 == 1
      let byte = peek()
      if byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        position &+= 1
        depth &-= 1
        objects >>= 1
        opened = false
      } else if opened {
        opened = false
        if inObject { try member(else: .keyOrBrace) } else { try value(else: .valueOrBracket) }
      } else if byte == UInt8(ascii: ",") {
        position &+= 1
        skipSpace()
        if inObject { try member(else: .keyAfterComma) } else { try value(else: .valueAfterComma) }
      } else {
        throw refusal(inObject ? .commaOrBrace : .commaOrBracket)
      }
    }
    let end = position
    skipSpace()
    if position != count { throw refusal(.end) }
    return end
  }

  @inline(__always)
  private mutating func member(else reason: JSONRefusal.Reason) throws(JSONRefusal) {
    if peek() != UInt8(ascii: "\"") { throw refusal(reason) }
    try string(isKey: true)
    keys &+= 1
    skipSpace()
    if peek() != UInt8(ascii: ":") { throw refusal(.colon) }
    position &+= 1
    skipSpace()
    try value(else: .value)
  }

  /// Reads a scalar, or the opening bracket of an array or object.
  @inline(__always)
  private mutating func value(else reason: JSONRefusal.Reason) throws(JSONRefusal) {
    switch peek() {
    case UInt8(ascii: "\""): try string(isKey: false)
    case UInt8(ascii: "{"): try open(1)
    case UInt8(ascii: "["): try open(0)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    case UInt8(ascii: "t"): try word("true", else: reason)
    case UInt8(ascii: "f"): try word("false", else: reason)
    case UInt8(ascii: "n"): try word("null", else: reason)
    default: throw refusal(reason)
    }
  }

  @inline(__always)
  private mutating func open(_ object: UInt64) throws(JSONRefusal) {
    if depth == Self.maximumDepth { throw refusal(.depth) }
    depth &+= 1
    objects = objects << 1 | object
    opened = true
    position &+= 1
  }

  @inline(__always)
  private mutating func word(
    _ word: StaticString, else reason: JSONRefusal.Reason
  ) throws(JSONRefusal) {
    let length = word.utf8CodeUnitCount
    if count &- position < length { throw refusal(reason) }
    for index in 0..<length where base[position &+ index] != word.utf8Start[index] {
      throw refusal(reason)
    }
    position &+= length
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < count {
      switch base[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      default: return
      }
    }
  }

  /// The byte at the position, or 0 at the end: a 0 in the text is always refused.
  @inline(__always)
  func peek() -> UInt8 { position < count ? base[position] : 0 }

  /// Notes the length of a string or number from its first byte to the position.
  @inline(__always)
  mutating func note(token start: Int) { longestToken = max(longestToken, position &- start) }

  func refusal(_ reason: JSONRefusal.Reason) -> JSONRefusal {
    JSONRefusal(offset: position, reason: reason)
  }
}
