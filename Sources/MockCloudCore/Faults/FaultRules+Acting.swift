// What rules do at the points of calls, and to pushes.

extension FaultRules {
  /// Returns the effects of the rules at a point of a call.
  mutating func strike(
    _ phase: FaultPhase, at place: inout FaultPlace, _ facts: FaultFacts, _ item: FaultItem?,
    now: Int64, from source: String = Self.source
  ) -> FaultStrike {
    var strike = FaultStrike(timeMayPass: facts.timeMayPass)
    if place.generation != generation { place = self.place(for: facts) }
    point &+= 1
    var moment = FaultMoment(facts, now: now, point, from: source)
    strikeSetErrors(phase, item, &place, &moment, &strike)
    guard isCurrent(place) else { return strike }
    if lists[place.list].hasRules(phase) {
      // The stage is moved: if it were shared, its first change would copy it.
      var stage = FaultStage()
      swap(&stage, &lists[place.list][phase])
      run(&stage, facts, item, &moment, &strike)
      swap(&stage, &lists[place.list][phase])
    }
    if strike.error != nil, let by = moment.taker { shadowLater(phase, place, facts, moment, by) }
    return strike
  }

  private mutating func strikeSetErrors(
    _ phase: FaultPhase, _ item: FaultItem?, _ place: inout FaultPlace,
    _ moment: inout FaultMoment, _ strike: inout FaultStrike
  ) {
    var found: [Int] = []
    if phase == .before {
      found = place.setErrors
    } else if phase == .items, !place.recordScopes.isEmpty {
      guard case .record(let name?, let zoneID)? = item?.id else { return }
      for scope in place.recordScopes {
        for zoneID in [zoneID, nil] {
          if let place = setIndex[SetErrorScope.name(scope, name, zoneID)] { found.append(place) }
        }
      }
    }
    for rule in found where slots.indices.contains(rule) && !slots[rule].counters.isGone {
      place.touched.append(rule)
      if let by = moment.taker {
        slots[rule].shadow(by: by, moment.point)
      } else if isPaused {
        slots[rule].pass(.paused, moment.point)
      } else {
        _ = act(rule, &moment, &strike)
      }
    }
  }

  /// Evaluates the rules of a stage until one of them takes the call.
  private mutating func run(
    _ stage: inout FaultStage, _ facts: FaultFacts, _ item: FaultItem?,
    _ moment: inout FaultMoment, _ strike: inout FaultStrike
  ) {
    let isFirst = stage.begin(moment.point, of: moment.call)
    if stage.needsItems { moment.keys = facts.keys(of: item) }
    moment.marks = marks.note(stage.kinds, of: moment.keys)
    let traits = FaultTraits(facts, item)
    let found = stage.group.isEmpty ? [] : stage.group.found(facts, item)
    var (next, nextFound) = (0, 0)
    var own: [(index: Int, reason: FaultReason?)] = []
    var taken = moment.taker == nil ? Int.max : -1
    while moment.taker == nil {
      let bound = nextFound < found.count ? stage.group.places[found[nextFound]] : Int.max
      let result = pass(&stage, from: next, before: bound, moment, traits)
      next = result.next
      if next < stage.screens.count, stage.screens[next].place < bound {
        let screen = stage.screens[next]
        next += 1
        taken = screen.place
        stage.set(
          result.isAdmitted
            ? apply(screen.place, &moment, &strike)
            : evaluate(screen.place, facts, item, &moment, &strike),
          at: screen.index)
      } else if nextFound < found.count {
        let index = found[nextFound]
        nextFound += 1
        taken = stage.group.places[index]
        own.append((index, evaluate(taken, facts, item, &moment, &strike)))
      } else {
        break
      }
    }
    let isTaken = moment.taker != nil
    if !stage.group.isEmpty {
      let passed = isTaken ? stage.group.count(before: taken + 1) : stage.group.places.count
      // They are counted with the others as well.
      for entry in own { slots[stage.group.places[entry.index]].uncount() }
      stage.group.pass(passed, at: moment.point, beginsCall: isFirst, own)
    }
    guard isTaken, let by = moment.taker else { return }
    for screen in stage.screens[next...] {
      let isShadowed = shadow(screen.place, facts, item, moment, by)
      if isShadowed { stage.shadows[screen.index] = by }
      if isShadowed || slots[screen.place].counters.lastPoint < stage.firstPoint {
        stage.set(isShadowed ? .shadowed : nil, at: screen.index)
      }
    }
    shadow(found[nextFound...], &stage, facts, item, moment, by)
  }

  /// Counts the rules that need not be evaluated in full.
  ///
  /// - Returns: The index of the next rule that must be evaluated, and whether only its effects are
  ///   left.
  private mutating func pass(
    _ stage: inout FaultStage, from start: Int, before bound: Int, _ moment: FaultMoment,
    _ traits: FaultTraits
  ) -> (next: Int, isAdmitted: Bool) {
    let (screens, isPaused) = (stage.screens, isPaused)
    var (next, isAdmitted) = (start, false)
    screens.withUnsafeBufferPointer { screens in
      slots.withUnsafeMutableBufferPointer { rules in
        stage.withReasons { reasons, isChanged in
          guard let first = screens.baseAddress else { return }
          while next < screens.count, (first + next).pointee.place < bound {
            let screen = first + next
            let index = screen.pointee.index
            var reason: FaultReason?
            switch rules[screen.pointee.place].screen(
              screen, traits, moment, isPaused: isPaused)
            {
            case .passed(let why): reason = why
            case .gone: break
            case .open: return
            case .admitted:
              isAdmitted = true
              return
            }
            if reasons[index] != reason {
              reasons[index] = reason
              isChanged = true
            }
            next += 1
          }
        }
      }
    }
    Steps.take(next - start)
    return (next, isAdmitted)
  }

