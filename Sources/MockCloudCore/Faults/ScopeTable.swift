/// Values by the scopes that they hold for: found for a call, and replaced, without a look at all others.
struct ScopeTable<Value: Sendable>: Sendable {
  /// A value with the scope that it was set for.
  struct Entry: Sendable {
    let scope: FaultScope
    /// Rises with each that is set.
    let number: UInt64
    var value: Value
  }

  /// Where an entry is.
  struct Place: Sendable {
    fileprivate let group: Int
    fileprivate let key: String
    fileprivate let rank: (keys: Int, number: UInt64)
  }

  /// Scopes that name the same keys, by what they name.
  private struct Group: Sendable {
    let keys: FaultScope.Keys
    var entries = OrderedMap<String, Entry>()
  }

  /// At most one for each set of keys.
  private var groups: [Group] = []
  private var lastNumber: UInt64 = 0

  var isEmpty: Bool { groups.allSatisfy { $0.entries.isEmpty } }

  /// Everything, in the order in which it was set.
  var entries: [Entry] {
    groups.flatMap { $0.entries.map(\.value) }.sorted { $0.number < $1.number }
  }

  /// Sets the value of a scope, in place of an earlier one.
  mutating func set(_ value: Value, for scope: FaultScope) {
    lastNumber += 1
    let keys = scope.keys
    let group = groups.firstIndex { $0.keys == keys } ?? groups.count
    if group == groups.count { groups.append(Group(keys: keys)) }
    let entry = Entry(scope: scope, number: lastNumber, value: value)
    groups[group].entries.updateValue(entry, forKey: scope.key)
  }

  /// Removes the value of just that scope.
  mutating func removeValue(of scope: FaultScope) {
    let keys = scope.keys
    guard let group = groups.firstIndex(where: { $0.keys == keys }) else { return }
    groups[group].entries.removeValue(forKey: scope.key)
  }

  /// Removes the values of all scopes that name what this one names.
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

  /// The values for a call: those that name the most come first, then those that were set last.
  func places(for operation: String, _ context: CallContext) -> [Place] {
    var places: [Place] = []
    for (index, group) in groups.enumerated() {
      let key = FaultScope(operation, context, naming: group.keys).key
      guard let entry = group.entries[key] else { continue }
      places.append(Place(group: index, key: key, rank: (group.keys.count, entry.number)))
    }
    return places.sorted { $0.rank > $1.rank }
  }

  /// Changes a value where it is.
  mutating func modify<Result>(
    _ place: Place, _ body: (inout Value) -> Result
  ) -> Result? {
    guard groups.indices.contains(place.group) else { return nil }
    return groups[place.group].entries.modify(place.key) { body(&$0.value) }
  }
}
