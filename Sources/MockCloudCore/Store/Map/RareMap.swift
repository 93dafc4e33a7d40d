/// An `OrderedMap` for state that few calls use.
///
/// Its code is compiled once for all types, and not once for each: a write takes several times as
/// long, and each use adds next to nothing to the library and to the time of its build.
struct RareMap<Key: OrderedKey, Value: Sendable>: Sendable {
  private var map = OrderedMap<Key, Value>()

  init() {}

  /// Creates a map from ascending, unique keys with the same value.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  init(rising keys: [Key], value: Value) { map = OrderedMap(rising: keys, value: value) }

  var count: Int { map.count }
  var isEmpty: Bool { map.isEmpty }

  subscript(key: Key) -> Value? {
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    get { map[key] }
  }

  /// The lowest key and its value.
  var first: (key: Key, value: Value)? {
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    get { map.first }
  }

  /// The highest key and its value.
  var last: (key: Key, value: Value)? {
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    get { map.last }
  }

  /// Sets the value of a key and returns the previous one.
  @discardableResult
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    map.updateValue(value, forKey: key)
  }

  /// Removes a key and returns its value.
  @discardableResult
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func removeValue(forKey key: Key) -> Value? { map.removeValue(forKey: key) }

  /// Lends the value of a key to `body` for changes. Returns nil if the key is absent.
  @discardableResult
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func modify<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
    map.modify(key, body)
  }

  /// Changes the value of a key in place. If the key is absent, `standard` is changed and added.
  @discardableResult
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func modify<Result>(
    _ key: Key, default standard: @autoclosure () -> Value, _ body: (inout Value) -> Result
  ) -> Result {
    map.modify(key, default: standard(), body)
  }

  mutating func removeAll() { self = Self() }

  /// Returns the lowest key that only one of the maps has, or whose values differ.
  static func firstDifference(
    _ left: Self, _ right: Self, where areSame: (Value, Value) -> Bool
  ) -> Key? {
    OrderedMap.firstDifference(left.map, right.map, where: areSame)
  }

  /// Calls `body` in ascending order of keys, as `OrderedMap` does.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  func scan(
    from start: Key? = nil, inclusive: Bool = true, reversed: Bool = false,
    _ body: (Key, Value) -> Bool
  ) {
    map.scan(from: start, inclusive: inclusive, reversed: reversed, body)
  }
}

extension RareMap: Sequence {
  struct Iterator: IteratorProtocol {
    private var iterator: OrderedMap<Key, Value>.Iterator

    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    fileprivate init(_ map: OrderedMap<Key, Value>) { iterator = map.makeIterator() }

    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    mutating func next() -> (key: Key, value: Value)? { iterator.next() }
  }

  func makeIterator() -> Iterator { Iterator(map) }

  var underestimatedCount: Int { count }
}
