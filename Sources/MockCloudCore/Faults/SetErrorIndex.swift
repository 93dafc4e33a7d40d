/// The set errors of one scope.
private struct SetErrorGroup: Sendable {
  let scope: SetErrorScope
  let number: UInt64
  /// The places of its rules; some may have been removed.
  var places: [Int] = []
}

/// Finds set errors.
struct SetErrorIndex: Sendable {
  /// The places of the errors by name.
  private var places: [ExactText: Int] = [:]
  private var groups: [ExactText: SetErrorGroup] = [:]
  /// The keys of the scopes, with the numbers of these.
  private var keys: [(keys: SetErrorScope.Keys, count: Int)] = []
  private(set) var lastNumber: UInt64 = 0
  /// Changes with the errors and their places.
  private(set) var version: UInt64 = 0
  /// The names of the scopes that have the keys of others and more, by the names of these: of the
  /// keys by which errors were removed.
  private var wider: [SetErrorScope.Keys: [ExactText: Set<ExactText>]] = [:]

  /// The errors that may apply to the calls of a caller, those that act first in front.
  ///
  /// A class, because every call passes them on.
  final class Found: Sendable {
    let version: UInt64
    /// The places of the errors of whole calls.
    let places: [Int]
    /// The names of the scopes of record errors.
    let recordScopes: [String]

    init(version: UInt64, places: [Int], recordScopes: [String]) {
      self.version = version
      self.places = places
      self.recordScopes = recordScopes
    }
  }

  func found(_ operation: String, _ context: CallContext) -> Found {
    Found(
      version: version,
      places: scopes(operation, context, ofRecords: false).compactMap { self[$0] },
      recordScopes: scopes(operation, context, ofRecords: true))
  }

  subscript(name: String) -> Int? { places[ExactText(name)] }

  /// The scopes for a call whose errors may apply, those that act first in front.
  private func scopes(_ operation: String, _ context: CallContext, ofRecords: Bool) -> [String] {
    var found: [(name: String, rank: SetErrorRank)] = []
    for entry in keys where entry.keys.isOfRecords == ofRecords {
      let name = SetErrorScope(operation, context, naming: entry.keys).name
      guard let group = groups[ExactText(name)] else { continue }
      found.append(
        (name, SetErrorRank(keys: entry.keys.count, number: group.number, hasZone: false)))
    }
    return found.genericSorted { $0.rank < $1.rank }.map(\.name)
  }

  /// Removes the scopes that have all keys of the given one. Returns the places of their errors.
  mutating func end(within scope: SetErrorScope) -> [Int] {
    let (own, name) = (scope.keys, ExactText(scope.name))
    var names: Set = [name]
    if keys.contains(where: { $0.keys != own && $0.keys.isSuperset(of: own) }) {
      if wider[own] == nil { collect(own) }
      names.formUnion(wider[own]?[name] ?? [])
    }
    var found: [Int] = []
    for name in names {
      Steps.take()
      guard let group = groups.removeValue(forKey: name) else { continue }
      found += group.places
      note(group.scope, name, isAdded: false)
    }
    version &+= 1
    return found
  }

  /// Begins a group for a scope, which replaces an earlier one. Returns the places of its errors.
  mutating func begin(_ scope: SetErrorScope) -> [Int] {
    lastNumber += 1
    version &+= 1
    let name = ExactText(scope.name)
    let earlier = groups.updateValue(
      SetErrorGroup(scope: scope, number: lastNumber), forKey: name)
    if earlier == nil { note(scope, name, isAdded: true) }
    return earlier?.places ?? []
  }

  /// Finds the scopes that have the given keys and more.
  private mutating func collect(_ own: SetErrorScope.Keys) {
    wider[own] = [:]
    for (name, group) in groups {
      Steps.take()
      note(group.scope, name, under: own, isAdded: true)
    }
  }

  private mutating func note(
    _ scope: SetErrorScope, _ name: ExactText, under own: SetErrorScope.Keys, isAdded: Bool
  ) {
    guard scope.keys != own, scope.keys.isSuperset(of: own) else { return }
    let reduced = ExactText(scope.reduced(to: own).name)
    if isAdded {
      wider[own]?[reduced, default: []].insert(name)
    } else {
      wider[own]?[reduced]?.remove(name)
      if wider[own]?[reduced]?.isEmpty == true { wider[own]?[reduced] = nil }
    }
  }

  /// Notes that a scope has errors, or none any more.
  private mutating func note(_ scope: SetErrorScope, _ name: ExactText, isAdded: Bool) {
    for own in Array(wider.keys) { note(scope, name, under: own, isAdded: isAdded) }
    let own = scope.keys
    let place = keys.firstIndex { $0.keys == own } ?? keys.count
    if place == keys.count { keys.append((own, 0)) }
    keys[place].count += isAdded ? 1 : -1
    if keys[place].count == 0 { keys.remove(at: place) }
  }

  /// Adds an error to the group of its scope. Returns the place of an earlier one with its name.
  mutating func add(_ name: String, at place: Int, to scope: String) -> Int? {
    version &+= 1
    groups[ExactText(scope)]?.places.append(place)
    return places.updateValue(place, forKey: ExactText(name))
  }

  /// Removes an error.
  mutating func remove(_ rule: FaultRule, at place: Int) {
    version &+= 1
    if places[ExactText(rule.id)] == place { places[ExactText(rule.id)] = nil }
  }

  /// Adds the errors anew, after their places have changed.
  mutating func replace(_ errors: [(place: Int, rule: FaultRule, number: UInt64)]) {
    (places, groups, keys, wider) = ([:], [:], [], [:])
    for error in errors {
      let scope = SetErrorScope(error.rule)
      let name = ExactText(scope.name)
      if groups[name] == nil {
        groups[name] = SetErrorGroup(scope: scope, number: error.number)
        note(scope, name, isAdded: true)
      }
      _ = add(error.rule.id, at: error.place, to: name.text)
    }
  }
}