  /// Evaluates a rule. Returns the reason why it did not act; nil if it did.
  private mutating func evaluate(
    _ place: Int, _ facts: FaultFacts, _ item: FaultItem?, _ moment: inout FaultMoment,
    _ strike: inout FaultStrike
  ) -> FaultReason? {
    if slots[place].counters.isGone { return nil }
    if let reason = refusal(of: place, facts, item, moment) {
      slots[place].pass(reason, moment.point)
      return reason
    }
    return act(place, &moment, &strike)
  }

  /// Returns the reason why the condition of a rule does not hold, without its window.
  private func refusal(
    of place: Int, _ facts: FaultFacts, _ item: FaultItem?, _ moment: FaultMoment
  ) -> FaultReason? {
    if isPaused { return .paused }
    let rule = slots[place].rule
    return slots[place].refusal(at: moment.now) ?? rule.refusal(facts, item)
      ?? moment.refusal(rule.condition.state)
  }

  /// Notes that another rule took the call from a rule whose condition holds.
  private mutating func shadow(
    _ place: Int, _ facts: FaultFacts, _ item: FaultItem?, _ moment: FaultMoment, _ by: FaultRule
  ) -> Bool {
    guard !slots[place].counters.isGone, refusal(of: place, facts, item, moment) == nil else {
      return false
    }
    slots[place].shadow(by: by, moment.point)
    return true
  }

  /// Notes that another rule took the call from rules of a group, whose names the call has.
  private mutating func shadow(
    _ found: ArraySlice<Int>, _ stage: inout FaultStage, _ facts: FaultFacts, _ item: FaultItem?,
    _ moment: FaultMoment, _ by: FaultRule
  ) {
    for index in found where shadow(stage.group.places[index], facts, item, moment, by) {
      stage.shadows[-1 - index] = by
      stage.group.note(.shadowed, at: index)
    }
  }

  /// Notes that a rule took the call from those of its later phases.
  private mutating func shadowLater(
    _ phase: FaultPhase, _ place: FaultPlace, _ facts: FaultFacts, _ moment: FaultMoment,
    _ by: FaultRule
  ) {
    var moment = moment
    let later: [FaultPhase] =
      switch phase {
      case .before: [.commit, .after]
      case .commit: [.after]
      case .items, .after, .push: []
      }
    for phase in later where lists[place.list].hasRules(phase) {
      var stage = FaultStage()
      swap(&stage, &lists[place.list][phase])
      if stage.begin(moment.point, of: moment.call) { stage.group.beginCall() }
      // States can be kept for zones, which the rules of this phase did not need.
      if stage.needsItems { moment.keys = facts.keys(of: nil) }
      for screen in stage.screens {
        let isShadowed = shadow(screen.place, facts, nil, moment, by)
        stage.set(isShadowed ? .shadowed : nil, at: screen.index)
        if isShadowed { stage.shadows[screen.index] = by }
      }
      shadow(stage.group.found(facts, nil)[...], &stage, facts, nil, moment, by)
      swap(&stage, &lists[place.list][phase])
    }
  }

  /// Returns the effects of the rules on a push to a device.
  mutating func strike(_ push: FaultPush, seed: UInt64, now: Int64) -> FaultStrike {
    var strike = FaultStrike()
    point &+= 1
    for place in pushes.known..<slots.count where slots[place].rule.phase == .push {
      pushes.places.append(place)
    }
    pushes.known = slots.count
    var moment = FaultMoment(push, states, seed, now: now, point)
    for place in pushes.places where !slots[place].counters.isGone {
      let refusal =
        isPaused ? .paused : slots[place].refusal(at: now) ?? slots[place].rule.refusal(push)
      if let reason = refusal ?? moment.refusal(slots[place].rule.condition.state) {
        slots[place].pass(reason, point)
      } else {
        _ = act(place, &moment, &strike)
      }
    }
    return strike
  }

  /// Counts a match of a rule, and applies its effects if its limit allows it. Returns the reason
  /// why it did not act; nil if it did.
  private mutating func act(
    _ place: Int, _ moment: inout FaultMoment, _ strike: inout FaultStrike
  ) -> FaultReason? {
    let gate = slots[place].rule.gate
    if let reason = slots[place].admit(gate, moment) { return reason }
    return apply(place, &moment, &strike)
  }

  private mutating func apply(
    _ place: Int, _ moment: inout FaultMoment, _ strike: inout FaultStrike
  ) -> FaultReason? {
    let keys = moment.keys
    let reason = slots[place].act(keys, moment.seed, moment.now, moment.source, &strike)
    if let reason { return reason }
    let rule = slots[place].rule
    if strike.error != nil { moment.taker = rule }
    if strike.acts.last?.open.isEmpty == true {
      follow(rule, keys.owner(of: rule.nextState), moment.now)
    }
    return nil
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
    guard let place = places[ExactText(rule.id)], slots[place].rule === rule else { return }
    slots[place].retract(act.key, act.open.first.flatMap { FaultReason(noEffectOf: $0) })
  }
}
