// What rules do at the points of calls, and to pushes.

extension FaultRules {
  /// Returns the effects of the rules at a point of a call.
  mutating func strike(
    _ phase: FaultPhase, at place: inout FaultPlace, _ facts: FaultFacts, _ item: FaultItem?,
    now: Int64, from source: String = Self.source
  ) -> FaultStrike {
    var strike = FaultStrike(timeMayPass: facts.timeMayPass)
    if listsAreOutdated || place.generation != generation { place = self.place(for: facts) }
    point &+= 1
    var moment = FaultMoment(facts, clock(at: now), point, from: source, place.draws)
    defer { place.draws = moment.keys.callDraws }
    strikeSetErrors(phase, item, &place, &moment, &strike)
    guard isCurrent(place) else { return strike }
    if lists[place.list].hasRules(phase) {
      let stage = FaultList.stage(phase)
      if lists[place.list].hasRules(stage) { run(place.list, stage, facts, item, &moment, &strike) }
      if lists[place.list].hasRules(stage + 1) {
        run(place.list, stage + 1, facts, item, &moment, &strike)
      }
    }
    if let by = moment.taker, strike.hasError { shadowLater(phase, place, facts, moment, by) }
    return strike
  }

  private mutating func strikeSetErrors(
    _ phase: FaultPhase, _ item: FaultItem?, _ place: inout FaultPlace,
    _ moment: inout FaultMoment, _ strike: inout FaultStrike
  ) {
    guard setCount > 0, let errors = place.errors else { return }
    var found: [Int] = []
    if phase == .before {
      found = errors.places
    } else if phase == .items, !errors.recordScopes.isEmpty {
      guard case .record(let name?, let zoneID)? = item?.id else { return }
      for scope in errors.recordScopes {
        for zoneID in [zoneID, nil] {
          if let place = setIndex[SetErrorScope.name(scope, name, zoneID)] { found.append(place) }
        }
      }
    }
    for rule in found where slots.indices.contains(rule) && !slots[rule].counters.isGone {
      place.touched.append(rule)
      if let by = moment.taker {
        slots[rule].shadow(by: by, moment.point)
        continue
      }
      slots[rule].count()
      if isPaused {
        slots[rule].note(.paused, moment.point)
      } else {
        _ = act(rule, &moment, &strike)
      }
    }
  }

  /// Evaluates the rules of a stage until one of them takes the call.
  private mutating func run(
    _ list: Int, _ stage: Int, _ facts: FaultFacts, _ item: FaultItem?,
    _ moment: inout FaultMoment, _ strike: inout FaultStrike
  ) {
    var walk = lists[list].stages[stage].begin(&moment, facts, item, &marks, slots)
    while moment.taker == nil, let place = lists[list].stages[stage].next(&walk, &slots) {
      let reason =
        walk.isAdmitted
        ? apply(place, &moment, &strike) : evaluate(place, facts, item, &moment, &strike)
      if let index = walk.index {
        lists[list].stages[stage].set(reason, at: index)
      } else {
        walk.own.append((walk.found[walk.nextFound - 1], reason))
      }
      if !moment.resets.isEmpty { discountReset(&moment, lists[list].stages[stage], walk.next) }
    }
    lists[list].stages[stage].end(walk, moment)
    if let by = moment.taker { shadow(list, stage, walk, facts, item, moment, by) }
  }

  /// Discards the evaluations at the point of rules whose counts have just started anew: the stage
  /// counts them at the end of the point.
  ///
  /// - Parameter number: The number of first rules of the stage that were evaluated.
  private mutating func discountReset(
    _ moment: inout FaultMoment, _ stage: FaultStage, _ number: Int
  ) {
    for id in moment.resets {
      guard let place = places[ExactText(id)], let index = stage.index(of: place), index < number
      else { continue }
      slots[place].discount(moment.point)
    }
    moment.resets = []
  }

  /// Evaluates a rule, whose evaluations its list counts. Returns the reason why it did not act; nil
  /// if it did.
  private mutating func evaluate(
    _ place: Int, _ facts: FaultFacts, _ item: FaultItem?, _ moment: inout FaultMoment,
    _ strike: inout FaultStrike
  ) -> FaultReason? {
    if slots[place].counters.isGone { return nil }
    if let reason = refusal(of: place, facts, item, moment) {
      slots[place].note(reason, moment.point)
      return reason
    }
    return act(place, &moment, &strike)
  }

  /// Returns the reason why the condition of a rule does not hold, without its window.
  func refusal(
    of place: Int, _ facts: FaultFacts, _ item: FaultItem?, _ moment: FaultMoment
  ) -> FaultReason? {
    Steps.take()
    if isPaused { return .paused }
    let rule = slots[place].rule
    return slots[place].refusal(at: moment.clock) ?? rule.refusal(facts, item)
      ?? moment.refusal(rule.condition.state)
  }

  /// Returns the effects of the rules on a push to a device.
  mutating func strike(_ push: FaultPush, seed: UInt64, now: Int64) -> FaultStrike {
    var strike = FaultStrike()
    point &+= 1
    for place in rulePlaces.dropFirst(pushes.known) where slots[place].rule.phase == .push {
      if slots[place].rule.isLast { pushes.last.append(place) } else { pushes.places.append(place) }
    }
    pushes.known = rulePlaces.count
    var moment = FaultMoment(push, states, seed, clock(at: now), point)
    for place in pushes.places { act(on: push, place, &moment, &strike) }
    for place in pushes.last { act(on: push, place, &moment, &strike) }
    for act in strike.endPush() { settle(act, now: now) }
    return strike
  }

  private mutating func act(
    on push: FaultPush, _ place: Int, _ moment: inout FaultMoment, _ strike: inout FaultStrike
  ) {
    if slots[place].counters.isGone { return }
    slots[place].count()
    let refusal =
      isPaused
      ? .paused : slots[place].refusal(at: moment.clock) ?? slots[place].rule.refusal(push)
    if let reason = refusal ?? moment.refusal(slots[place].rule.condition.state) {
      slots[place].note(reason, point)
    } else {
      _ = act(place, &moment, &strike)
    }
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
    slots[place].note(nil, moment.point)
    let reason = slots[place].act(keys, moment.seed, moment.clock, moment.source, &strike)
    if let reason { return reason }
    let rule = slots[place].rule
    if strike.hasError { moment.taker = rule }
    if strike.acts.last?.open.isEmpty == true {
      follow(rule, keys.owner(of: rule.nextState), moment.clock.now)
      if rule.resetsArmed { moment.resets = rule.arms }
    }
    return nil
  }

  /// Makes the changes of rules that follow an act.
  ///
  /// - Parameter owner: For whom the rule's next state is kept.
  private mutating func follow(_ rule: FaultRule, _ owner: ExactText, _ now: Int64) {
    if let next = rule.nextState { states.enter(next, owner) }
    for id in rule.arms { follow(id, true, resets: rule.resetsArmed, now: now) }
    for id in rule.disarms { follow(id, false, resets: false, now: now) }
  }

  /// Ends an act whose effects might have done nothing.
  mutating func settle(_ act: RuleAct, now: Int64) {
    guard let place = place(of: act) else { return }
    slots[place].settle(act)
    if act.didSomething { follow(slots[place].rule, act.owner, now) }
  }
}
