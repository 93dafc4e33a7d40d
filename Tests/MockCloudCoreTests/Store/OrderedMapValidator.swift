@testable import MockCloudCore

extension OrderedMap {
  /// Returns the defects of the tree: its fill, its order, its ranks, its depth, its count.
  func problems() -> [String] {
    var checker = TreeChecker<Key, Value>()
    if let root {
      checker.check(root, depth: 0, isRoot: true, from: nil, to: nil)
      if checker.count == 0 { checker.problems.append("an empty map has a root") }
    }
    if checker.count != count {
      checker.problems.append("count is \(count), there are \(checker.count)")
    }
    return checker.problems
  }

  var depth: Int {
    var depth = 0
    var node = root
    while let here = node {
      depth += 1
      node = here.children.first
    }
    return depth
  }
}

private struct TreeChecker<Key: OrderedKey, Value: Sendable> {
  typealias Map = OrderedMap<Key, Value>
  var problems: [String] = []
  var count = 0
  private var leafDepth: Int?

  /// Every key of `node` must be at least `lower` and below `upper`.
  mutating func check(_ node: Map.Node, depth: Int, isRoot: Bool, from lower: Key?, to upper: Key?)
  {
    let keys = node.keys
    if keys.count > Map.maximum { problems.append("too many keys: \(keys.count)") }
    if keys.count < (isRoot ? 1 : Map.minimum) { problems.append("too few keys: \(keys.count)") }
    if node.ranks != keys.map(\.rank) { problems.append("ranks are not those of the keys") }
    for (key, next) in zip(keys, keys.dropFirst()) where Key.compare(key, next) >= 0 {
      problems.append("\(key) stands before \(next)")
    }
    if let lower, let first = keys.first, Key.compare(first, lower) < 0 {
      problems.append("\(first) is below its subtree's bound \(lower)")
    }
    if let upper, let last = keys.last, Key.compare(last, upper) >= 0 {
      problems.append("\(last) is above its subtree's bound \(upper)")
    }
    if node.isLeaf {
      count += keys.count
      if node.values.count != keys.count { problems.append("a leaf lacks values") }
      if let leafDepth, leafDepth != depth { problems.append("leaves at several depths") }
      leafDepth = depth
      return
    }
    guard node.children.count == keys.count + 1, node.values.isEmpty else {
      problems.append("a branch of \(keys.count) keys has \(node.children.count) children")
      return
    }
    for (index, child) in node.children.enumerated() {
      check(
        child, depth: depth + 1, isRoot: false, from: index == 0 ? lower : keys[index - 1],
        to: index == keys.count ? upper : keys[index])
    }
  }
}

/// Random numbers that are the same in every run.
struct TestRandom {
  let seed: UInt64
  private var counter: UInt64 = 0

  init(seed: UInt64) { self.seed = seed }

  mutating func below(_ bound: Int) -> Int {
    counter += 1
    return Int(SeededRandom.hash(seed: seed, "test", counter) % UInt64(bound))
  }
}

extension TestRandom: RandomNumberGenerator {
  mutating func next() -> UInt64 {
    counter += 1
    return SeededRandom.hash(seed: seed, "test", counter)
  }
}
