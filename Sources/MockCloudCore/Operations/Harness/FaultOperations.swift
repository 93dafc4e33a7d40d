/// `mock/faults/add`: adds rules of faults behind those that are there. If one of them is refused, none
/// is added.
public struct AddFaults: HarnessOperation {
  public static let name = "mock/faults/add"

  public var rules: [FaultRule]

  public init(_ rules: [FaultRule]) { self.rules = rules }

  /// Returns the names of the rules.
  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [String] {
    var known = Set(state.faults.rules.all.map { ExactText($0.rule.id) })
    for (index, rule) in rules.enumerated() where !rule.id.isEmpty {
      guard known.insert(ExactText(rule.id)).inserted else {
        throw Misuse.badMockRequest(
          "rules[\(index)].id: there is a rule '\(NameRules.shortened(rule.id))' already",
          key: "rules[\(index)].id", expected: "another name, or none")
      }
    }
    for (index, rule) in rules.enumerated() {
      try rule.check(at: "rules[\(index)]", known, state.operationNames)
    }
    return state.faults.rules.add(rules, now: state.world.clock.now)
  }
}

/// `mock/faults/list`: the rules, in the order in which they are asked.
public struct ListFaults: HarnessOperation {
  public static let name = "mock/faults/list"
  public static let changesCloud = false

  public init() {}

  public func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> [FaultRule] {
    state.faults.rules.all.map(\.rule)
  }
}

/// `mock/faults/report`: what the rules did so far.
public struct ReportFaults: HarnessOperation {
  public static let name = "mock/faults/report"
  public static let changesCloud = false

  public init() {}

  public struct Entry: Sendable {
    public let id: String
    /// How many times the rule was asked.
    public let evaluations: Int
    /// How many times it acted.
    public let injections: Int
    /// How many times only its limit kept it from acting.
    public let skipped: Int
    /// The key of the rule that kept it from acting when it was asked last; nil where it acted, or
    /// never was asked.
    public let lastReason: String?
    /// Whether a test that ends now would be wrong: the rule must act and has not.
    public let isOverdue: Bool
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [Entry] {
    state.faults.rules.all.map { armed in
      Entry(
        id: armed.rule.id, evaluations: armed.counters.evaluations,
        injections: armed.counters.injections,
        skipped: armed.counters.skipped, lastReason: armed.counters.lastReason?.rawValue,
        isOverdue: armed.rule.mustFire && armed.counters.injections == 0)
    }
  }
}

/// `mock/faults/remove`: removes a rule.
public struct RemoveFault: HarnessOperation {
  public static let name = "mock/faults/remove"

  public var id: String

  public init(_ id: String) { self.id = id }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    guard state.faults.rules.remove(id) else {
      throw Misuse.unknown("id", id, known: state.faults.rules.all.map(\.rule.id))
    }
  }
}

/// `mock/faults/clear`: removes all rules, and what `mock/error/set` and `mock/recordErrors/set` set.
public struct ClearFaults: HarnessOperation {
  public static let name = "mock/faults/clear"

  public init() {}

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.faults = FaultPlan()
  }
}

/// `mock/faults/pause`: no rule acts until they go on.
public struct PauseFaults: HarnessOperation {
  public static let name = "mock/faults/pause"

  /// False lets the rules go on.
  public var isPaused: Bool

  public init(_ isPaused: Bool = true) { self.isPaused = isPaused }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.faults.rules.isPaused = isPaused
  }
}

extension FaultRule {
  /// Refuses what makes no sense.
  ///
  /// - Parameter rules: The names of all rules that there will be.
  fileprivate func check(
    at path: String, _ rules: Set<ExactText>, _ operations: [String]
  ) throws(Misuse) {
    if effects.isEmpty {
      throw Misuse.badMockRequest(
        "\(path).then: a rule needs an effect", key: "\(path).then", expected: "a list of effects")
    }
    for name in condition.operations ?? []
    where !operations.contains(where: { $0.hasBytes(of: name) }) {
      throw Misuse.unknown("op", name, known: operations).inside("\(path).when")
    }
    for (index, effect) in effects.enumerated() where !effect.phases.contains(phase) {
      let phases = effect.phases.map(\.rawValue).joined(separator: ", ")
      throw Misuse.badMockRequest(
        "\(path).then[\(index)]: '\(effect.name)' has no meaning in phase '\(phase.rawValue)'",
        key: "\(path).then[\(index)]", expected: "phase \(phases)")
    }
    if condition.isAboutItems, phase != .items {
      throw Misuse.badMockRequest(
        "\(path).when: recordName, recordType, action and field are of items, and the phase is "
          + "'\(phase.rawValue)'", key: "\(path).when.phase", expected: "phase items, or none")
    }
    if phase == .push, condition.isAboutCalls {
      throw Misuse.badMockRequest(
        "\(path).when: a push has a user and a device, and nothing else to ask about",
        key: "\(path).when", expected: "user, device, call, clock or state")
    }
    for id in arms + disarms where !rules.contains(ExactText(id)) {
      throw Misuse.unknown(
        arms.contains(id) ? "arm" : "disarm", id, known: rules.map(\.text).sorted()
      )
      .inside("\(path).next")
    }
  }
}
