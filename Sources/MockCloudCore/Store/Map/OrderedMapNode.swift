extension OrderedMap {
  /// A node of the tree with its subtree.
  ///
  /// A leaf has `keys` and the same number of `values`. A branch has `children`, with a key between
  /// any two of them: all keys of the child before it are lower, those of the child after it are
  /// not.
  ///
  /// Nodes are shared between copies of a map. A method that changes a node must only be called
  /// after ensuring that the node is not shared. Nodes are therefore `Sendable` although they have
  /// variables.
  ///
  /// The properties are separate arrays, so that a copy of a node shares those that are not
  /// changed. They have no run-time exclusivity check because access to the map itself is already
  /// exclusive.
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

  /// The upper part of a node that was too large.
  struct Split {
    let rank: UInt64
    let key: Key
    let right: Node
  }

  /// The maximum number of keys in a node, as measured: with half as many, searching is slower;
  /// with twice as many, the first write after a copy is slower, and nothing is faster.
  static var maximum: Int { 64 }

  /// The minimum number of keys in a node other than the root. It is well below half of the
  /// maximum, so that alternating insertions and removals do not alternately split and merge nodes.
  static var minimum: Int { maximum / 4 }
}

extension OrderedMap.Node {
  typealias Node = OrderedMap.Node
  typealias Split = OrderedMap.Split

  func copy() -> Node { Node(ranks: ranks, keys: keys, values: values, children: children) }

  // MARK: Search

  /// Returns the index of the first key that is not lower than the given one, and whether it is
  /// equal.
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

  /// Returns the index of the child that a key belongs to.
  func childIndex(of key: Key, _ rank: UInt64) -> Int {
    let (index, found) = place(of: key, rank)
    return found ? index + 1 : index
  }

  /// Counts the lower ranks, first in steps of a cache line, then within one. Unlike in a binary
  /// search, no load depends on another, so that a node outside the cache is fetched at once.
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

  // MARK: Changes

  /// Returns the child after ensuring that it is not shared.
  func ownChild(_ index: Int) -> Node {
    if !isKnownUniquelyReferenced(&children[index]) { children[index] = children[index].copy() }
    return children[index]
  }

  /// Sets the value of a key and returns the previous one. `split` is set to the upper part if the
  /// node is too large.
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

  /// Removes a key and returns its value. The node may then have too few keys.
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

  /// Merges a child that has too few keys with a sibling; if the result is too large, divides it
  /// evenly.
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

  /// Splits a node in the middle, except after growth at its end: ascending keys, such as those of
  /// a log, would otherwise leave every node half empty, so that the left node keeps most keys.
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

  // MARK: Iteration

  /// Calls `body` in ascending order until it returns false. Returns whether it never did.
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

  /// Calls `body` with the values of each leaf until it returns false. Returns whether it never
  /// did.
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

  /// Calls `body` in descending order until it returns false. Returns whether it never did.
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
