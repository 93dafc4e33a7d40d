// How calls find their rules: in the list of their caller.

extension FaultRules {
  /// Returns what a call needs to find its rules.
  ///
  /// - Parameter known: The place of its list if that is known.
  mutating func place(for facts: FaultFacts, known: Int? = nil) -> FaultPlace {
    updateLists(facts.seed)
    guard count > 0 || setCount > 0 else { return FaultPlace(generation: generation) }
    let list = list(for: facts, known: known)
    var place = FaultPlace(generation: generation, list: list)
    if setCount > 0 {
      if lists[list].errors?.version != setIndex.version {
        lists[list].errors = setIndex.found(facts.operation, facts.context)
      }
      place.errors = lists[list].errors
    }
    return place
  }

  func isCurrent(_ place: FaultPlace) -> Bool {
    place.hasList && place.generation == generation && lists.indices.contains(place.list)
  }

  /// Whether rules or set errors are evaluated in a phase of whole calls.
  func areWatching(_ place: FaultPlace, _ phase: FaultPhase) -> Bool {
    if phase == .before, place.errors?.places.isEmpty == false { return true }
    // The call finds its rules anew.
    guard place.generation == generation, !listsAreOutdated else { return true }
    return place.hasList && lists.indices.contains(place.list)
      && lists[place.list].hasRules(phase)
  }

  /// Whether rules may act at items or at the commit.
  func areWatching(_ place: FaultPlace) -> Bool {
    if place.errors?.recordScopes.isEmpty == false { return true }
    return isCurrent(place)
      && (lists[place.list].hasRules(.items) || lists[place.list].hasRules(.commit))
  }

  /// Returns what rules and set errors can do to a call, as far as the lists know.
  func prospect(_ operation: String, _ context: CallContext, seed: UInt64) -> FaultProspect {
    if count == 0, setCount == 0 { return .quiet }
    guard !listsAreOutdated, self.seed == seed, let place = knownList(operation, context) else {
      return .unknown
    }
    guard lists[place].isEmpty, lists[place].known == rulePlaces.count else { return .list(place) }
    if setCount == 0 { return .quiet }
    guard let errors = lists[place].errors, errors.version == setIndex.version,
      errors.places.isEmpty, errors.recordScopes.isEmpty
    else { return .list(place) }
    return .quiet
  }

  private mutating func list(for facts: FaultFacts, known: Int?) -> Int {
    let place = known ?? placeOfList(facts.operation, facts.context)
    lastList = place
    guard lists[place].known < rulePlaces.count else { return place }
    let (armable, isPaused) = (armable, isPaused)
    lists[place].extend(slots, rulePlaces, facts) { armed in
      FaultListing.Knowledge(
        isPaused: isPaused, isSwitched: armable.contains(ExactText(armed.rule.id)),
        isArmed: armed.counters.isArmed)
    }
    return place
  }

  @inline(__always)
  private func knownList(_ operation: String, _ context: CallContext) -> Int? {
    if let lastList, lists[lastList].caller.isCaller(operation, context) { return lastList }
    return listPlaces[FaultCaller(operation, context)]
  }

  private mutating func placeOfList(_ operation: String, _ context: CallContext) -> Int {
    if let place = knownList(operation, context) { return place }
    if lists.count >= Self.mostLists { forgetLists() }
    let caller = FaultCaller(operation, context)
    listPlaces[caller] = lists.count
    lists.append(FaultList(caller))
    return lists.count - 1
  }

  /// Makes the lists anew if they are outdated, or for another seed.
  private mutating func updateLists(_ seed: UInt64) {
    if listsAreOutdated || self.seed != seed { forgetLists() }
    self.seed = seed
  }

  /// Adds what was counted to the rules, and makes the lists anew when they are needed.
  mutating func forgetLists() {
    settleLists()
    (lists, listPlaces, lastList) = ([], [:], nil)
    pushes = ([], [], 0)
    listsAreOutdated = false
    generation &+= 1
  }

  /// Adds what was counted to the rules.
  mutating func settleLists() {
    for index in lists.indices { lists[index].settle(&slots) }
  }
}
