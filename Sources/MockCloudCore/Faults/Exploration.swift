/// Runs a scenario once without a fault, counting its calls, and then once for each fault that any of
/// them could meet.
///
/// It stands beside the rules that a test sets, and apart from them: nothing that a run does to those
/// changes the case.
struct Exploration: Sendable {
  /// The errors to try where they are legal; nil means all.
  let errors: [ErrorSpecification]?
  /// Whether pairs of faults are tried too.
  let triesPairs: Bool
  /// What another device does before saves; nil leaves conflicts out.
  let conflict: FaultConflict?
  private(set) var points: [ExplorationPoint] = []
  /// How many of the points came to an answer.
  private var answers = 0
  /// How many of the points are of an operation that can meet a conflict.
  private var saves = 0
  private(set) var cases: [ExplorationCase] = []
  /// What became of the cases, by their place. A map, since it grows while others hold the array's
  /// like.
  private(set) var results = OrderedMap<Int, Result>()
  private var stage = Stage.counting
  /// The rules of the case that is armed.
  private var rules = FaultRules()
  /// Whether the run has come to its quiet end, where nothing fails any more.
  private var isHealed = false

  /// A scenario may have so many fault points.
  static let mostPoints = 10_000

  private enum Stage: Sendable {
    case counting
    /// The place of the case that is armed.
    case trying(Int)
    case done
  }

  /// What became of a case.
  struct Result: Sendable {
    /// Whether all faults of the case acted.
    var isReached: Bool
    /// What the client says of a run that failed; nil where it did not.
    var failure: Failure?
  }

  /// A run that failed.
  struct Failure: Sendable {
    var message: String?
  }

  init(errors: [ErrorSpecification]?, triesPairs: Bool, conflict: FaultConflict?) {
    self.errors = errors
    self.triesPairs = triesPairs
    self.conflict = conflict
  }

  /// Whether calls concern it.
  var isOn: Bool { if case .done = stage { false } else { true } }

  /// The conflict that calls are asked about: whether they could meet it.
  var countedConflict: FaultConflict? { if case .counting = stage { conflict } else { nil } }

  /// The place of the case that is armed.
  var place: Int? { if case .trying(let place) = stage { place } else { nil } }

  // MARK: Calls

  /// Counts a point of a call, or has the armed case act on it.
  mutating func strike(
    _ phase: FaultPhase, _ facts: FaultFacts, now: Int64, _ strike: inout FaultStrike
  ) {
    guard phase == .before || phase == .after else { return }
    switch stage {
    case .counting: count(phase, facts)
    case .trying:
      if isHealed { return }
      let screens = rules.candidates(for: facts.operation)[phase]
      let struck = rules.strike(screens, facts, FaultHeads(facts), now: now)
      if struck.error == nil, struck.acts.isEmpty { return }
      for act in struck.acts { strike.add(act) }
      if let error = struck.error { strike.fail(error) }
      strike.note(FaultNote(source: "mock/explore/next"))
    case .done: break
    }
  }

  private mutating func count(_ phase: FaultPhase, _ facts: FaultFacts) {
    // One more than are allowed, to know that they are too many.
    guard points.count <= Self.mostPoints else { return }
    if phase == .before {
      if FaultEffect.Kind.conflict.operations?.contains(facts.operation) ?? true { saves += 1 }
      points.append(
        ExplorationPoint(
          call: points.count + 1, operation: facts.operation, itemCount: facts.itemCount,
          save: facts.meetsConflict ? saves : nil))
    } else if let last = points.indices.last {
      answers += 1
      points[last].answer = answers
    }
  }

  /// Lets nothing fail any more in the run that is on.
  mutating func heal() { isHealed = true }

  // MARK: Cases

  /// Ends the run that was on, and arms the next case, if one is left.
  ///
  /// - Parameter failure: What the client says of the run, where it failed.
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
          "mock/explore/next: no case is armed that could have failed", key: "failed",
          expected: "nothing, or mock/explore/begin first")
      }
    }
    arm(results.count, now: now)
  }

  private func check(_ failure: Failure?) throws(Misuse) {
    guard failure == nil else {
      throw Misuse.badMockRequest(
        "mock/explore/next: the run that counts the calls meets no fault, so it must not fail",
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
