import Testing

@testable import MockCloudCore

/// Random operations on a map, and the same on a dictionary and a sorted array.
@Suite struct OrderedMapModelTests {
  /// Keys with common beginnings of every length around the eight bytes of a rank, and some that
  /// differ only in their Unicode composition or in NULs at their end.
  static func key(_ number: Int) -> String {
    switch number % 5 {
    case 0: "n\(number)"
    case 1: "record-\(number)"
    case 2: "a long beginning that all of these have in common \(number)"
    case 3: (number % 2 == 0 ? "\u{e9}" : "e\u{301}") + String(number / 10)
    default:
      "nul" + String(repeating: "\u{0}", count: number % 50 / 5) + (number < 60 ? "" : "\(number)")
    }
  }

  struct Model {
    var values: [ExactText: Int] = [:]
    var sortedKeys: [String] {
      values.keys.map(\.text).sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    }
  }

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func stringKeysBehaveAsTheModelDoes(seed: UInt64) {
    var random = TestRandom(seed: seed)
    var map = OrderedMap<String, Int>()
    var model = Model()
    var copies: [(map: OrderedMap<String, Int>, model: Model)] = []
    for step in 0..<2_500 {
      // It grows, shrinks and grows again, so that nodes both split and merge.
      let removes = step / 500 % 2 == 1 ? 70 : 25
      let key = Self.key(random.below(600))
      let exact = ExactText(key)
      switch random.below(100) {
      case ..<removes:
        #expect(map.removeValue(forKey: key) == model.values.removeValue(forKey: exact))
      case ..<(removes + 5):
        let modified: Int? = map.modify(key) { value in
          value += 1
          return value
        }
        if let old = model.values[exact] { model.values[exact] = old + 1 }
        #expect(modified == model.values[exact])
      default:
        #expect(map.updateValue(step, forKey: key) == model.values.updateValue(step, forKey: exact))
      }
      if random.below(100) == 0 { copies.append((map, model)) }
      let problems = map.problems()
      #expect(problems == [], "after step \(step)")
      if map.count != model.values.count || !problems.isEmpty { return }
      if step % 100 == 0 { Self.expectEqual(map, model) }
    }
    #expect(copies.count > 10)
    copies.append((map, model))
    for (map, model) in copies {
      #expect(map.problems() == [])
      Self.expectEqual(map, model)
    }
  }

  static func expectEqual(_ map: OrderedMap<String, Int>, _ model: Model) {
    let keys = model.sortedKeys.map { ExactText($0) }
    let values = keys.map { model.values[$0] }
    #expect(map.count == keys.count)
    #expect(map.map { ExactText($0.key) } == keys)
    #expect(map.map(\.value) == values.compactMap { $0 })
    #expect(keys.map { map[$0.text] } == values)
    #expect(map.first.map { ExactText($0.key) } == keys.first)
    #expect(map.last.map { ExactText($0.key) } == keys.last)
  }

  @Test(arguments: [UInt64(11), 12])
  func numbersBehaveAsTheModelDoes(seed: UInt64) {
    var random = TestRandom(seed: seed)
    var map = OrderedMap<Int64, Int>()
    var model: [Int64: Int] = [:]
    for step in 0..<6_000 {
      let key = Int64(random.below(4_000)) - 2_000
      if random.below(10) < (step < 3_000 ? 2 : 8) {
        #expect(map.removeValue(forKey: key) == model.removeValue(forKey: key))
      } else {
        #expect(map.updateValue(step, forKey: key) == model.updateValue(step, forKey: key))
      }
      if step % 50 == 0 {
        #expect(map.problems() == [])
        #expect(map.map(\.key) == model.keys.sorted())
      }
    }
    #expect(map.map(\.value) == model.keys.sorted().compactMap { model[$0] })
  }

  @Test(arguments: [0, 1, 2, 47, 48, 49, 63, 64, 65, 96, 97, 2_352, 2_353, 5_000, 120_000])
  func aMapMadeAtOnceIsAMap(count: Int) {
    var random = TestRandom(seed: UInt64(count))
    let keys = (0..<Int64(count)).map { $0 * 3 }
    var map = OrderedMap(rising: keys, value: 7)
    #expect(map.problems() == [])
    #expect(map.map(\.key) == keys && map.allSatisfy { $0.value == 7 })
    var model = Set(keys)
    for _ in 0..<2_000 {
      let key = Int64(random.below(3 * count + 9))
      if random.below(2) == 0 {
        #expect((map.removeValue(forKey: key) != nil) == (model.remove(key) != nil))
      } else {
        map.updateValue(8, forKey: key)
        model.insert(key)
      }
    }
    #expect(map.problems() == [])
    #expect(map.map(\.key) == model.sorted())
  }
}
