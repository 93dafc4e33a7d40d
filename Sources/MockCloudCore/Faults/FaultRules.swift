/// The rules of the fault language that a cloud has, in order, with all that they count.
struct FaultRules: Sendable {
  var all: [ArmedRule] = []
  /// The state that rules can wait for and change.
  var state = Self.firstState
  /// While it is set no rule acts.
  var isPaused = false
  /// Names rules that were given none.
  var lastNumber = 0
  /// The rules that are about calls of an operation, found with the first call of it.
  private var candidates = OrderedMap<String, Candidates>()
  /// The places of rules by their names, found when a rule is armed by another.
  private var places: [ExactText: Int] = [:]
  private var knownNames: Names?

  /// The places of rules that are about calls of one operation, by the phases in which they act.
  struct Candidates: Sendable {
    fileprivate(set) var before: [FaultScreen] = []
    fileprivate(set) var items: [FaultScreen] = []
    fileprivate(set) var commit: [FaultScreen] = []
    fileprivate(set) var after: [FaultScreen] = []

    subscript(phase: FaultPhase) -> [FaultScreen] {
      switch phase {
      case .before: before
      case .items: items
      case .commit: commit
      case .after: after
      case .push: []
      }
    }

    /// How many rules there are.
    var count: Int { before.count + items.count + commit.count + after.count }

    /// Passes the places of all, in the order of the phases.
    @inline(__always)
    func scan(_ body: (Int) -> Void) {
      for screens in [before, items, commit, after] {
        screens.withUnsafeBufferPointer { screens in
          for place in screens.indices { body(screens[place].index) }
        }
      }
    }

    fileprivate mutating func add(_ screen: FaultScreen, _ phase: FaultPhase) {
      switch phase {
      case .before: before.append(screen)
      case .items: items.append(screen)
      case .commit: commit.append(screen)
      case .after: after.append(screen)
      case .push: break
      }
    }
  }

  static let firstState = "armed"

  var isEmpty: Bool { all.isEmpty }

  /// Whether nothing was ever done with rules.
  var isUnused: Bool {
    all.isEmpty && lastNumber == 0 && !isPaused && state.hasBytes(of: Self.firstState)
  }

  /// Whether any rule asks how big requests are.
  var areAboutSizes: Bool { all.contains { $0.rule.condition.bytes != nil } }

  // MARK: Setting

  /// Adds rules behind those that are there, and returns their names.
  mutating func add(_ rules: [FaultRule], now: Int64) -> [String] {
    forgetPlaces()
    var names = Set(all.map { ExactText($0.rule.id) })
    names.formUnion(rules.map { ExactText($0.id) })
    return rules.map { rule in
      var rule = rule
      if rule.id.isEmpty {
        repeat {
          lastNumber += 1
        } while !names.insert(ExactText("rule-\(lastNumber)")).inserted
        rule = rule.named("rule-\(lastNumber)")
      }
      all.append(ArmedRule(rule, now: now))
      return rule.id
    }
  }

  /// Removes a rule; false where there is none of that name.
  mutating func remove(_ id: String) -> Bool {
    guard let index = all.firstIndex(where: { $0.rule.id.hasBytes(of: id) }) else { return false }
    all.remove(at: index)
    forgetPlaces()
    return true
  }

  /// Removes the rules whose names begin so.
  mutating func removeAll(under prefix: String) {
    removeAll { $0.utf8.starts(with: prefix.utf8) }
  }

  /// Removes the rules with such names.
  mutating func removeAll(where isNamed: (String) -> Bool) {
    all.removeAll { isNamed($0.rule.id) }
    forgetPlaces()
  }

  private mutating func forgetPlaces() {
    candidates.removeAll()
    places = [:]
    knownNames = nil
  }

  mutating func removeAll() { self = FaultRules() }

  var names: Names {
    mutating get {
      let names = knownNames ?? Names(all)
      knownNames = names
      return names
    }
  }

