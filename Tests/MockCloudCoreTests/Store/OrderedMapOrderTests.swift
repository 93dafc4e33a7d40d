import Testing

@testable import MockCloudCore

@Suite struct OrderedMapOrderTests {
  // MARK: Order of keys

  @Test func textIsOrderedByItsBytes() {
    // In Unicode's order of letters, or by UTF-16 units, several of these would be in another
    // order.
    let ordered = [
      "", "\u{0}", "\u{0}\u{0}", "A", "Z", "a", "a\u{0}", "aa", "abcdefg", "abcdefg\u{0}",
      "abcdefgh", "abcdefgh\u{0}", "abcdefghi", "abcdefgi", "e\u{301}", "z", "\u{7f}", "\u{80}",
      "\u{e9}", "\u{e9}a", "日本", "日本語のとても長い名前", "\u{ff5e}", "\u{1f600}", "\u{10ffff}",
    ]
    for (index, left) in ordered.enumerated() {
      for (other, right) in ordered.enumerated() {
        #expect(
          String.compare(left, right).signum() == (index - other).signum(), "\(index) \(other)")
        if left.rank < right.rank { #expect(index < other) }
      }
    }
    var map = OrderedMap<String, Int>()
    for (index, key) in ordered.enumerated().reversed() { map.updateValue(index, forKey: key) }
    #expect(map.map(\.value) == Array(ordered.indices))
    #expect(ordered.map { map[$0] } == Array(ordered.indices))
  }

  @Test func canonicallyEquivalentSpellingsAreDifferentKeys() {
    var map = OrderedMap<String, String>()
    map.updateValue("composed", forKey: "caf\u{e9}")
    map.updateValue("decomposed", forKey: "cafe\u{301}")
    #expect(map.count == 2)
    #expect(map["caf\u{e9}"] == "composed")
    #expect(map["cafe\u{301}"] == "decomposed")
    #expect(map.removeValue(forKey: "caf\u{e9}") == "composed")
    #expect(map["cafe\u{301}"] == "decomposed")
    #expect(map["caf\u{e9}"] == nil)
  }

  @Test func numbersAreOrderedAsNumbers() {
    func sorted<Key: OrderedKey>(_ keys: [Key]) -> [Key] {
      var map = OrderedMap<Key, Int>()
      for key in keys { map.updateValue(0, forKey: key) }
      return map.map(\.key)
    }
    #expect(sorted([5, -1, .max, 0, .min, 1] as [Int64]) == [.min, -1, 0, 1, 5, .max])
    #expect(sorted([5, -1, .max, 0, .min, 1] as [Int]) == [.min, -1, 0, 1, 5, .max])
    #expect(sorted([5, .max, 0, 1 << 63, 1] as [UInt64]) == [0, 1, 5, 1 << 63, .max])
  }

  @Test func keysOfTheHighestRankAreFound() {
    // A key other than text, whose rank has no successor: a search must not increment it.
    var map = OrderedMap<HighKey, Int>()
    for number in 0..<500 { map.updateValue(number, forKey: HighKey(number: number)) }
    #expect(map.problems() == [])
    #expect((0..<500).allSatisfy { map[HighKey(number: $0)] == $0 })
    #expect(map[HighKey(number: 500)] == nil)
  }

  private struct HighKey: OrderedKey {
    let number: Int
    var rank: UInt64 { .max }
    static var isOrderedByRankAlone: Bool { false }
    static func compare(_ left: Self, _ right: Self) -> Int { left.number - right.number }
  }

  // MARK: Scans

  /// Even numbers, so that every odd number is between two keys.
  private static func evens(_ count: Int) -> OrderedMap<Int, Int> {
    var map = OrderedMap<Int, Int>()
    for number in 0..<count { map.updateValue(number, forKey: number * 2) }
    return map
  }

  private static func keys(
    _ map: OrderedMap<Int, Int>, from start: Int?, inclusive: Bool, reversed: Bool,
    limit: Int = .max
  ) -> [Int] {
    var keys: [Int] = []
    map.scan(from: start, inclusive: inclusive, reversed: reversed) { key, value in
      #expect(value * 2 == key)
      keys.append(key)
      return keys.count < limit
    }
    return keys
  }

  @Test(arguments: [0, 1, 2, 64, 65, 200, 700])
  func scansStartWhereTheyAreTold(count: Int) {
    let map = Self.evens(count)
    let all = (0..<count).map { $0 * 2 }
    #expect(Self.keys(map, from: nil, inclusive: true, reversed: false) == all)
    #expect(Self.keys(map, from: nil, inclusive: false, reversed: true) == all.reversed())
    // Every bound in small maps; in large ones also those at the borders of nodes.
    for bound in stride(from: -1, through: count * 2 + 1, by: count < 100 ? 1 : 7) {
      for inclusive in [true, false] {
        let up = Self.keys(map, from: bound, inclusive: inclusive, reversed: false)
        #expect(up == all.filter { inclusive ? $0 >= bound : $0 > bound })
        let down = Self.keys(map, from: bound, inclusive: inclusive, reversed: true)
        #expect(down == all.filter { inclusive ? $0 <= bound : $0 < bound }.reversed())
      }
    }
  }

  @Test func boundsAtSeparatorsOfBranches() throws {
    var map = Self.evens(2_000)
    let separators = try #require(map.root?.keys)
    #expect(separators.count > 10)
    for removed in [false, true] {
      for separator in separators {
        if removed { map.removeValue(forKey: separator) }
        let up = Self.keys(map, from: separator, inclusive: false, reversed: false, limit: 2)
        #expect(up == [separator + 2, separator + 4].filter { $0 < 4_000 })
        let down = Self.keys(map, from: separator, inclusive: true, reversed: true, limit: 2)
        #expect(down == (removed ? [separator - 2, separator - 4] : [separator, separator - 2]))
      }
    }
  }

  @Test(arguments: [false, true])
  func aScanStopsWhenItIsTold(reversed: Bool) {
    let map = Self.evens(700)
    for limit in [1, 2, 63, 64, 65, 699] {
      let keys = Self.keys(map, from: nil, inclusive: true, reversed: reversed, limit: limit)
      #expect(keys.count == limit)
      #expect(keys.last == (reversed ? 700 - limit : limit - 1) * 2)
    }
  }

  @Test func anIteratorKeepsTheMapItWasMadeOf() {
    var map = Self.evens(300)
    var seen: [Int] = []
    for (key, _) in map {
      map.removeValue(forKey: key)
      seen.append(key)
    }
    #expect(seen == (0..<300).map { $0 * 2 })
    #expect(map.isEmpty)
    var iterator = map.makeIterator()
    #expect(iterator.next() == nil)
    #expect(iterator.next() == nil)
  }
}
