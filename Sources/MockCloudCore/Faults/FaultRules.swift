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
  /// The numbers of rules of the fault language, of set errors, and of rules about sizes.
  private(set) var count = 0
  private var setCount = 0
  private var sizeCount = 0
  /// The places of the rules of the fault language by name.
  private(set) var places: [ExactText: Int] = [:]
  /// The names that rules arm or disarm.
  private var armable: Set<ExactText> = []
  private var identities = Identities()
  /// What the states of the rules' groups are kept for.
  private(set) var scopes = StateScopes()
  private(set) var setIndex = SetErrorIndex()
  /// The rules for each caller, collected at its first call.
  var lists: [FaultList] = []
  private var listPlaces: [FaultCaller: Int] = [:]
  /// The place of the list that was found last.
  private var lastList: Int?
  /// The places of the rules about pushes, and the number of rules among which they were sought.
  var pushes: (places: [Int], known: Int) = ([], 0)
  /// Changes when places in lists become invalid.
  private(set) var generation: UInt64 = 0
  /// The number of points of calls so far.
  var point: UInt64 = 0
  /// The keys of the last point.
  var marks = FaultMarks()
  /// The places of the rules that are evaluated after all others.
  private var lastPlaces: [Int] = []

  /// The operation of the harness that adds rules, as the journal names their source.
  static let source = "mock/faults/add"
  /// The lists are made anew if there are more callers.
  private static let mostLists = 256

  /// Whether there is no rule of the fault language.
  var isEmpty: Bool { count == 0 }

  var hasSetErrors: Bool { setCount > 0 }

  /// Whether rules were never used.
  var isUnused: Bool {
    count == 0 && lastNumber == 0 && !isPaused && states.isEmpty
  }

  /// Whether any condition refers to the size of requests.
  var areAboutSizes: Bool { sizeCount > 0 }

  /// The rules of the fault language in order.
  var all: [ArmedRule] {
    Steps.take(slots.count)
    return settled.slots.filter { $0.rank == nil && !$0.counters.isGone }
  }

  /// The set errors in the order in which they were set, those of calls first.
  var setErrors: [ArmedRule] {
    Steps.take(slots.count)
    return slots.filter { $0.rank != nil && !$0.counters.isGone }.genericSorted(
      by: ArmedRule.isListed)
  }

  private var settled: FaultRules {
    var settled = self
    for index in lists.indices { settled.lists[index].settle(&settled.slots) }
    return settled
  }

  // MARK: Adding and removing

  /// Adds rules after the existing ones, but before those that are always the last, and returns
  /// their names.
  mutating func add(_ rules: [FaultRule], now: Int64) -> [String] {
    var names = Set(rules.map { ExactText($0.id) })
    let added = rules.map { rule in
      var rule = rule
      if rule.id.isEmpty {
        var name: ExactText
        repeat {
          lastNumber += 1
          name = ExactText("rule-\(lastNumber)")
        } while has(name.text) || !names.insert(name).inserted
        rule = rule.named(name.text)
      }
      let identity = identities.identity(of: rule)
      identities.take(identity)
      return ArmedRule(rule, now: now, identity: identity)
    }
    let last = rules.allSatisfy(\.isLast) ? [] : takeLast()
    let ordered = added.filter { !$0.rule.isLast } + last + added.filter(\.rule.isLast)
    for armed in ordered { append(armed) }
    return added.map(\.rule.id)
  }

  /// Removes the rules that are evaluated after all others, to add them after new ones.
  private mutating func takeLast() -> [ArmedRule] {
    if lastPlaces.isEmpty { return [] }
    forgetLists()
    let last = lastPlaces.filter { !slots[$0].counters.isGone }
    let taken = last.map { slots[$0] }
    for place in last { remove(at: place) }
    lastPlaces = []
    compact()
    return taken
  }

  /// The rule of the fault language with a name.
  func rule(named id: String) -> FaultRule? { places[ExactText(id)].map { slots[$0].rule } }

  /// Whether there is a rule of the fault language with a name.
  func has(_ id: String) -> Bool { places[ExactText(id)] != nil }

  /// Adds a rule whose name no other rule has.
  mutating func append(_ armed: ArmedRule) {
    Steps.take()
    if armed.rank == nil {
      places[ExactText(armed.rule.id)] = slots.count
      identities.take(armed.counters.identity)
      scopes.add(armed.rule)
      count += 1
      if armed.rule.condition.bytes != nil { sizeCount += 1 }
      if armed.rule.isLast { lastPlaces.append(slots.count) }
    } else {
      setCount += 1
    }
    slots.append(armed)
    let names = armed.rule.arms + armed.rule.disarms
    if names.isEmpty { return }
    armable.formUnion(names.map { ExactText($0) })
    forgetLists()
  }

  /// Removes a rule or a set error by name; returns false if there is none.
  mutating func remove(_ id: String) -> Bool {
    guard let place = places[ExactText(id)] ?? setIndex[id] else { return false }
    remove(at: place)
    compact()
    return true
  }

  private mutating func remove(at place: Int) {
    Steps.take()
    guard slots.indices.contains(place), !slots[place].counters.isGone else { return }
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
    for index in lists.indices { lists[index].remove(at: place, rule.phase) }
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
    let next = generation &+ 1
    self = FaultRules()
    generation = next
  }

  /// Drops the places of removed rules if they are most of them.
  private mutating func compact() {
    let left = count + setCount
    guard slots.count > 32, slots.count > 2 * left else { return }
    forgetLists()
    slots.removeAll { $0.counters.isGone }
    (places, lastPlaces) = ([:], [])
    var errors: [(place: Int, rule: FaultRule, number: UInt64)] = []
    for (place, armed) in slots.enumerated() {
      Steps.take()
      if let rank = armed.rank {
        errors.append((place, armed.rule, rank.number))
      } else {
        places[ExactText(armed.rule.id)] = place
        if armed.rule.isLast { lastPlaces.append(place) }
      }
    }
    setIndex.replace(errors)
  }

  /// Adds what was counted to the rules, and makes the lists anew when they are needed.
  mutating func forgetLists() {
    for index in lists.indices { lists[index].settle(&slots) }
    (lists, listPlaces, lastList) = ([], [:], nil)
    pushes = ([], 0)
    generation &+= 1
  }

  // MARK: Set errors

  /// Begins the errors of a scope, which replace earlier ones.
  mutating func beginErrors(_ scope: SetErrorScope) {
    // A scope without errors would be lost later.
    compact()
    for place in setIndex.begin(scope) { remove(at: place) }
  }

  /// Sets the error of calls of a scope, which replaces an earlier one.
  mutating func setError(_ error: ErrorSpecification, _ scope: SetErrorScope, _ limit: FaultLimit) {
    beginErrors(scope)
    set(.set(error, scope, named: scope.name, limit: limit), scope.name, scope.keys.count)
  }

  /// Adds the error of a record to a scope, which replaces an earlier one of the same record.
  mutating func setError(_ record: SetRecordError, _ scope: SetErrorScope, _ limit: FaultLimit) {
    let (scopeName, recordName, zoneID) = (scope.name, record.recordName, record.zoneID)
    let name = SetErrorScope.name(scopeName, recordName, zoneID)
    set(
      .set(record.error, scope, named: name, of: recordName, zoneID, limit: limit), scopeName,
      scope.keys.count)
  }

  private mutating func set(_ rule: FaultRule, _ scope: String, _ keys: Int) {
    if let earlier = setIndex.add(rule.id, at: slots.count, to: scope) { remove(at: earlier) }
    let rank = SetErrorRank(
      keys: keys, number: setIndex.lastNumber, hasZone: rule.condition.zone != nil)
    append(ArmedRule(rule, rank))
  }

  /// Removes the errors of all scopes that have every key of this one with the same value.
  mutating func clearErrors(_ scope: SetErrorScope) {
    for place in setIndex.end(within: scope) { remove(at: place) }
    compact()
  }

  /// Restores the counters of the set error that was set last.
  mutating func restoreLast(_ counters: ArmedRule.Counters) {
    guard let last = slots.indices.last else { return }
    slots[last].restore(counters)
  }

  // MARK: Finding

  /// Returns what a call needs to find its rules.
  mutating func place(for facts: FaultFacts) -> FaultPlace {
    let (operation, context) = (facts.operation, facts.context)
    let list = count > 0 ? list(for: facts) : nil
    var place =
      list.map { FaultPlace(generation: generation, list: $0) }
      ?? FaultPlace(generation: generation)
    if setCount > 0 {
      place.setErrors = setIndex.scopes(operation, context, ofRecords: false)
        .compactMap { setIndex[$0] }
      place.recordScopes = setIndex.scopes(operation, context, ofRecords: true)
    }
    return place
  }

  func isCurrent(_ place: FaultPlace) -> Bool {
    place.hasList && place.generation == generation && lists.indices.contains(place.list)
  }

  /// Whether rules may act at items or at the commit.
  func areWatching(_ place: FaultPlace) -> Bool {
    if !place.recordScopes.isEmpty { return true }
    return isCurrent(place)
      && !(lists[place.list].items.isEmpty && lists[place.list].commit.isEmpty)
  }

  private mutating func list(for facts: FaultFacts) -> Int {
    let place = placeOfList(for: facts)
    lastList = place
    guard lists[place].known < slots.count else { return place }
    let (armable, isPaused) = (armable, isPaused)
    lists[place].extend(slots, facts) { armed in
      armed.counters.isArmed && !isPaused && !armable.contains(ExactText(armed.rule.id))
    }
    return place
  }

  private mutating func placeOfList(for facts: FaultFacts) -> Int {
    if let lastList, lists[lastList].caller.isCaller(of: facts) { return lastList }
    let caller = FaultCaller(facts)
    if let place = listPlaces[caller] { return place }
    if lists.count >= Self.mostLists { forgetLists() }
    listPlaces[caller] = lists.count
    lists.append(FaultList(caller))
    return lists.count - 1
  }

  // MARK: Arming

  /// Arms or disarms rules by name.
  mutating func arm(_ ids: [String], _ isArmed: Bool, resets: Bool, now: Int64) {
    // Lists have conclusions from whether a rule is armed, and its counts.
    forgetLists()
    for id in ids { arm(id, isArmed, resets: resets, now) }
  }

  /// Arms or disarms a rule.
  mutating func arm(_ id: String, _ isArmed: Bool, resets: Bool, _ now: Int64) {
    // The rule may have been removed since the other one was added.
    if let place = places[ExactText(id)] { slots[place].arm(isArmed, resets: resets, now: now) }
  }
}