  // MARK: Acting

  /// The rules that are about calls of an operation. Others are not asked about them.
  mutating func candidates(for operation: String) -> Candidates {
    if let known = candidates[operation] { return known }
    var found = Candidates()
    for index in all.indices where all[index].rule.isAbout(operation) {
      let rule = all[index].rule
      found.add(FaultScreen(rule, at: index), rule.phase)
    }
    candidates.updateValue(found, forKey: operation)
    return found
  }

  /// What rules do at a point of a call.
  ///
  /// - Parameters:
  ///   - screens: Those of the rules that act in that phase.
  ///   - heads: Those of the call, and of the item where there is one.
  mutating func strike(
    _ screens: [FaultScreen], _ facts: FaultFacts, _ heads: FaultHeads,
    _ item: FaultItem? = nil, now: Int64
  ) -> FaultStrike {
    var strike = FaultStrike()
    // They are made once, and only where a rule applies.
    var known: FaultKeys?
    let call = facts.context.callNumber
    var next = 0
    while strike.error == nil {
      if !isPaused { next = pass(screens, from: next, heads, of: call) }
      guard next < screens.count else { break }
      let index = screens[next].index
      next += 1
      guard index < all.count else { continue }
      let rule = all[index].rule
      if let reason = refusal(of: index, rule, now) ?? rule.refusal(facts, item) {
        all[index].pass(reason, call)
        continue
      }
      let keys = known ?? FaultKeys(facts, item)
      known = keys
      act(index, keys, call, facts.seed, now, &strike)
    }
    return strike
  }

  /// Passes rules that are refused at a glance.
  ///
  /// - Returns: The place of the first rule that must be asked itself.
  private mutating func pass(
    _ screens: [FaultScreen], from start: Int, _ heads: FaultHeads, of call: UInt64
  ) -> Int {
    all.withUnsafeMutableBufferPointer { rules in
      var next = start
      while next < screens.count {
        let index = screens[next].index
        guard index < rules.count, rules[index].pass(screens[next], heads, of: call) else { break }
        next += 1
      }
      return next
    }
  }

  /// What the rules do to a push that is about to reach its device.
  mutating func strike(_ push: FaultPush, seed: UInt64, now: Int64) -> FaultStrike {
    var strike = FaultStrike()
    for index in all.indices where all[index].rule.phase == .push {
      let rule = all[index].rule
      if let reason = refusal(of: index, rule, now) ?? rule.refusal(push) {
        all[index].pass(reason, 0)
      } else {
        act(index, FaultKeys(device: push.device), 0, seed, now, &strike)
      }
    }
    return strike
  }

  /// Why the rule could not act now, regardless of the call.
  @inline(__always)
  private func refusal(of index: Int, _ rule: FaultRule, _ now: Int64) -> FaultReason? {
    if isPaused { return .paused }
    if rule.asks.isDisjoint(with: [.time, .state]) {
      return all[index].counters.isArmed ? nil : .disarmed
    }
    if let state = rule.condition.state, !state.hasBytes(of: self.state) { return .state }
    return all[index].refusal(at: now)
  }

  private mutating func act(
    _ index: Int, _ keys: FaultKeys, _ call: UInt64, _ seed: UInt64, _ now: Int64,
    _ strike: inout FaultStrike
  ) {
    guard all[index].evaluate(keys, call, seed, now, &strike) else { return }
    let rule = all[index].rule
    if let next = rule.nextState { state = next }
    for id in rule.arms { arm(id, true, now) }
    for id in rule.disarms { arm(id, false, now) }
  }

  private mutating func arm(_ id: String, _ isArmed: Bool, _ now: Int64) {
    if places.isEmpty {
      for (index, armed) in all.enumerated() { places[ExactText(armed.rule.id)] = index }
    }
    // The rule may have been removed since the other was added.
    if let index = places[ExactText(id)] { all[index].arm(isArmed, now: now) }
  }
}
