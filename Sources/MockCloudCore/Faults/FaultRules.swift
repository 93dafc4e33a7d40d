/// The rules of a cloud with all their counters: those of the fault language in order, and set
/// errors, which come before them.
struct FaultRules: Sendable {
  /// All rules. The places of removed ones stay until they are many, so that lists of places remain
  /// valid.
  var slots: [ArmedRule] = []
  /// The states that conditions of rules refer to and rules change.
  var states = FaultStates()
  /// Whether no rule acts.
  var isPaused = false {
    didSet { if isPaused != oldValue { forgetLists() } }
  }
  /// The number in the last name given to a rule without one.
  var lastNumber = 0
  /// The last run of counts: it increases if a rule is removed, or its counts start anew, while it is open
  /// what one of its acts did. Such an act does not belong to later counts under the rule's name.
  var lastRun = 0
  /// The numbers of rules of the fault language, of set errors, and of rules about sizes.
  private(set) var count = 0
  private(set) var setCount = 0
  private var sizeCount = 0
  /// The places of the rules of the fault language by name.
  private(set) var places: [ExactText: Int] = [:]
  /// The places of the rules of the fault language in order, also of removed ones.
  private(set) var rulePlaces: [Int] = []
  /// The names that rules arm or disarm.
  private(set) var armable: Set<ExactText> = []
  private var identities = Identities()
  /// What the states of the rules' groups are kept for.
  private(set) var scopes = StateScopes()
  var setIndex = SetErrorIndex()
  /// The rules for each caller, collected at its first call.
  var lists: [FaultList] = []
  var listPlaces: [FaultCaller: Int] = [:]
  /// The place of the list that was found last.
  var lastList: Int?
  /// The seed of the draws that the lists expect.
  var seed: UInt64 = 0
  /// Whether the lists must be made anew before the next point.
  var listsAreOutdated = false
  /// The places of the rules about pushes, those that are evaluated after all others, and the number
  /// of rules among which they were sought.
  var pushes: (places: [Int], last: [Int], known: Int) = ([], [], 0)
  /// Changes when places in lists become invalid.
  var generation: UInt64 = 0
  /// The number of points of calls so far.
  var point: UInt64 = 0
  /// The keys of the last point.
  var marks = FaultMarks()
  /// By how many milliseconds the clock was set back since the times in the counters were settled.
  private var setBack: Int64 = 0

  /// The operation of the harness that adds rules, as the journal names their source.
  static let source = "mock/faults/add"
  /// The lists are made anew if there are more callers.
  static let mostLists = 256
  /// The times in the counters are settled if the clock was set back by more: 73 million years.
  private static let mostSetBack: Int64 = 1 << 61

  /// Whether there is no rule of the fault language.
  var isEmpty: Bool { count == 0 }

  var hasSetErrors: Bool { setCount > 0 }

  /// Whether rules were never used.
  var isUnused: Bool {
    count == 0 && lastNumber == 0 && lastRun == 0 && !isPaused && states.isEmpty
  }

  /// Whether any condition refers to the size of requests.
  var areAboutSizes: Bool { sizeCount > 0 }

  /// The rules of the fault language in order.
  var all: [ArmedRule] {
    Steps.take(slots.count)
    return inOrder(settled.slots.filter { $0.rank == nil && !$0.counters.isGone })
  }

  /// Returns rules, which are given in the order of their places, in that of their evaluation.
  private func inOrder(_ rules: [ArmedRule]) -> [ArmedRule] {
    rules.contains { $0.rule.isLast }
      ? rules.filter { !$0.rule.isLast } + rules.filter(\.rule.isLast) : rules
  }

  /// The set errors in the order in which they were set, those of calls first.
  var setErrors: [ArmedRule] {
    Steps.take(slots.count)
    return slots.filter { $0.rank != nil && !$0.counters.isGone }.genericSorted(
      by: ArmedRule.isListed)
  }

  private var settled: FaultRules {
    var settled = self
    settled.settle()
    return settled
  }

  private mutating func settle() {
    settleLists()
    settleTimes()
  }

  /// The set errors and the rules, in the order in which they are listed.
  var listed: [ArmedRule] { setErrors + all }

  /// Returns the rules with these names, in order, or the set error with the only name, without the
  /// cost of a list of all. It returns nil for other choices.
  mutating func settled(named choices: [FaultPattern]) -> [ArmedRule]? {
    var chosen: Set<Int> = []
    for choice in choices {
      Steps.take()
      guard let name = choice.exact, let place = place(of: name),
        slots[place].rank == nil || choices.count == 1
      else { return nil }
      chosen.insert(place)
    }
    settle()
    return chosen.isEmpty ? nil : inOrder(chosen.sorted().map { slots[$0] })
  }

  private func place(of id: String) -> Int? { places[ExactText(id)] ?? setIndex[id] }

  /// Returns the clock of the rules.
  func clock(at now: Int64) -> FaultClock { FaultClock(now: now, setBack: setBack) }

  // MARK: Adding and removing

  /// Adds rules after the existing ones and returns their names.
  mutating func add(_ rules: [FaultRule], now: Int64) -> [String] {
    var names = Set(rules.map { ExactText($0.id) })
    return rules.map { rule in
      var rule = rule
      if rule.id.isEmpty {
        var name: ExactText
        repeat {
          lastNumber += 1
          name = ExactText("rule-\(lastNumber)")
        } while has(name.text) || !names.insert(name).inserted
        rule = rule.named(name.text)
      }
      append(
        ArmedRule(
          rule, at: clock(at: now).mark, identity: identities.identity(of: rule), run: lastRun))
      return rule.id
    }
  }

