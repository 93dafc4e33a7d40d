import Testing

@testable import MockCloudCore

@Suite struct OrderedMapTests {
  @Test func anEmptyMap() {
    var map = OrderedMap<String, Int>()
    #expect(map.isEmpty)
    #expect(map.count == 0)
    #expect(map["a"] == nil)
    #expect(map[""] == nil)
    #expect(map.first == nil)
    #expect(map.last == nil)
    #expect(map.removeValue(forKey: "a") == nil)
    #expect(map.modify("a") { $0 += 1 } == nil)
    map.scan { _, _ in
      Issue.record("an empty map has no elements")
      return true
    }
    #expect(Array(map.map(\.key)).isEmpty)
    #expect(map.problems().isEmpty)
  }

  @Test func oneElement() {
    var map = OrderedMap<String, Int>()
    #expect(map.updateValue(1, forKey: "a") == nil)
    #expect(map.updateValue(2, forKey: "a") == 1)
    #expect(map.count == 1)
    #expect(map["a"] == 2)
    #expect(map.first?.key == "a")
    #expect(map.last?.value == 2)
    #expect(
      map.modify("a") {
        $0 += 40
        return $0
      } == 42)
    #expect(map.removeValue(forKey: "b") == nil)
    #expect(map.removeValue(forKey: "a") == 42)
    #expect(map.isEmpty)
    #expect(map.problems().isEmpty)
  }

  @Test func removeAllLeavesOtherCopiesAlone() {
    var map = OrderedMap<Int, Int>()
    for key in 0..<500 { map.updateValue(key, forKey: key) }
    let copy = map
    map.removeAll()
    #expect(map.isEmpty)
    #expect(map[3] == nil)
    #expect(copy.count == 500)
    #expect(copy[3] == 3)
  }

  @Test(arguments: [1, -1])
  func manyKeysInOneDirection(direction: Int) {
    var map = OrderedMap<Int, Int>()
    for key in 0..<20_000 {
      map.updateValue(key, forKey: key * direction)
      if key % 997 == 0 { #expect(map.problems() == []) }
    }
    #expect(map.problems() == [])
    #expect(map.count == 20_000)
    #expect(map.depth == 3)
    #expect(map.map(\.key) == (0..<20_000).map { $0 * direction }.sorted())
    // A log grows only at its end; its nodes must still be three quarters full.
    if direction == 1 { #expect((map.root?.children.count ?? 0) <= 10) }
  }

  @Test func everyKeyCanGoAgainInAnyOrder() {
    var random = TestRandom(seed: 5)
    var map = OrderedMap<Int, Int>()
    for key in (0..<20_000).shuffled(using: &random) { map.updateValue(key, forKey: key) }
    #expect(map.problems() == [])
    #expect(map.depth == 3)
    for (step, key) in (0..<20_000).shuffled(using: &random).enumerated() {
      #expect(map.removeValue(forKey: key) == key)
      if step % 997 == 0 || map.count < 50 { #expect(map.problems() == []) }
    }
    #expect(map.isEmpty)
    #expect(map.root == nil)
  }

  @Test func valuesThatAreNilAreStillValues() {
    var map = OrderedMap<Int, Int?>()
    #expect(map.updateValue(nil, forKey: 1) == .none)
    #expect(map.count == 1)
    #expect(map.updateValue(nil, forKey: 1) == .some(nil))
    #expect(map.count == 1)
    #expect(map[1] == .some(nil))
    #expect(map.removeValue(forKey: 1) == .some(nil))
    #expect(map.isEmpty)
  }

  // MARK: Changes in place

  private struct Stop: Error, Equatable {}

  @Test func aBodyThatThrowsLeavesTheMapWhole() {
    var map = OrderedMap<String, [Int]>()
    map.updateValue([1], forKey: "a")
    let copy = map
    #expect(throws: Stop()) {
      try map.modify("a") { (value: inout [Int]) throws(Stop) in
        value.append(2)
        throw Stop()
      }
    }
    #expect(map["a"] == [1, 2])
    #expect(copy["a"] == [1])
    #expect(map.problems() == [])
  }

  @Test func modifyLendsTheValueItself() throws {
    var map = OrderedMap<Int, OrderedMap<Int, [UInt8]>>()
    for outer in 0..<300 {
      var inner = OrderedMap<Int, [UInt8]>()
      for key in 0..<300 { inner.updateValue([UInt8](repeating: 0, count: 100), forKey: key) }
      map.updateValue(inner, forKey: outer)
    }
    func address() -> Int? {
      map.modify(150) { inner in
        inner.modify(150) { bytes in
          bytes.withUnsafeMutableBufferPointer { Int(bitPattern: $0.baseAddress) }
        }
      }.flatMap { $0 }
    }
    let before = address()
    #expect(before != nil)
    #expect(address() == before, "nothing shares the bytes, so nothing may copy them")
    let copy = map
    #expect(address() != before, "the copy shares the bytes, so they must be copied")
    #expect(copy[150]?[150]?.count == 100)
  }

  @Test func aMapThatNobodySharesIsChangedWhereItIs() {
    var map = OrderedMap<Int, Int>()
    for key in 0..<1_000 { map.updateValue(key, forKey: key) }
    func nodes() -> [ObjectIdentifier] {
      map.root.map { root in ([root] + root.children).map { ObjectIdentifier($0) } } ?? []
    }
    let before = nodes()
    #expect(before.count > 10)
    // Checked after each step: a node that is copied twice may get its first address again.
    for key in [0, 500, 999] {
      map.updateValue(-1, forKey: key)
      #expect(nodes() == before)
      map.modify(key) { $0 -= 1 }
      #expect(nodes() == before)
      map.removeValue(forKey: key)
      #expect(nodes() == before)
      map.updateValue(key, forKey: key)
      #expect(nodes() == before)
    }
  }

  @Test func copiesMayBeChangedOnSeveralThreads() async {
    var map = OrderedMap<Int, Int>()
    for key in 0..<1_000 { map.updateValue(key, forKey: key) }
    let shared = map
    let sums = await withTaskGroup(of: Int.self, returning: [Int].self) { group in
      for task in 1...8 {
        group.addTask {
          var mine = shared
          for key in 0..<1_000 { mine.modify(key) { $0 += task } }
          for key in 1_000..<1_200 { mine.updateValue(0, forKey: key) }
          for key in 0..<500 { mine.removeValue(forKey: key) }
          return mine.reduce(0) { $0 + $1.value } - 500 * task
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums == [Int](repeating: (500..<1_000).reduce(0, +), count: 8))
    #expect(shared.problems() == [])
    #expect(shared.map(\.value) == Array(0..<1_000))
  }

  @Test func nodesOffThePathStayShared() throws {
    var map = OrderedMap<Int, Int>()
    for key in 0..<1_000 { map.updateValue(key, forKey: key) }
    let copy = map
    map.updateValue(-1, forKey: 500)
    let mine = try #require(map.root?.children)
    let theirs = try #require(copy.root?.children)
    #expect(mine.count == theirs.count)
    #expect(zip(mine, theirs).count { $0 !== $1 } == 1)
    #expect(copy[500] == 500)
    #expect(map[500] == -1)
  }
}
