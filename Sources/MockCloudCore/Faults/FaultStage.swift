/// The rules for one phase of a list, in their order.
struct FaultStage: Sendable {
  /// The rules that every call evaluates.
  private(set) var screens: [FaultScreen] = []
  /// For each of them, the reason why it did not act when it was last evaluated.
  private(set) var reasons: [FaultReason?] = []
  /// The points at which exactly the first of them were evaluated.
  private var tally = PrefixTally()
  /// What the rules that every call evaluates refer to.
  private var tables = FaultTables()
  /// The rules for which the reason is known without evaluating them.
  var group = FaultGroup()
  /// The rules that took the call from others, by the places of these in `reasons`.
  var shadows: [Int: FaultRule] = [:]
  /// The number of the last call that reached the phase.
  private(set) var call: UInt64 = 0
  /// The number of the first point of that call.
  private(set) var firstPoint: UInt64 = 0
  /// Whether reasons have changed since the journal last had them.
  var isChanged = true
  /// Whether a rule counts by record, or has states of records.
  private var needsRecords = false
  /// Whether a rule chooses by chance.
  private var needsDraws = false
  /// Whether a rule counts by zone, or has states of zones.
  private var needsZones = false
  /// Whether the test of a rule's condition asks for something of the point.
  private var needsTraits = false
  /// Whether a rule needs a state that is the same for all items of a call.
  private var needsStates = false
  /// The version of the states that the screens know; nil if one of them was added since.
  private var statesVersion: UInt64?
  /// The keys by which rules count.
  private(set) var kinds: FaultKey.Kinds = []
  private var roster: FaultRoster?
  /// What the journal last had of the stage.
  var lastPart: FaultPasses.Part?

  // MARK: Rules

  /// Adds a rule that every call evaluates.
  ///
  /// - Parameters:
  ///   - refusal: The reason why it is not about the caller.
  ///   - isSwitched: Whether a rule can arm or disarm it.
  mutating func add(
    _ armed: ArmedRule, at place: Int, _ refusal: FaultReason?, isSwitched: Bool, seed: UInt64
  ) {
    note(armed.rule)
    let screen = tables.screen(armed, at: place, refusal, isSwitched: isSwitched, seed: seed)
    screens.append(screen)
    reasons.append(nil)
    tally.add()
    if screen.hasTest { needsTraits = true }
    if screen.needsState {
      needsStates = true
      statesVersion = nil
    }
    roster = nil
  }

  /// Adds a rule for which the reason why it does not act is known.
  mutating func add(_ place: Int, _ reason: FaultReason, unless key: UInt64?, _ rule: FaultRule) {
    // Without a key, it is never evaluated.
    if key != nil { note(rule) }
    group.add(place, reason, unless: key)
  }

  private mutating func note(_ rule: FaultRule) {
    let keys = [
      rule.limit.key, rule.condition.window?.key, rule.condition.state?.key, rule.nextState?.key,
    ]
    if keys.contains(.zone) { needsZones = true }
    if keys.contains(.record) { needsRecords = true }
    if rule.limit.probability != nil
      || rule.effects.contains(where: { $0.kind == .latency || $0.kind == .shuffle })
    {
      needsDraws = true
    }
    kinds.formUnion(rule.gate.kinds)
  }

  /// Removes a rule that may be in the stage.
  mutating func remove(at place: Int) {
    group.remove(at: place)
    if let index = index(of: place) { screens[index].end() }
  }

  /// Returns the index of a rule among those that every call evaluates.
  func index(of place: Int) -> Int? {
    let index = Bisection.first(in: screens.indices) { screens[$0].place >= place }
    return index < screens.count && screens[index].place == place ? index : nil
  }

  /// Adds to the keys of a point what the rules need of its item.
  func name(
    _ item: FaultItem?, _ facts: FaultFacts, in keys: inout FaultKeys, _ marks: inout FaultMarks
  ) {
    if needsZones || (needsRecords || needsDraws) && item != nil {
      marks.name(item, facts, in: &keys)
    }
  }

  mutating func roster(_ rules: [ArmedRule]) -> FaultRoster {
    if let roster { return roster }
    let new = FaultRoster(screens.map { $0.place }, rules)
    roster = new
    return new
  }

  // MARK: Evaluation

  /// Begins a point of a call. Returns whether it is the first one of the call.
  mutating func begin(_ point: UInt64, of call: UInt64) -> Bool {
    if self.call == call, firstPoint > 0 { return false }
    self.call = call
    firstPoint = point
    if !shadows.isEmpty { shadows = [:] }
    return true
  }

  /// Begins to evaluate the rules at a point of a call.
  ///
  /// It and the initialisers that it calls are inlined, so that the walk is not moved.
  @inline(__always)
  mutating func begin(
    _ moment: inout FaultMoment, _ facts: FaultFacts, _ item: FaultItem?, _ marks: inout FaultMarks,
    _ rules: [ArmedRule]
  ) -> StageWalk {
    let isFirst = begin(moment.point, of: moment.call)
    name(item, facts, in: &moment.keys, &marks)
    if needsStates, statesVersion != moment.states.version {
      note(moment.states, moment.keys, rules)
    }
    if !kinds.isEmpty { moment.marks = marks.note(kinds, of: moment.keys) }
    let traits = needsTraits ? FaultTraits(facts, item) : FaultTraits()
    tables.note(facts, item)
    var draws = DrawPlace.none
    if needsDraws {
      let own = item.map { marks.draw(of: $0, moment.keys.record) }
      draws = moment.keys.prepareDraws(own)
    }
    return StageWalk(
      point: FaultTestPoint(moment, traits, draws), isFirst: isFirst,
      found: group.isEmpty ? [] : group.found(facts, item), isTaken: moment.taker != nil)
  }

