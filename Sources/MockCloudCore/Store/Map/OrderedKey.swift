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

extension String: OrderedKey {
  static var isOrderedByRankAlone: Bool { false }
}

extension ExactText: OrderedKey {
  static var isOrderedByRankAlone: Bool { false }
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
