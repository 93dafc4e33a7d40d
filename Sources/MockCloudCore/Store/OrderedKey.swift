#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A key of an `OrderedMap`.
///
/// A search compares ranks, which are adjacent in a node; it compares the keys themselves, which
/// may be anywhere in memory, only if ranks are equal.
protocol OrderedKey: Sendable {
  /// A number consistent with the order of the keys: a key with a lower rank comes first.
  var rank: UInt64 { get }

  /// Whether keys with the same rank are equal.
  static var isOrderedByRankAlone: Bool { get }

  /// Returns a negative number if `left` comes before `right`, 0 if they are equal, else a positive
  /// number.
  static func compare(_ left: Self, _ right: Self) -> Int
}

extension OrderedKey {
  static func compare(_ left: Self, _ right: Self) -> Int {
    left.rank < right.rank ? -1 : left.rank > right.rank ? 1 : 0
  }
}

extension EquivalentText: OrderedKey {
  static var isOrderedByRankAlone: Bool { false }
}

extension UInt64: OrderedKey {
  var rank: UInt64 { self }
  static var isOrderedByRankAlone: Bool { true }
}

extension Int64: OrderedKey {
  var rank: UInt64 { UInt64(bitPattern: self) ^ 1 << 63 }
  static var isOrderedByRankAlone: Bool { true }
}

extension Int: OrderedKey {
  var rank: UInt64 { Int64(self).rank }
  static var isOrderedByRankAlone: Bool { true }
}

/// Text is ordered and compared by its UTF-8 bytes. Unicode's own order would consider spellings
/// equal that the service distinguishes, and it differs between versions of Unicode.
extension String: OrderedKey {
  static var isOrderedByRankAlone: Bool { false }

  /// The first eight bytes; shorter text is padded with zeros.
  var rank: UInt64 {
    utf8.withContiguousStorageIfAvailable { bytes in
      if bytes.count >= 8 {
        return UInt64(bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self))
      }
      return Self.rank(bytes)
    } ?? Self.rank(utf8)
  }

  private static func rank(_ bytes: some Collection<UInt8>) -> UInt64 {
    var rank: UInt64 = 0
    var shift: UInt64 = 64
    for byte in bytes.prefix(8) {
      shift -= 8
      rank |= UInt64(byte) << shift
    }
    return rank
  }

  static func compare(_ left: String, _ right: String) -> Int {
    let difference: Int?? = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right in compare(left, right) }
    }
    if case .some(.some(let difference)) = difference { return difference }
    if left.utf8.elementsEqual(right.utf8) { return 0 }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
  }

  private static func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    guard let start = left.baseAddress, let other = right.baseAddress else {
      return left.count - right.count
    }
    let difference = memcmp(start, other, Swift.min(left.count, right.count))
    return difference == 0 ? left.count - right.count : Int(difference)
  }
}

extension Array {
  /// Sorts the elements, and keeps one of those that are equal in this order.
  mutating func sortDistinct(by compare: (Element, Element) -> Int) {
    sort { compare($0, $1) < 0 }
    var last: Element?
    removeAll { element in
      defer { last = element }
      return last.map { compare($0, element) == 0 } ?? false
    }
  }
}
