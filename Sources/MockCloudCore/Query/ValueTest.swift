/// How an ordered value stands to the filter's.
enum Relation: Hashable {
  case equal
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual

  @inline(__always)
  func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .equal: left == right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}

/// A condition on one value that is no list, prepared so that testing it allocates nothing. The large
/// ones are behind a pointer, since every test copies its condition.
enum ValueTest {
  case int64(Relation, Int64)
  case double(Relation, Double)
  case timestamp(Relation, Int64)
  indirect case stringIgnoringCase(CaselessText)
  /// Compares bytes, as order does; UTF-8 keeps the order of the scalars.
  case string(Relation, [UInt8])
  case prefix([UInt8])
  /// Compares the target; a zone that the filter does not name matches every zone.
  indirect case reference(name: String, zoneID: ZoneID?)
  indirect case within(Double, of: GreatCircle)

  func matches(_ value: Int64) -> Bool {
    switch self {
    case .int64(let relation, let other): relation.holds(value, other)
    case .double(let relation, let other):
      relation.holds(NumberOrder.compare(value, other), 0)
    default: false
    }
  }

  func matches(_ value: Double) -> Bool {
    switch self {
    case .double(let relation, let other): relation.holds(value, other)
    case .int64(let relation, let other):
      relation.holds(0, NumberOrder.compare(other, value))
    default: false
    }
  }

  func matches(timestamp value: Int64) -> Bool {
    if case .timestamp(let relation, let other) = self {
      relation.holds(value, other)
    } else {
      false
    }
  }

  func matches(_ value: String) -> Bool {
    switch self {
    case .stringIgnoringCase(let text): text.matches(value)
    case .string(let relation, let bytes): relation.holds(ByteOrder.compare(value, bytes), 0)
    case .prefix(let bytes): ByteOrder.hasPrefix(value, bytes)
    default: false
    }
  }

  func matches(_ value: Reference, from zoneID: ZoneID) -> Bool {
    matches(name: value.recordName, zoneID: value.zoneID ?? zoneID)
  }

  func matches(name: String, zoneID: ZoneID?) -> Bool {
    guard case .reference(let wanted, let wantedZone) = self, name == wanted,
      // Names are bytes; equal strings may be spelled differently.
      name.utf8.elementsEqual(wanted.utf8)
    else { return false }
    return wantedZone == nil || zoneID == nil || wantedZone == zoneID
  }

  func matches(_ value: Location) -> Bool {
    if case .within(let radius, let place) = self {
      place.isWithin(radius, of: value)
    } else {
      false
    }
  }

  /// Whether the condition holds for a value that is no list; for a list it never does.
  func matches(_ value: borrowing FieldValue, of record: Record) -> Bool {
    switch value {
    case .int64(let value): matches(value)
    case .double(let value): matches(value)
    case .timestamp(let value): matches(timestamp: value)
    case .string(let value): matches(value)
    case .reference(let value): matches(value, from: record.zoneID)
    case .location(let value): matches(value)
    default: false
    }
  }

  /// Whether the condition holds for a member of the list; for what is no list it never does.
  func matchesMember(of value: borrowing FieldValue, of record: Record) -> Bool {
    switch value {
    case .int64List(let members): members.contains { matches($0) }
    case .doubleList(let members): members.contains { matches($0) }
    case .timestampList(let members): members.contains { matches(timestamp: $0) }
    case .stringList(let members): members.contains { matches($0) }
    case .referenceList(let members): members.contains { matches($0, from: record.zoneID) }
    default: false
    }
  }
}

/// Text that is compared without regard to case, canonically equivalent spellings being equal.
struct CaselessText {
  private let lowered: String
  private let bytes: [UInt8]
  private let isASCII: Bool

  init(_ text: String) {
    lowered = text.lowercased()
    bytes = Array(lowered.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// What `ValueSieve` knows the text by; nil beyond ASCII.
  var hash: UInt64? { isASCII ? ValueSieve.hash(lowered) : nil }

  func matches(_ text: String) -> Bool {
    let quick = text.utf8.withContiguousStorageIfAvailable { matchesASCII($0) } ?? nil
    return quick ?? (text.lowercased() == lowered)
  }

  /// Nil where bytes alone cannot tell.
  private func matchesASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard isASCII else { return nil }
    // No letter becomes longer than itself as ASCII, but some (the Kelvin sign) become shorter.
    if text.count < bytes.count { return false }
    for index in bytes.indices {
      let byte = text[index]
      if byte >= 0x80 { return nil }
      let isUpper = byte &- UInt8(ascii: "A") < 26
      if (isUpper ? byte | 0x20 : byte) != bytes[index] { return false }
    }
    if text.count == bytes.count { return true }
    return text[bytes.count] < 0x80 ? false : nil
  }
}

enum NumberOrder {
  /// Below, at or above 0 as the integer is below, at or above the double: exactly, where turning
  /// the integer into a double would round.
  static func compare(_ integer: Int64, _ double: Double) -> Int {
    if double >= 0x1p63 { return -1 }
    if double < -0x1p63 { return 1 }
    let whole = double.rounded(.towardZero)
    guard let other = Int64(exactly: whole) else { return -1 }
    if integer != other { return integer < other ? -1 : 1 }
    return double == whole ? 0 : double > whole ? -1 : 1
  }
}

enum ByteOrder {
  static func compare(_ text: String, _ bytes: [UInt8]) -> Int {
    withUTF8(of: text) { text in bytes.withUnsafeBufferPointer { compare(text, $0) } }
  }

  static func compare(_ left: String, _ right: String) -> Int {
    withUTF8(of: left) { left in withUTF8(of: right) { compare(left, $0) } }
  }

  static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>)
    -> Int
  {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index] ? -1 : 1
    }
    return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
  }

  static func hasPrefix(_ text: String, _ bytes: [UInt8]) -> Bool {
    withUTF8(of: text) { text in
      guard text.count >= bytes.count else { return false }
      for index in bytes.indices where text[index] != bytes[index] { return false }
      return true
    }
  }

  @inline(__always)
  static func withUTF8<Result>(
    of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
    var text = text
    return text.withUTF8(body)
  }
}
