extension OrderedMap {
  /// Finds keys in ascending order: most are near the previous one.
  struct Finger {
    private let root: Node?
    private var leaf: Node?
    private var index = 0

    init(_ map: OrderedMap) { root = map.root }

    /// Whether the map has the key, which must not be lower than the previous one.
    mutating func contains(_ key: Key) -> Bool {
      Steps.take()
      if let leaf, let last = leaf.keys.last, Key.compare(last, key) >= 0 {
        return find(key, in: leaf)
      }
      guard var node = root else { return false }
      let rank = key.rank
      while !node.isLeaf { node = node.children[node.childIndex(of: key, rank)] }
      leaf = node
      let (index, found) = node.place(of: key, rank)
      self.index = index
      return found
    }

    /// Finds a key at the finger or after it; if the keys are dense, it is near.
    private mutating func find(_ key: Key, in leaf: Node) -> Bool {
      for index in index..<Swift.min(index + 4, leaf.keys.count) {
        let order = Key.compare(leaf.keys[index], key)
        guard order < 0 else {
          self.index = index
          return order == 0
        }
      }
      let (index, found) = leaf.place(of: key, key.rank)
      self.index = index
      return found
    }
  }
}