  /// Ends the evaluation of the rules at a point.
  mutating func end(_ walk: borrowing StageWalk, _ moment: borrowing FaultMoment) {
    tally.count(walk.next, at: moment.point)
    if group.isEmpty { return }
    group.pass(
      upTo: moment.taker == nil ? .max : walk.taken, at: moment.point, beginsCall: walk.isFirst,
      walk.own)
  }

  /// Finds the next rule that must be evaluated, and counts those before it. Returns its place.
  mutating func next(_ walk: inout StageWalk, _ rules: inout [ArmedRule]) -> Int? {
    (walk.index, walk.isAdmitted) = (nil, false)
    var bound = Int.max
    if walk.nextFound < walk.found.count { bound = group.places[walk.found[walk.nextFound]] }
    if walk.next < screens.count {
      (walk.next, walk.isAdmitted) = test(from: walk.next, before: bound, &rules, walk.point)
    }
    if walk.next < screens.count, screens[walk.next].place < bound {
      walk.index = walk.next
      walk.taken = screens[walk.next].place
      walk.next += 1
    } else if bound < .max {
      walk.nextFound += 1
      walk.taken = bound
    } else {
      return nil
    }
    return walk.taken
  }

  /// Finds out which rules lack the states that they need.
  ///
  /// - Parameter keys: The keys of the call.
  @inline(never)
  private mutating func note(_ states: FaultStates, _ keys: FaultKeys, _ rules: [ArmedRule]) {
    statesVersion = states.version
    for index in screens.indices where screens[index].needsState {
      Steps.take()
      guard let state = rules[screens[index].place].rule.condition.state else { continue }
      screens[index].note(isOut: !states.holds(state, keys[state.key]))
    }
  }

  mutating func set(_ reason: FaultReason?, at index: Int) {
    if reasons[index] == reason { return }
    reasons[index] = reason
    isChanged = true
  }

  /// Tests rules until one must be evaluated in full.
  ///
  /// - Returns: The index of that rule, and whether only its effects are left.
  private mutating func test(
    from start: Int, before bound: Int, _ rules: inout [ArmedRule], _ point: FaultTestPoint
  ) -> (next: Int, isAdmitted: Bool) {
    let screens = screens
    let result = tables.withPointers { tables in
      withUnsafePointer(to: point) { place in
        withUnsafePointer(to: point.marks) { marks in
          screens.withUnsafeBufferPointer { screens in
            rules.withUnsafeMutableBufferPointer { rules in
              reasons.withUnsafeMutableBufferPointer { reasons in
                Self.test(from: start, before: bound, screens, rules, reasons, place, marks, tables)
              }
            }
          }
        }
      }
    }
    if result.hasChanged { isChanged = true }
    Steps.take(result.next - start)
    return (result.next, result.isAdmitted)
  }

  private static func test(
    from start: Int, before bound: Int, _ screens: UnsafeBufferPointer<FaultScreen>,
    _ rules: UnsafeMutableBufferPointer<ArmedRule>,
    _ reasons: UnsafeMutableBufferPointer<FaultReason?>, _ point: UnsafePointer<FaultTestPoint>,
    _ marks: UnsafePointer<FaultMarks.All>, _ tables: UnsafePointer<FaultTables.Pointers>
  ) -> (next: Int, isAdmitted: Bool, hasChanged: Bool) {
    var (next, hasChanged) = (start, false)
    guard let first = screens.baseAddress,
      let armed = UnsafeMutableRawPointer(rules.baseAddress), let last = reasons.baseAddress
    else { return (next, false, false) }
    let end =
      bound == .max
      ? screens.count : Bisection.first(in: screens.indices) { screens[$0].place >= bound }
    while next < end {
      let screen = first + next
      let rule = (armed + screen.pointee.offset).assumingMemoryBound(to: ArmedRule.self)
      switch FaultTestPoint.test(screen, rule, at: point, marks, tables) {
      case .passed(let reason):
        if last[next] != reason {
          last[next] = reason
          hasChanged = true
        }
      case .gone:
        if last[next] != nil {
          last[next] = nil
          hasChanged = true
        }
      case .open: return (next, false, hasChanged)
      case .admitted: return (next, true, hasChanged)
      }
      next &+= 1
    }
    return (next, false, hasChanged)
  }

  // MARK: Counts

  /// Adds what was counted to the rules.
  mutating func settle(_ rules: inout [ArmedRule]) {
    let (screens, reasons) = (screens, reasons)
    tally.settle { index, passed in
      let place = screens[index].place
      rules[place].count(passed.count)
      rules[place].noteLate(reasons[index], passed.point)
    }
    group.settle(&rules)
  }
}
