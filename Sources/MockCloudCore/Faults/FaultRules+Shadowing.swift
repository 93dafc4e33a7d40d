// What is noted about rules from which another rule took a call.

extension FaultRules {
  /// Notes that another rule took the call from a rule whose condition holds.
  mutating func shadow(
    _ place: Int, _ facts: FaultFacts, _ item: FaultItem?, _ moment: FaultMoment, _ by: FaultRule
  ) -> Bool {
    guard !slots[place].counters.isGone, refusal(of: place, facts, item, moment) == nil else {
      return false
    }
    slots[place].shadow(by: by, moment.point)
    return true
  }

  /// Notes that a rule took the call from the others of a stage.
  mutating func shadow(
    _ list: Int, _ stage: Int, _ walk: borrowing StageWalk, _ facts: FaultFacts, _ item: FaultItem?,
    _ moment: FaultMoment, _ by: FaultRule
  ) {
    // The reasons are kept for the rules that are not reached by this call.
    lists[list].stages[stage].settle(&slots)
    let firstPoint = lists[list].stages[stage].firstPoint
    for (index, screen) in lists[list].stages[stage].screens.enumerated().dropFirst(walk.next) {
      let isShadowed = shadow(screen.place, facts, item, moment, by)
      if isShadowed { lists[list].stages[stage].shadows[index] = by }
      if isShadowed || slots[screen.place].counters.lastPoint < firstPoint {
        lists[list].stages[stage].set(isShadowed ? .shadowed : nil, at: index)
      }
    }
    shadow(walk.found[walk.nextFound...], list, stage, facts, item, moment, by)
  }

  /// Notes that another rule took the call from rules of a group, whose names the call has.
  mutating func shadow(
    _ found: ArraySlice<Int>, _ list: Int, _ stage: Int, _ facts: FaultFacts,
    _ item: FaultItem?, _ moment: FaultMoment, _ by: FaultRule
  ) {
    for index in found
    where shadow(lists[list].stages[stage].group.places[index], facts, item, moment, by) {
      lists[list].stages[stage].shadows[-1 - index] = by
      lists[list].stages[stage].group.note(.shadowed, at: index)
    }
  }

  /// Notes that a rule took the call from those of its later phases.
  mutating func shadowLater(
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
    let list = place.list
    for phase in later {
      for stage in FaultList.stage(phase)...FaultList.stage(phase) + 1
      where lists[list].hasRules(stage) {
        lists[list].stages[stage].settle(&slots)
        if lists[list].stages[stage].begin(moment.point, of: moment.call) {
          lists[list].stages[stage].group.beginCall()
        }
        // States can be kept for zones, which the rules of this phase did not need.
        lists[list].stages[stage].name(nil, facts, in: &moment.keys, &marks)
        for (index, screen) in lists[list].stages[stage].screens.enumerated() {
          let isShadowed = shadow(screen.place, facts, nil, moment, by)
          lists[list].stages[stage].set(isShadowed ? .shadowed : nil, at: index)
          if isShadowed { lists[list].stages[stage].shadows[index] = by }
        }
        let found = lists[list].stages[stage].group.found(facts, nil)
        shadow(found[...], list, stage, facts, nil, moment, by)
      }
    }
  }
}
