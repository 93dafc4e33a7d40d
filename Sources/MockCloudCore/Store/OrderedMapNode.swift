extension OrderedMap {
  /// A node of the tree, and the subtree below it.
  ///
  /// A leaf has `keys` and as many `values`. A branch has `children` and between each two of them
  /// a key: all keys of the child before it are lower, none of the child after it is.
  ///
  /// Nodes are shared between copies of a map. Every method that changes a node may only be called
  /// on one that the caller made sure to hold alone; that is also why a node, although it has
  /// variables, may cross threads.
  ///
  /// The properties are arrays of their own, so that a node that is copied for one change goes on
  /// sharing those that the change leaves alone. They are free of the run-time exclusivity check
  /// because the access to the map itself is already exclusive.
  final class Node: @unchecked Sendable {
    @exclusivity(unchecked) var ranks: [UInt64]
    @exclusivity(unchecked) var keys: [Key]
    @exclusivity(unchecked) var values: [Value]
    @exclusivity(unchecked) var children: [Node]

    init(ranks: [UInt64], keys: [Key], values: [Value], children: [Node]) {
      self.ranks = ranks
      self.keys = keys
      self.values = values
      self.children = children
    }

    var isLeaf: Bool { children.isEmpty }
  }

  /// A node that did not fit any more gave away its upper part.
  struct Split {
    let rank: UInt64
    let key: Key
    let right: Node
  }

  /// The most keys of a node. Measured: with half as many, searching is slower; with twice as many,
  /// the first write after a copy is, and nothing gets faster.
  static var maximum: Int { 64 }

  /// The fewest keys of a node other than the root. Well below half, so that adding and removing
  /// in turn does not split and merge in turn.
  static var minimum: Int { maximum / 4 }
}

extension OrderedMap.Node {
  typealias Node = OrderedMap.Node
  typealias Split = OrderedMap.Split

  func copy() -> Node { Node(ranks: ranks, keys: keys, values: values, children: children) }

  // MARK: Searching

