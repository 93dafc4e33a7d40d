/// A state of the rules, as conditions require it and rules set it.
///
/// The part of the name before its last `/` is the state's group. Each group has a state of its own,
/// so that rules for different purposes do not disturb each other.
public struct FaultState: Sendable, Equatable, ExpressibleByStringLiteral {
  public var name: String {
    didSet { isInitial = name.hasBytes(of: group + Self.initial) }
  }
  /// The scope of the state: all rules with states of one group must have the same.
  public var key: FaultKey

  /// Whether it is the first state of its group.
  private(set) var isInitial = false

  public init(_ name: String, per key: FaultKey = .rule) {
    self.name = name
    self.key = key
    isInitial = name.hasBytes(of: group + Self.initial)
  }

  public init(stringLiteral name: String) { self.init(name) }

  public static func == (left: Self, right: Self) -> Bool {
    left.name.hasBytes(of: right.name) && left.key == right.key
  }

  /// The last part of the name of each group's first state.
  static let initial = "initial"

  /// The name of the group, with the final `/`; empty for names without one.
  var group: String {
    name.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(name[...$0]) } ?? ""
  }
}

/// The current states of the rules.
struct FaultStates: Sendable {
  /// A state with the device, user, zone, record or operation for which it is kept.
  struct Entry: Sendable {
    var state: FaultState
    /// Empty if it is kept for all.
    var owner: ExactText
  }

  /// The states that are not the first of their group, by group and owner.
  private var entries = RareMap<ExactText, Entry>()
  /// Differs after every change. It is a hash of all changes, so that states with equal versions are
  /// the same even if one of them was restored.
  private(set) var version: UInt64 = 0

  var isEmpty: Bool { entries.isEmpty }

  /// The states that are not the first of their group, in order.
  var all: [Entry] { entries.map(\.value) }

  private static func place(of state: FaultState, _ owner: ExactText) -> ExactText {
    let group = state.group
    return "\(group.utf8.count):\(group)\(state.key.rawValue)/\(owner)"
  }

  func holds(_ state: FaultState, _ owner: ExactText) -> Bool {
    if entries.isEmpty { return state.isInitial }
    guard let entry = entries[Self.place(of: state, owner)] else { return state.isInitial }
    return entry.state.name.hasBytes(of: state.name)
  }

  mutating func enter(_ state: FaultState, _ owner: ExactText) {
    let place = Self.place(of: state, owner)
    version = SeededRandom.hash(seed: version, "\(place) \(state.name)", 0)
    if state.isInitial {
      entries.removeValue(forKey: place)
    } else {
      entries.updateValue(Entry(state: state, owner: owner), forKey: place)
    }
  }

  /// Removes the states of the groups with the given prefix.
  mutating func removeAll(under prefix: String) {
    let left = all.filter { !$0.state.group.utf8.starts(with: prefix.utf8) }
    entries.removeAll()
    version = SeededRandom.hash(seed: version, prefix, 1)
    for entry in left { enter(entry.state, entry.owner) }
  }
}

/// What the states of each group are kept for, as rules say.
struct StateScopes: Sendable {
  private var scopes: [ExactText: (key: FaultKey, count: Int)] = [:]

  /// Adds the states of a rule.
  mutating func add(_ rule: FaultRule) {
    for (_, state) in rule.states {
      scopes[ExactText(state.group), default: (state.key, 0)].count += 1
    }
  }

  /// Removes the states of a rule that was added.
  mutating func remove(_ rule: FaultRule) {
    for (_, state) in rule.states {
      let group = ExactText(state.group)
      scopes[group]?.count -= 1
      if scopes[group]?.count == 0 { scopes[group] = nil }
    }
  }

  /// Returns the first state of a rule that is kept for something else than others of its group, with
  /// its path, and for what the others are kept.
  func conflict(of rule: FaultRule) -> (path: String, state: FaultState, key: FaultKey)? {
    let own = rule.states.first?.state
    for (path, state) in rule.states {
      let inRule = own?.group.hasBytes(of: state.group) == true ? own?.key : nil
      let known = scopes[ExactText(state.group)]?.key ?? inRule ?? state.key
      if known != state.key { return (path, state, known) }
    }
    return nil
  }
}

extension FaultRule {
  /// The states that the rule requires and enters, with their paths.
  fileprivate var states: [(path: String, state: FaultState)] {
    [("when.state", condition.state), ("next.state", nextState)].compactMap { path, state in
      state.map { (path, $0) }
    }
  }

  /// Returns the refusal of a rule with states that are kept for something else than those of others.
  ///
  /// - Parameter others: The rules that may have the other states, in their order.
  func refusal(
    of conflict: (path: String, state: FaultState, key: FaultKey), with others: [FaultRule]
  ) -> RequestError {
    let (path, state, key) = conflict
    let other = others.first { rule in
      rule.states.contains { $0.state.key == key && $0.state.group.hasBytes(of: state.group) }
    }
    let name = other.map { $0.id.isEmpty ? "" : "'\(NameRules.shortened($0.id))'" } ?? ""
    return RequestError(
      path,
      "'\(NameRules.shortened(state.name))' is kept per \(state.key.rawValue), but the states of "
        + "\(name.isEmpty ? "another rule" : name) per \(key.rawValue)",
      expected: "'per': '\(key.rawValue)', or a name with another group before its last '/'")
  }
}
