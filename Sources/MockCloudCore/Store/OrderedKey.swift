#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A key of an `OrderedMap`.
///
/// A search looks at ranks, which lie side by side in a node, and turns to the keys themselves,
/// which may lie anywhere, only where ranks are equal.
protocol OrderedKey: Sendable {
  /// A number that never contradicts the order of the keys: a key of a lower rank comes first.
  var rank: UInt64 { get }

  /// Whether keys of equal rank are equal.
  static var isOrderedByRankAlone: Bool { get }

  /// Negative where `left` comes before `right`, zero where they are equal, else positive.
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

/// Text is ordered and compared by the bytes of its UTF-8. Unicode's own order would merge
/// spellings that the service keeps apart, and it changes with the version of Unicode.
extension String: OrderedKey {
  static var isOrderedByRankAlone: Bool { false }

  /// The first eight bytes; a shorter text is filled up with zeros.
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
  /// Sorts, and keeps one of each that the order takes for equal.
  mutating func sortDistinct(by compare: (Element, Element) -> Int) {
    sort { compare($0, $1) < 0 }
    var last: Element?
    removeAll { element in
      defer { last = element }
      return last.map { compare($0, element) == 0 } ?? false
    }
  }
}
