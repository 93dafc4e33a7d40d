/// Values by scope, which are found for a call and replaced without a search through all others.
struct ScopeTable<Value: Sendable>: Sendable {
  /// A value with its scope.
  struct Entry: Sendable {
    let scope: FaultScope
    /// Increases with each set value.
    let number: UInt64
    var value: Value
  }

  /// The place of an entry.
  struct Place: Sendable {
    fileprivate let group: Int
    fileprivate let key: ExactText
    fileprivate let rank: (keys: Int, number: UInt64)
  }

  /// The values of scopes that have the same keys, by the values of these keys.
  private struct Group: Sendable {
    let keys: FaultScope.Keys
    var entries = OrderedMap<ExactText, Entry>()
  }

  /// At most one group for each set of keys.
  private var groups: [Group] = []
  private var lastNumber: UInt64 = 0

  var isEmpty: Bool { groups.allSatisfy { $0.entries.isEmpty } }

  /// All entries in the order in which they were set.
  var entries: [Entry] {
    groups.flatMap { $0.entries.map(\.value) }.genericSorted { $0.number < $1.number }
  }

  /// Sets the value of a scope, which replaces an earlier one.
  mutating func set(_ value: Value, for scope: FaultScope) {
    lastNumber += 1
    let keys = scope.keys
    let group = groups.firstIndex { $0.keys == keys } ?? groups.count
    if group == groups.count { groups.append(Group(keys: keys)) }
    let entry = Entry(scope: scope, number: lastNumber, value: value)
    groups[group].entries.updateValue(entry, forKey: scope.key)
  }

  /// Removes the value of exactly that scope.
  mutating func removeValue(of scope: FaultScope) {
    let keys = scope.keys
    guard let group = groups.firstIndex(where: { $0.keys == keys }) else { return }
    groups[group].entries.removeValue(forKey: scope.key)
  }

  /// Removes the values of all scopes that have every key of this one with the same value.
  mutating func remove(_ scope: FaultScope) {
    let keys = scope.keys
    for group in groups.indices where groups[group].keys.isSuperset(of: keys) {
      if groups[group].keys == keys {
        groups[group].entries.removeValue(forKey: scope.key)
        continue
      }
      let lost = groups[group].entries.filter { $0.value.scope.hasAll(of: scope) }
      for entry in lost { groups[group].entries.removeValue(forKey: entry.key) }
    }
  }

  /// Returns the places of the values for a call: those with the most keys first, and among these
  /// the latest first.
  func places(for operation: String, _ context: CallContext) -> [Place] {
    var places: [Place] = []
    for (index, group) in groups.enumerated() {
      let key = FaultScope(operation, context, naming: group.keys).key
      guard let entry = group.entries[key] else { continue }
      places.append(Place(group: index, key: key, rank: (group.keys.count, entry.number)))
    }
    return places.genericSorted { $0.rank > $1.rank }
  }

  /// Changes a value in place.
  mutating func modify<Result>(
    _ place: Place, _ body: (inout Value) -> Result
  ) -> Result? {
    guard groups.indices.contains(place.group) else { return nil }
    return groups[place.group].entries.modify(place.key) { body(&$0.value) }
  }
}
