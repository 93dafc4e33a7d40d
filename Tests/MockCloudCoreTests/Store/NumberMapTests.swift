import Testing

@testable import MockCloudCore

@Suite struct NumberMapTests {
  /// Random changes have the results that they have in a dictionary.
  @Test(arguments: UInt64(0)..<20) func itIsADictionary(seed: UInt64) {
    var (map, model) = (NumberMap<Int>(), [UInt64: Int]())
    var random = TestRandom(seed: seed)
    for step in 0..<400 {
      // Few numbers, so that the map is often empty or has one element.
      let number = UInt64(random.below(seed < 10 ? 3 : 12))
      switch random.below(5) {
      case 0, 1:
        map.insert(step, at: number)
        model[number] = step
      case 2:
        map.remove(number)
        model[number] = nil
      case 3:
        let first = model.keys.min()
        #expect(map.takeFirst() == first.flatMap { model[$0] })
        if let first { model[first] = nil }
      default:
        let changed: Void? = map.modify(number) { $0 += 1 }
        #expect((changed == nil) == (model[number] == nil))
        model[number]? += 1
      }
      #expect(map.count == model.count)
      #expect(map[number] == model[number])
      #expect(map.all.map(\.number) == model.keys.sorted())
      #expect(map.all.allSatisfy { model[$0.number] == $0.value })
    }
  }
}
