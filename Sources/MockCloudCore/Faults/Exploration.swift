/// Runs a scenario once without faults, counting its calls, and then once for each possible fault.
///
/// It is independent of the rules that a test sets: changes of those during a run do not change the
/// case.
struct Exploration: Sendable {
  /// The errors to try where they are legal; nil means all.
  let errors: [ErrorSpecification]?
  /// Whether pairs of faults are tried too.
  let triesPairs: Bool
  /// The change that another device makes before a save; nil omits conflicts.
  let conflict: FaultConflict?
  /// Whether failures of single items are tried too.
  let triesItems: Bool
  private(set) var points: [ExplorationPoint] = []
  /// The number of points whose calls succeeded.
  private var answers = 0
  /// The number of points whose operation can have a conflict.
  private var saves = 0
  /// The number of items of calls so far, by operation.
  private var items = RareMap<String, Int>()
  private(set) var cases: [ExplorationCase] = []
  /// The results of the cases by their index. A map, because copies of the cloud share it while it
  /// grows.
  private(set) var results = RareMap<Int, Result>()
  private var stage = Stage.counting
  /// The rules of the armed case.
  private var rules = FaultRules()
  /// Whether faults are disabled for the rest of the run.
  private var isHealed = false

  /// The maximum number of fault points of a scenario.
  static let mostPoints = 10_000

  private enum Stage: Sendable {
    case counting
    /// A run with a case is in progress; the value is the case's index.
    case trying(Int)
    case done
  }

  /// The result of a case.
  struct Result: Sendable {
    /// Whether all faults of the case acted.
    var isReached: Bool
    /// The failure that the client reported; nil if the run succeeded.
    var failure: Failure?
  }

  /// A run that failed.
  struct Failure: Sendable {
    var message: String?
  }

  init(
    errors: [ErrorSpecification]?, triesPairs: Bool, conflict: FaultConflict?, triesItems: Bool
  ) {
    self.errors = errors
    self.triesPairs = triesPairs
    self.conflict = conflict
    self.triesItems = triesItems
  }

  /// Whether the exploration affects calls.
  var isOn: Bool { if case .done = stage { false } else { true } }

  /// The conflict that a call may meet; nil unless the calls are being counted.
  var countedConflict: FaultConflict? { if case .counting = stage { conflict } else { nil } }

  /// Whether items of calls are counted, or the armed case may affect them.
  var watchesItems: Bool {
    switch stage {
    case .counting: triesItems
    case .trying: rules.all.contains { $0.rule.phase == .items }
    case .done: false
    }
  }

  /// The index of the armed case.
  var place: Int? { if case .trying(let place) = stage { place } else { nil } }

  // MARK: Calls

  /// Counts a fault point or an item of a call, or applies the armed case to it.
  mutating func strike(
    _ phase: FaultPhase, _ facts: FaultFacts, _ heads: FaultHeads, _ item: FaultItem?,
    _ draws: DrawPlace, now: Int64, _ strike: inout FaultStrike
  ) {
    switch stage {
    case .counting: count(phase, facts, item)
    case .trying:
      if isHealed { return }
      let screens = rules.candidates(for: facts.operation)[phase]
      let struck = rules.strike(screens, facts, heads, item, draws, now: now)
      if struck.error == nil, struck.acts.isEmpty { return }
      for act in struck.acts { strike.add(act) }
      if let error = struck.error { strike.fail(error) }
      strike.note(
        FaultNote(
          source: "mock/explore/next", rule: struck.notes.last?.rule, recordName: item?.recordName))
    case .done: break
    }
  }

  /// Ends the acts of the armed case whose effects may have done nothing.
  mutating func settle(_ done: FaultEffect.Kinds, now: Int64, isFinal: Bool) -> [String] {
    rules.settle(done, now: now, isFinal: isFinal)
  }

  private mutating func count(_ phase: FaultPhase, _ facts: FaultFacts, _ item: FaultItem?) {
    // One point more than the maximum is stored, to detect that there are too many.
    guard points.count <= Self.mostPoints else { return }
    switch phase {
    case .before:
      if FaultEffect.Kind.conflict.operations?.contains(facts.operation) ?? true { saves += 1 }
      points.append(
        ExplorationPoint(
          call: points.count + 1, operation: facts.operation, itemCount: facts.itemCount,
          isAtomic: facts.isAtomic, save: facts.meetsConflict ? saves : nil))
    case .items: if let item { count(item, of: facts.operation) }
    case .after:
      guard let last = points.indices.last else { return }
      answers += 1
      points[last].answer = answers
    case .commit, .push: break
    }
  }

  private mutating func count(_ item: FaultItem, of operation: String) {
    guard triesItems, let last = points.indices.last, let number = item.number else { return }
    items.modify(operation, default: 0) { $0 += 1 }
    points[last].add(item: number, match: items[operation] ?? 0)
  }

  /// Disables all faults for the rest of the current run.
  mutating func heal() { isHealed = true }

  // MARK: Cases

  /// Ends the current run and arms the next case, if there is one.
  ///
  /// - Parameter failure: The failure that the client reported, if any.
  mutating func next(_ failure: Failure?, now: Int64) throws(Misuse) {
    switch stage {
    case .counting:
      try check(failure)
      cases = ExplorationCase.all(points, errors, conflict, pairs: triesPairs)
    case .trying(let place):
      results.updateValue(
        Result(isReached: rules.all.allSatisfy { $0.counters.injections > 0 }, failure: failure),
        forKey: place)
    case .done:
      guard failure == nil else {
        throw Misuse.badMockRequest(
          "mock/explore/next: no case is running that could have failed", key: "failed",
          expected: "nothing, or mock/explore/begin first")
      }
    }
    arm(results.count, now: now)
  }

  private func check(_ failure: Failure?) throws(Misuse) {
    guard failure == nil else {
      throw Misuse.badMockRequest(
        "mock/explore/next: the first run, which counts the calls, has no faults and must not fail",
        key: "failed", expected: "a scenario that passes without faults")
    }
    guard points.count <= Self.mostPoints else {
      throw Misuse.badMockRequest(
        "mock/explore/next: the scenario has more than \(Self.mostPoints) fault points",
        expected: "a shorter scenario")
    }
  }

  private mutating func arm(_ place: Int, now: Int64) {
    rules = FaultRules()
    isHealed = false
    guard cases.indices.contains(place) else {
      stage = .done
      return
    }
    _ = rules.add(cases[place].rules, now: now)
    stage = .trying(place)
  }

  static func noneWasBegun(_ operation: String) -> Misuse {
    Misuse.badMockRequest(
      "\(operation): there is no exploration", expected: "mock/explore/begin first")
  }
}