  /// Returns the place of the rule that made an act; nil if it was removed since, or is a set error.
  func place(of act: RuleAct) -> Int? {
    guard let rule = act.rule, let place = places[ExactText(rule.id)], slots[place].made(act) else {
      return nil
    }
    return place
  }

  /// Returns the rule that made an act; nil if it was removed since.
  func rule(of act: RuleAct) -> FaultRule? { place(of: act).map { slots[$0].rule } }

  /// Whether there is a rule of the fault language with a name.
  func has(_ id: String) -> Bool { places[ExactText(id)] != nil }

  /// Adds a rule whose name no other rule has.
  mutating func append(_ armed: ArmedRule) {
    Steps.take()
    if armed.rank == nil {
      places[ExactText(armed.rule.id)] = slots.count
      rulePlaces.append(slots.count)
      identities.take(armed.counters.identity)
      scopes.add(armed.rule)
      count += 1
      if armed.rule.condition.bytes != nil { sizeCount += 1 }
    } else {
      setCount += 1
    }
    slots.append(armed)
    let names = armed.rule.arms + armed.rule.disarms
    for name in names where armable.insert(ExactText(name)).inserted { listsAreOutdated = true }
  }

  /// Lets a rule continue one for which it stands.
  mutating func resume(_ id: String, _ record: RuleRecord) {
    if let place = places[ExactText(id)] { slots[place].resume(record) }
  }

  /// Removes a rule or a set error by name; returns false if there is none.
  mutating func remove(_ id: String) -> Bool {
    guard let place = place(of: id) else { return false }
    remove(at: place)
    compact()
    return true
  }

  mutating func remove(at place: Int) {
    Steps.take()
    guard slots.indices.contains(place), !slots[place].counters.isGone else { return }
    endRun(at: place)
    slots[place].end()
    let rule = slots[place].rule
    guard slots[place].rank == nil else {
      setCount -= 1
      return setIndex.remove(rule, at: place)
    }
    places[ExactText(rule.id)] = nil
    identities.free(slots[place].counters.identity, of: rule)
    scopes.remove(rule)
    count -= 1
    if rule.condition.bytes != nil { sizeCount -= 1 }
    for index in lists.indices { lists[index].remove(at: place, rule) }
  }

  /// Removes the rules whose names have the given prefix.
  mutating func removeAll(under prefix: String) {
    removeAll { $0.utf8.starts(with: prefix.utf8) }
    states.removeAll(under: prefix)
  }

  /// Removes the rules whose names satisfy a predicate.
  mutating func removeAll(where isNamed: (String) -> Bool) {
    for place in slots.indices where slots[place].rank == nil && isNamed(slots[place].rule.id) {
      remove(at: place)
    }
    compact()
  }

  mutating func removeAll() {
    for place in slots.indices { endRun(at: place) }
    let (next, run, point) = (generation &+ 1, lastRun, point)
    self = FaultRules()
    // Calls under way compare them with what they noted.
    (generation, lastRun, self.point) = (next, run, point)
  }

  /// Ends the run of a rule's counts. Returns that of its next counts.
  @discardableResult
  private mutating func endRun(at place: Int) -> Int {
    if slots[place].counters.openActs > 0 { lastRun &+= 1 }
    return lastRun
  }

  /// Drops the places of removed rules if they are most of them.
  mutating func compact() {
    let left = count + setCount
    guard slots.count > 32, slots.count > 2 * left else { return }
    forgetLists()
    slots.removeAll { $0.counters.isGone }
    (places, rulePlaces) = ([:], [])
    var errors: [(place: Int, rule: FaultRule, number: UInt64)] = []
    for (place, armed) in slots.enumerated() {
      Steps.take()
      if let rank = armed.rank {
        errors.append((place, armed.rule, rank.number))
      } else {
        places[ExactText(armed.rule.id)] = place
        rulePlaces.append(place)
      }
    }
    setIndex.replace(errors)
  }

  /// Notes that the clock was set back by the given milliseconds.
  mutating func setBack(by milliseconds: Int64) {
    // Neither number is more than a quarter of the maximum.
    setBack &+= milliseconds
    if setBack > Self.mostSetBack { settleTimes() }
  }

  private mutating func settleTimes() {
    if setBack == 0 { return }
    Steps.take(slots.count)
    for place in slots.indices { slots[place].settle(setBack: setBack) }
    setBack = 0
  }

  // MARK: Arming

  /// Arms or disarms rules by name.
  mutating func arm(_ ids: [String], _ isArmed: Bool, resets: Bool, now: Int64) {
    // Lists have conclusions from whether a rule is armed, and its counts.
    forgetLists()
    let time = clock(at: now).mark
    for id in ids {
      guard let place = places[ExactText(id)] else { continue }
      slots[place].arm(isArmed, run: resets ? endRun(at: place) : nil, at: time)
    }
  }

  /// Arms or disarms a rule because another one acted. The lists stay valid: a call is using one.
  mutating func follow(_ id: String, _ isArmed: Bool, resets: Bool, now: Int64) {
    // The rule may have been removed since the other one was added.
    guard let place = places[ExactText(id)] else { return }
    // So may the other one: the lists then do not know that the rule can change.
    if armable.insert(ExactText(id)).inserted { listsAreOutdated = true }
    if resets { settleLists() }
    slots[place].arm(isArmed, run: resets ? endRun(at: place) : nil, at: clock(at: now).mark)
  }
}
