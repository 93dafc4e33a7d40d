/// The causes of failing calls, with their counters: rules, errors that were set, profiles and
/// networks. A call asks all of them at its points by `strike`.
///
/// Set errors and profiles are rules. The case of an exploration is asked as if its rules came after
/// all others.
struct FaultPlan: Sendable {
  /// The rules, and the errors that were set.
  var rules = FaultRules()
  /// The rules that came from a file.
  var loaded = LoadedRules()
  /// The networks of the devices.
  var networks = DeviceNetworks()
  /// The devices whose clients have ended.
  var crashed: Set<ExactText> = []
  /// The calls so far, which draws depend on. They are counted even if there is no rule, so that
  /// the time at which a rule is added does not change its draws.
  var counts = CallCounts()
  /// What the faults did so far.
  var trace = FaultTrace()

  /// The rules that came from a file.
  struct LoadedRules: Sendable {
    var ids: [String] = []
    /// The stamp of the file when it was last read; nil if it has not been read yet.
    var stamp: HostFile.Stamp?
  }

  var isEmpty: Bool {
    rules.isEmpty && !rules.hasSetErrors && networks.isEmpty && crashed.isEmpty
  }

  /// Returns what the causes can do to a call.
  func prospect(_ operation: String, _ context: CallContext, seed: UInt64) -> FaultProspect {
    let prospect = rules.prospect(operation, context, seed: seed)
    guard case .quiet = prospect, !networks.isEmpty, networks[context.deviceName] != nil else {
      return prospect
    }
    return .unknown
  }

  /// The names of the existing rules that came from a file, in the order of the rules.
  var loadedRules: [String] { rulesOfFile.map(\.rule.id) }

  /// The existing rules that came from a file, in order.
  var rulesOfFile: [ArmedRule] {
    if loaded.ids.isEmpty { return [] }
    let ids = Set(loaded.ids.map { ExactText($0) })
    return rules.all.filter { ids.contains(ExactText($0.rule.id)) }
  }

  /// Removes all rules and set errors, but not the networks.
  mutating func removeAll() {
    rules.removeAll()
    loaded.ids = []
  }

  /// Returns the effects at a point of a call, of everything that can have some there.
  ///
  /// While rules are paused, the networks have their effects: they are a state of the world.
  mutating func strike(
    _ point: FaultPoint, at place: inout FaultPlace, _ exploration: inout Boxed<Exploration>?,
    _ facts: FaultFacts, now: Int64
  ) -> FaultStrike {
    switch point {
    case .departure, .arrival, .reply, .receipt: networks.strike(point, facts, now: now)
    case .call: strike(.before, nil, at: &place, &exploration, facts, now)
    case .item(let item): strike(.items, item, at: &place, &exploration, facts, now)
    case .commit: strike(.commit, nil, at: &place, &exploration, facts, now)
    case .answer: strike(.after, nil, at: &place, &exploration, facts, now)
    }
  }

  private mutating func strike(
    _ phase: FaultPhase, _ item: FaultItem?, at place: inout FaultPlace,
    _ exploration: inout Boxed<Exploration>?, _ facts: FaultFacts, _ now: Int64
  ) -> FaultStrike {
    var strike = rules.strike(phase, at: &place, facts, item, now: now)
    if exploration != nil, !strike.hasError, !rules.isPaused {
      exploration?.value.strike(phase, facts, item, now: now, &strike)
    }
    return strike
  }

  /// A plan without causes, which a call has while the cloud has its own.
  static let none = Boxed(FaultPlan())
}
