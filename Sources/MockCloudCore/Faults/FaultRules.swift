/// The rules of a cloud's fault language in order, with all their counters.
struct FaultRules: Sendable {
  var all: [ArmedRule] = []
  /// The states that conditions of rules refer to and rules change.
  var states = FaultStates()
  /// Whether no rule acts.
  var isPaused = false
  /// The number in the last name given to a rule without one.
  var lastNumber = 0
  /// The rules for an operation, collected at its first call.
  private var candidates = OrderedMap<ExactText, Candidates>()
  /// The places of rules by name, collected when a rule first arms another.
  private var places: [ExactText: Int] = [:]
  private var knownNames: Names?

  /// The places of the rules for one operation, by the phases in which they act.
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

    /// The number of rules.
    var count: Int { before.count + items.count + commit.count + after.count }

    /// Passes all places to `body`, in the order of the phases.
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

  /// The operation of the harness that adds rules, as the journal names their source.
  static let source = "mock/faults/add"

  var isEmpty: Bool { all.isEmpty }

  /// Whether rules were never used.
  var isUnused: Bool {
    all.isEmpty && lastNumber == 0 && !isPaused && states.isEmpty
  }

  /// Whether any condition refers to the size of requests.
  var areAboutSizes: Bool { all.contains { $0.rule.condition.bytes != nil } }

  // MARK: Setting

  /// Adds rules after the existing ones, but before those that are always the last, and returns
  /// their names.
  mutating func add(_ rules: [FaultRule], now: Int64) -> [String] {
    forgetPlaces()
    var names = Set(all.map { ExactText($0.rule.id) })
    names.formUnion(rules.map { ExactText($0.id) })
    var identities = Identities(all)
    var last = all.suffix(from: all.firstIndex { $0.rule.isLast } ?? all.endIndex)
    all.removeLast(last.count)
    defer { all += last }
    return rules.map { rule in
      var rule = rule
      if rule.id.isEmpty {
        repeat {
          lastNumber += 1
        } while !names.insert(ExactText("rule-\(lastNumber)")).inserted
        rule = rule.named("rule-\(lastNumber)")
      }
      let armed = ArmedRule(rule, now: now, identity: identities.identity(of: rule))
      if rule.isLast { last.append(armed) } else { all.append(armed) }
      return rule.id
    }
  }

  /// Removes a rule; returns false if there is none with that name.
  mutating func remove(_ id: String) -> Bool {
    guard let index = all.firstIndex(where: { $0.rule.id.hasBytes(of: id) }) else { return false }
    all.remove(at: index)
    forgetPlaces()
    return true
  }

  /// Removes the rules whose names have the given prefix.
  mutating func removeAll(under prefix: String) {
    removeAll { $0.utf8.starts(with: prefix.utf8) }
    states.removeAll(under: prefix)
  }

  /// Removes the rules whose names satisfy a predicate.
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

  /// Returns the rules for an operation. Calls of the operation evaluate no others.
  mutating func candidates(for operation: String) -> Candidates {
    if let known = candidates[ExactText(operation)] { return known }
    var found = Candidates()
    for index in all.indices where all[index].rule.isAbout(operation) {
      let rule = all[index].rule
      found.add(FaultScreen(rule, at: index), rule.phase)
    }
    candidates.updateValue(found, forKey: ExactText(operation))
    return found
  }

  /// Returns the effects of the rules at a point of a call.
  ///
  /// - Parameters:
  ///   - screens: The screens of the rules that act in that phase.
  ///   - heads: The heads of the call, and of the item if there is one.
  ///   - source: The operation of the harness that added the rules.
  mutating func strike(
    _ screens: [FaultScreen], _ facts: FaultFacts, _ heads: FaultHeads, _ item: FaultItem?,
    now: Int64, from source: String = Self.source
  ) -> FaultStrike {
    var strike = FaultStrike(timeMayPass: facts.timeMayPass)
    // Built once, and only if a rule applies.
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
      if let state = rule.condition.state, !facts.states.holds(state, keys[state.key]) {
        all[index].pass(.state, call)
        continue
      }
      act(index, keys, call, facts.seed, now, source, &strike)
    }
    return strike
  }

  /// Counts the rules whose screens alone show that they do not apply.
  ///
  /// - Returns: The place of the first rule that must be evaluated.
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

  /// Returns the effects of the rules on a push to a device.
  mutating func strike(_ push: FaultPush, seed: UInt64, now: Int64) -> FaultStrike {
    var strike = FaultStrike()
    let (keys, before) = (FaultKeys(push), states)
    for index in all.indices where all[index].rule.phase == .push {
      let rule = all[index].rule
      if let reason = refusal(of: index, rule, now) ?? rule.refusal(push) {
        all[index].pass(reason, 0)
      } else if let state = rule.condition.state, !before.holds(state, keys[state.key]) {
        all[index].pass(.state, 0)
      } else {
        act(index, keys, 0, seed, now, Self.source, &strike)
      }
    }
    return strike
  }

  /// Returns the reason why the rule cannot act now, regardless of the call.
  @inline(__always)
  private func refusal(of index: Int, _ rule: FaultRule, _ now: Int64) -> FaultReason? {
    if isPaused { return .paused }
    if !rule.asks.contains(.time) { return all[index].counters.isArmed ? nil : .disarmed }
    return all[index].refusal(at: now)
  }

  private mutating func act(
    _ index: Int, _ keys: FaultKeys, _ call: UInt64, _ seed: UInt64, _ now: Int64,
    _ source: String, _ strike: inout FaultStrike
  ) {
    guard all[index].evaluate(keys, call, seed, now, source, &strike) else { return }
    let rule = all[index].rule
    follow(rule, rule.nextState.map { keys[$0.key] } ?? "", now)
  }

  /// Makes the changes of rules that follow an act.
  ///
  /// - Parameter owner: For whom the rule's next state is kept.
  private mutating func follow(_ rule: FaultRule, _ owner: ExactText, _ now: Int64) {
    if let next = rule.nextState { states.enter(next, owner) }
    for id in rule.arms { arm(id, true, resets: rule.resetsArmed, now) }
    for id in rule.disarms { arm(id, false, resets: false, now) }
  }

  /// Ends an act whose effects might have done nothing. If they did nothing, it is no injection.
  mutating func settle(_ act: RuleAct, now: Int64) {
    guard let rule = act.rule else { return }
    if act.didSomething { return follow(rule, act.owner, now) }
    // Rules may have been removed since.
    guard let index = all.firstIndex(where: { $0.rule === rule }) else { return }
    all[index].retract(act.key, act.open.first.flatMap { FaultReason(noEffectOf: $0) })
  }

  /// Arms or disarms the rules at the given places.
  mutating func arm(_ places: [Int], _ isArmed: Bool, resets: Bool, now: Int64) {
    for place in places where all.indices.contains(place) {
      all[place].arm(isArmed, resets: resets, now: now)
    }
  }

  private mutating func arm(_ id: String, _ isArmed: Bool, resets: Bool, _ now: Int64) {
    if places.isEmpty {
      for (index, armed) in all.enumerated() { places[ExactText(armed.rule.id)] = index }
    }
    // The rule may have been removed since the other one was added.
    if let index = places[ExactText(id)] { all[index].arm(isArmed, resets: resets, now: now) }
  }
}
