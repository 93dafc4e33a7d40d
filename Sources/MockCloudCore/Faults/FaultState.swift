/// A state of the rules, as conditions require it and rules set it.
///
/// The part of the name before its last `/` is the state's group. Each group has a state of its own,
/// so that rules for different purposes do not disturb each other.
public struct FaultState: Sendable, Equatable, ExpressibleByStringLiteral {
  public var name: String {
    didSet { isInitial = name.hasBytes(of: group + Self.initial) }
  }
  /// What the state is kept for: all rules with states of one group must agree.
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
    for entry in left { enter(entry.state, entry.owner) }
  }
}

/// What the states of each group are kept for, as rules say.
struct StateScopes {
  private var scopes: [ExactText: (key: FaultKey, rule: String)] = [:]

  init(_ rules: [ArmedRule]) { for armed in rules { _ = conflict(of: armed.rule) } }

  /// Adds the states of a rule. Returns the refusal of one that other rules keep for something else.
  mutating func conflict(of rule: FaultRule) -> RequestError? {
    for (path, state) in [("when.state", rule.condition.state), ("next.state", rule.nextState)] {
      guard let state else { continue }
      let group = ExactText(state.group)
      guard let known = scopes[group] else {
        scopes[group] = (state.key, rule.id)
        continue
      }
      if known.key == state.key { continue }
      let other = known.rule.isEmpty ? "another rule" : "'\(NameRules.shortened(known.rule))'"
      return RequestError(
        path,
        "'\(NameRules.shortened(state.name))' is kept per \(state.key.rawValue), but the states of "
          + "\(other) per \(known.key.rawValue)",
        expected: "'per': '\(known.key.rawValue)', or a name with another group before its last '/'"
      )
    }
    return nil
  }
}
