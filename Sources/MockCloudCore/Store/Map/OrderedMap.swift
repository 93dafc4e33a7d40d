/// A sorted dictionary whose copies take constant time.
///
/// It is a B-tree whose nodes are shared between copies. A write copies only the shared nodes on
/// the path to its key, and changes unshared nodes in place. A snapshot of a large world is
/// therefore a copy of one pointer.
struct OrderedMap<Key: OrderedKey, Value: Sendable>: Sendable {
  /// Nil if the map is empty.
  private(set) var root: Node?
  private(set) var count = 0

  init() {}

  /// Creates a map from a complete tree.
  init(root: Node?, count: Int) {
    self.root = root
    self.count = count
  }

  var isEmpty: Bool { count == 0 }

  subscript(key: Key) -> Value? { withValue(key) { copy $0 } }

  /// Lends the value of a key without copying it.
  func withValue<Result>(_ key: Key, _ body: (borrowing Value) -> Result) -> Result? {
    guard var node = root else { return nil }
    let rank = key.rank
    while !node.isLeaf { node = node.children[node.childIndex(of: key, rank)] }
    let (index, found) = node.place(of: key, rank)
    return found ? body(node.values[index]) : nil
  }

  /// The lowest key and its value.
  var first: (key: Key, value: Value)? {
    guard var node = root else { return nil }
    while let child = node.children.first { node = child }
    guard let key = node.keys.first, let value = node.values.first else { return nil }
    return (key, value)
  }

  /// The highest key and its value.
  var last: (key: Key, value: Value)? {
    guard var node = root else { return nil }
    while let child = node.children.last { node = child }
    guard let key = node.keys.last, let value = node.values.last else { return nil }
    return (key, value)
  }

  // MARK: Changes

  /// Sets the value of a key and returns the previous one.
  @discardableResult
  mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    guard let node = ownRoot() else {
      root = Node(ranks: [key.rank], keys: [key], values: [value], children: [])
      count = 1
      return nil
    }
    var split: Split?
    let former = node.update(value, key, key.rank, &split)
    if former == nil { count += 1 }
    if let split {
      root = Node(
        ranks: [split.rank], keys: [split.key], values: [], children: [node, split.right])
    }
    return former
  }

  /// Removes a key and returns its value.
  @discardableResult
  mutating func removeValue(forKey key: Key) -> Value? {
    guard let node = ownRoot(), let former = node.remove(key, key.rank) else { return nil }
    count -= 1
    if node.keys.isEmpty { root = node.children.first }
    return former
  }

  /// Lends the value of a key to `body` for changes. Returns nil if the key is absent.
  ///
  /// The value is changed in place: a map or an array in it is not copied unless a copy of this map
  /// shares it. Changes that `body` made before it threw are kept.
  @discardableResult
  mutating func modify<Result, Failure: Error>(
    _ key: Key, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard var node = ownRoot() else { return nil }
    let rank = key.rank
    while !node.isLeaf { node = node.ownChild(node.childIndex(of: key, rank)) }
    let (index, found) = node.place(of: key, rank)
    return found ? try body(&node.values[index]) : nil
  }

  /// Changes the value of a key in place. If the key is absent, `standard` is changed and added.
  @discardableResult
  mutating func modify<Result>(
    _ key: Key, default standard: @autoclosure () -> Value, _ body: (inout Value) -> Result
  ) -> Result {
    if let result = modify(key, body) { return result }
    var value = standard()
    let result = body(&value)
    updateValue(value, forKey: key)
    return result
  }

  mutating func removeAll() { self = Self() }

  /// Returns the root after ensuring that no other copy of the map shares it.
  private mutating func ownRoot() -> Node? {
    if root != nil, !isKnownUniquelyReferenced(&root) { root = root?.copy() }
    return root
  }

  // MARK: Iteration

  /// Calls `body` in ascending order of keys, or in descending order if `reversed`, until it
  /// returns false. It begins after the key `start`, or at it if `inclusive`; nil means an end of
  /// the map.
  func scan(
    from start: Key? = nil, inclusive: Bool = true, reversed: Bool = false,
    _ body: (Key, Value) -> Bool
  ) {
    guard let root else { return }
    _ =
      reversed
      ? root.walkBack(from: start, inclusive: inclusive, body)
      : root.walk(from: start, inclusive: inclusive, body)
  }

  /// Calls `body` with the values in ascending order of their keys, some dozens at a time, until it
  /// returns false.
  func scanLeaves(_ body: ([Value]) -> Bool) { _ = root?.walkLeaves(body) }
}

extension OrderedMap: Sequence {
  /// Iterates in ascending order over the map as it was when the iterator was made.
  struct Iterator: IteratorProtocol {
    /// The branches above the leaf, each with the index of its next child.
    private var path: [(node: Node, next: Int)] = []
    private var leaf: Node?
    private var index = 0

    fileprivate init(_ root: Node?) {
      if let root { descend(root) }
    }

    mutating func next() -> (key: Key, value: Value)? {
      while let leaf {
        if index < leaf.keys.count {
          Steps.take()
          defer { index += 1 }
          return (leaf.keys[index], leaf.values[index])
        }
        self.leaf = nil
        moveOn()
      }
      return nil
    }

    private mutating func descend(_ top: Node) {
      var node = top
      while let first = node.children.first {
        path.append((node, 1))
        node = first
      }
      leaf = node
      index = 0
    }

    private mutating func moveOn() {
      while let (node, next) = path.popLast() {
        guard next < node.children.count else { continue }
        path.append((node, next + 1))
        descend(node.children[next])
        return
      }
    }
  }

  func makeIterator() -> Iterator { Iterator(root) }

  var underestimatedCount: Int { count }
}
