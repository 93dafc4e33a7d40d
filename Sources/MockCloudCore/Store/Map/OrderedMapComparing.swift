extension OrderedMap {
  /// Returns the lowest key that only one of the maps has, or whose values differ.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func firstDifference(
    _ left: Self, _ right: Self, where areSame: (Value, Value) -> Bool
  ) -> Key? {
    var others = right.makeIterator()
    for (key, value) in left {
      guard let other = others.next() else { return key }
      let order = Key.compare(key, other.key)
      if order != 0 { return order < 0 ? key : other.key }
      if !areSame(value, other.value) { return key }
    }
    return others.next()?.key
  }

  func hasSameKeys<Other: Sendable>(as other: OrderedMap<Key, Other>) -> Bool {
    count == other.count && elementsEqual(other) { Key.compare($0.key, $1.key) == 0 }
  }
}
