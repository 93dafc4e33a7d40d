extension OrderedMap {
  /// Finds keys that are asked for in rising order: most lie where the one before was found.
  struct Finger {
    private let root: Node?
    private var leaf: Node?
    private var index = 0

    init(_ map: OrderedMap) { root = map.root }

    /// Whether the map has the key, which is not below the one that was asked for before.
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

    /// The key is at the finger or further on, and near it where every few keys are asked for.
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
