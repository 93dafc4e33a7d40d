extension OrderedMap {
  /// Returns the parts of two maps in which they differ: the keys that only one has, or whose values
  /// are not the same. Nodes that the maps share are not visited, so that the cost of comparing a map
  /// with a changed copy depends on the changes.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func difference(
    _ left: Self, _ right: Self, where areSame: (Key, Value, Value) -> Bool
  ) -> (left: Self, right: Self) {
    var parts = (left: Self(), right: Self())
    var cursors = (left: Cursor(left.root), right: Cursor(right.root))
    while true {
      Cursor.skipShared(&cursors.left, &cursors.right)
      switch (cursors.left.entry, cursors.right.entry) {
      case (nil, nil): return parts
      case (let mine?, nil): cursors.left.take(mine, into: &parts.left)
      case (nil, let other?): cursors.right.take(other, into: &parts.right)
      case (let mine?, let other?):
        let order = Key.compare(mine.key, other.key)
        if order == 0, areSame(mine.key, mine.value, other.value) {
          cursors.left.pass()
          cursors.right.pass()
          continue
        }
        if order <= 0 { cursors.left.take(mine, into: &parts.left) }
        if order >= 0 { cursors.right.take(other, into: &parts.right) }
      }
    }
  }

  /// A position in a map, before the subtrees that were not visited yet.
  private struct Cursor {
    /// The subtrees after the leaf with their heights, the next one last.
    private var pending: [(node: Node, height: Int)] = []
    private var leaf: Node?
    private var index = 0

    init(_ root: Node?) {
      guard let root else { return }
      var height = 0
      var node = root
      while let child = node.children.first {
        node = child
        height += 1
      }
      pending = [(root, height)]
    }

    /// The next entry, if a leaf was entered.
    var entry: (key: Key, value: Value)? {
      leaf.map { (key: $0.keys[index], value: $0.values[index]) }
    }

    /// Moves both cursors to their next entries, past subtrees and leaves that both maps share.
    static func skipShared(_ left: inout Cursor, _ right: inout Cursor) {
      while true {
        Steps.take()
        if let mine = left.leaf, let other = right.leaf {
          guard mine === other, left.index == right.index else { return }
          (left.leaf, right.leaf) = (nil, nil)
          continue
        }
        if left.leaf == nil, right.leaf == nil, let mine = left.pending.last,
          let other = right.pending.last
        {
          if mine.node === other.node {
            left.pending.removeLast()
            right.pending.removeLast()
            continue
          }
          if mine.height >= other.height { left.descend() }
          if other.height >= mine.height { right.descend() }
          continue
        }
        // One of them is within a leaf, or at the end of its map.
        guard left.leaf == nil && left.descend() || right.leaf == nil && right.descend() else {
          return
        }
      }
    }

    /// Replaces the next subtree by its children, or enters it if it is a leaf. Returns false if there
    /// is none.
    @discardableResult
    private mutating func descend() -> Bool {
      guard let (node, height) = pending.popLast() else { return false }
      if node.isLeaf {
        (leaf, index) = (node.keys.isEmpty ? nil : node, 0)
      } else {
        for child in node.children.reversed() { pending.append((child, height - 1)) }
      }
      return true
    }

    mutating func take(_ entry: (key: Key, value: Value), into part: inout OrderedMap) {
      part.updateValue(entry.value, forKey: entry.key)
      pass()
    }

    mutating func pass() {
      Steps.take()
      index += 1
      if let leaf, index >= leaf.keys.count { self.leaf = nil }
    }
  }
}