  /// The place of the first key that is not before the given one, and whether it is that key.
  func place(of key: Key, _ rank: UInt64) -> (index: Int, found: Bool) {
    Steps.take()
    var low = firstRank(atLeast: rank)
    guard low < ranks.count, ranks[low] == rank else { return (low, false) }
    if Key.isOrderedByRankAlone { return (low, true) }
    let first = Key.compare(keys[low], key)
    if first >= 0 { return (low, first == 0) }
    low += 1
    var high = rank == .max ? ranks.count : firstRank(atLeast: rank + 1)
    while low < high {
      let middle = low + (high - low) / 2
      let order = Key.compare(keys[middle], key)
      if order == 0 { return (middle, true) }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return (low, false)
  }

  /// Which child a key belongs to.
  func childIndex(of key: Key, _ rank: UInt64) -> Int {
    let (index, found) = place(of: key, rank)
    return found ? index + 1 : index
  }

  /// Counts the lower ranks, first in steps of a cache line, then in one line. Unlike halving,
  /// no load waits for another, so a node that is not in the cache is fetched immediately.
  private func firstRank(atLeast rank: UInt64) -> Int {
    ranks.withUnsafeBufferPointer { ranks in
      var low = 0
      var sample = 7
      while sample < ranks.count {
        low += ranks[sample] < rank ? 8 : 0
        sample += 8
      }
      var index = low
      let end = Swift.min(low + 8, ranks.count)
      while index < end {
        low += ranks[index] < rank ? 1 : 0
        index += 1
      }
      return low
    }
  }

  // MARK: Changing

  /// The child, after making sure that it is not shared.
  func ownChild(_ index: Int) -> Node {
    if !isKnownUniquelyReferenced(&children[index]) { children[index] = children[index].copy() }
    return children[index]
  }

  /// Sets the value of a key and returns the former one. `split` is what no longer fits.
  func update(_ value: Value, _ key: Key, _ rank: UInt64, _ split: inout Split?) -> Value? {
    let (index, found) = place(of: key, rank)
    if isLeaf {
      if found {
        var former = value
        swap(&former, &values[index])
        return former
      }
      ranks.insert(rank, at: index)
      keys.insert(key, at: index)
      values.insert(value, at: index)
      split = splitIfTooLarge(grownAtEnd: index + 1 == keys.count)
      return nil
    }
    let child = found ? index + 1 : index
    var below: Split?
    let former = ownChild(child).update(value, key, rank, &below)
    if let below {
      ranks.insert(below.rank, at: child)
      keys.insert(below.key, at: child)
      children.insert(below.right, at: child + 1)
      split = splitIfTooLarge(grownAtEnd: child + 1 == keys.count)
    }
    return former
  }

  /// Removes a key and returns its value. The node may be left with too few keys.
  func remove(_ key: Key, _ rank: UInt64) -> Value? {
    let (index, found) = place(of: key, rank)
    if isLeaf {
      guard found else { return nil }
      ranks.remove(at: index)
      keys.remove(at: index)
      return values.remove(at: index)
    }
    let position = found ? index + 1 : index
    let child = ownChild(position)
    let former = child.remove(key, rank)
    if child.keys.count < OrderedMap.minimum { refill(position) }
    return former
  }

  /// Joins a child that has too few keys with a neighbour; two that are too many for one node
  /// share evenly.
  private func refill(_ index: Int) {
    let left = max(index - 1, 0)
    let child = ownChild(left)
    child.append(children[left + 1], separatedBy: keys[left], ranks[left])
    if let split = child.splitIfTooLarge(grownAtEnd: false) {
      ranks[left] = split.rank
      keys[left] = split.key
      children[left + 1] = split.right
    } else {
      ranks.remove(at: left)
      keys.remove(at: left)
      children.remove(at: left + 1)
    }
  }

  private func append(_ other: Node, separatedBy key: Key, _ rank: UInt64) {
    if !isLeaf {
      ranks.append(rank)
      keys.append(key)
    }
    ranks.append(contentsOf: other.ranks)
    keys.append(contentsOf: other.keys)
    values.append(contentsOf: other.values)
    children.append(contentsOf: other.children)
  }

  /// Splits in the middle; but keys that come in rising order, as those of a log do, would then
  /// leave every node half empty, so a node that grew at its end keeps most of them.
  private func splitIfTooLarge(grownAtEnd: Bool) -> Split? {
    guard keys.count > OrderedMap.maximum else { return nil }
    let middle = grownAtEnd ? keys.count - OrderedMap.minimum - 1 : keys.count / 2
    let split: Split
    if isLeaf {
      let right = Node(
        ranks: Array(ranks[middle...]), keys: Array(keys[middle...]),
        values: Array(values[middle...]), children: [])
      split = Split(rank: ranks[middle], key: keys[middle], right: right)
      values.removeSubrange(middle...)
    } else {
      let right = Node(
        ranks: Array(ranks[(middle + 1)...]), keys: Array(keys[(middle + 1)...]), values: [],
        children: Array(children[(middle + 1)...]))
      split = Split(rank: ranks[middle], key: keys[middle], right: right)
      children.removeSubrange((middle + 1)...)
    }
    ranks.removeSubrange(middle...)
    keys.removeSubrange(middle...)
    return split
  }

  // MARK: Walking

  /// Calls `body` in rising order until it returns false; returns whether it never did.
  func walk(from start: Key?, inclusive: Bool, _ body: (Key, Value) -> Bool) -> Bool {
    let place = start.map { self.place(of: $0, $0.rank) }
    var index = place?.index ?? 0
    if isLeaf {
      if place?.found == true, !inclusive { index += 1 }
      while index < keys.count {
        Steps.take()
        guard body(keys[index], values[index]) else { return false }
        index += 1
      }
      return true
    }
    if place?.found == true { index += 1 }
    guard children[index].walk(from: start, inclusive: inclusive, body) else { return false }
    for child in children[(index + 1)...] {
      guard child.walk(from: nil, inclusive: true, body) else { return false }
    }
    return true
  }

  /// Calls `body` with the values of each leaf until it returns false; returns whether it never did.
  func walkLeaves(_ body: ([Value]) -> Bool) -> Bool {
    if isLeaf {
      Steps.take(values.count)
      return body(values)
    }
    for child in children {
      guard child.walkLeaves(body) else { return false }
    }
    return true
  }

  /// Calls `body` in falling order until it returns false; returns whether it never did.
  func walkBack(from start: Key?, inclusive: Bool, _ body: (Key, Value) -> Bool) -> Bool {
    let place = start.map { self.place(of: $0, $0.rank) }
    var index = place?.index ?? keys.count
    if isLeaf {
      if place?.found == true, inclusive { index += 1 }
      while index > 0 {
        index -= 1
        Steps.take()
        guard body(keys[index], values[index]) else { return false }
      }
      return true
    }
    if place?.found == true { index += 1 }
    guard children[index].walkBack(from: start, inclusive: inclusive, body) else { return false }
    for child in children[..<index].reversed() {
      guard child.walkBack(from: nil, inclusive: true, body) else { return false }
    }
    return true
  }
}
