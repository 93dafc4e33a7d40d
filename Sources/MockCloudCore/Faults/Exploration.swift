/// Runs a scenario once without faults, counting its calls, and then once for each possible fault.
///
/// It is independent of the rules that a test sets: changes of those during a run do not change the
/// case.
struct Exploration: Sendable {
  /// The errors to try where they are legal; nil means all.
  let errors: [ErrorSpecification]?
  let options: Options
  /// The maximum number of pairs of faults; nil means those of near calls.
  let pairBudget: Int?
  /// The change that another device makes before a save; nil omits conflicts.
  let conflict: FaultConflict?
  private(set) var points: [ExplorationPoint] = []
  /// How often a fault could have acted on an item so far, by operation, device and position.
  private var items = RareMap<String, Int>()
  /// The progress of the current run.
  private var progress = Progress()
  private(set) var cases: [ExplorationCase] = []
  /// The results of the cases by their index. A map, because copies of the cloud share it while it
  /// grows.
  private(set) var results = RareMap<Int, Result>()
  private var stage = Stage.counting
  /// The pairs of faults, which are made when every single one was tried; nil if they are not tried.
  private var pairs: ExplorationPairs?
  /// The rules of the armed case.
  private var rules = FaultRules()
  /// The number of calls of the first run.
  private var firstCalls = 0
  /// Whether faults are disabled for the rest of the run.
  private var isHealed = false

  /// The maximum number of calls of the first run, and of its fault points.
  static let mostPoints = 10_000
  /// The operation of the harness that arms cases, as the journal names the source of their rules.
  static let source = "mock/explore/next"

  private enum Stage: Sendable {
    case counting
    /// A run with a case is in progress; the value is the case's index.
    case trying(Int)
    case done
    /// `mock/explore/end` ended it.
    case ended
  }

  /// The progress of a run.
  private struct Progress: Sendable {
    /// The number of calls on which faults could act.
    var points = 0
    /// The number of these after the first fault.
    var followers = 0
    /// The number of all calls.
    var calls = 0
    var divergence: Divergence?
    var isLivelocked = false
  }

  init(
    errors: [ErrorSpecification]?, conflict: FaultConflict?, _ options: Options,
    pairBudget: Int?
  ) {
    self.errors = errors
    self.pairBudget = pairBudget
    self.conflict = conflict
    self.options = options
  }

  /// The cases that are tried only on request.
  struct Options: OptionSet, Sendable {
    let rawValue: UInt8

    /// Pairs of faults.
    static let pairs = Options(rawValue: 1)
    /// Failures of single items.
    static let items = Options(rawValue: 2)
    /// Errors that last until the cloud is healed.
    static let lasting = Options(rawValue: 4)
    /// Ends of the client.
    static let crashes = Options(rawValue: 8)
  }

  /// Whether the exploration affects calls.
  var isOn: Bool {
    switch stage {
    case .counting, .trying: true
    case .done, .ended: false
    }
  }

  /// Whether all cases were tried.
  var isDone: Bool { if case .done = stage { true } else { false } }

  /// The conflict that a call may meet; nil unless the calls are being counted.
  var countedConflict: FaultConflict? { if case .counting = stage { conflict } else { nil } }

  /// Whether items of calls are counted, or the armed case may affect them.
  var watchesItems: Bool {
    switch stage {
    case .counting: options.contains(.items)
    case .trying: rules.all.contains { $0.rule.phase == .items }
    case .done, .ended: false
    }
  }

  /// The index of the armed case.
  var place: Int? { if case .trying(let place) = stage { place } else { nil } }

  // MARK: Calls

  /// Counts a fault point or an item of a call, or applies the armed case to it.
  mutating func strike(
    _ phase: FaultPhase, _ facts: FaultFacts, _ item: FaultItem?, now: Int64,
    _ strike: inout FaultStrike
  ) {
    if isHealed { return }
    switch stage {
    case .counting: count(phase, facts, item)
    case .trying(let place):
      if phase == .before { compare(facts, in: cases[place], at: place) }
      if phase == .after { pairs?.noteAnswer(facts.context.callNumber, after: place) }
      var place = rules.place(for: facts)
      let struck = rules.strike(phase, at: &place, facts, item, now: now, from: Self.source)
      for act in struck.acts { strike.add(act) }
    case .done, .ended: break
    }
  }

  /// Ends an act of the armed case whose effects might have done nothing.
  mutating func settle(_ act: RuleAct, now: Int64) { rules.settle(act, now: now) }

  private mutating func count(_ phase: FaultPhase, _ facts: FaultFacts, _ item: FaultItem?) {
    // One point more than the maximum is stored, to detect that there are too many.
    guard points.count <= Self.mostPoints else { return }
    switch phase {
    case .before:
      points.append(ExplorationPoint(call: points.count + 1, facts))
      progress.points = points.count
    case .items: if let item { count(item, facts) }
    case .after: if let place = place(of: facts) { points[place].isAnswered = true }
    case .commit, .push: break
    }
  }

  private mutating func count(_ item: FaultItem, _ facts: FaultFacts) {
    guard options.contains(.items), item.position > 0, let place = place(of: facts) else { return }
    let key = "\(facts.operation)/\(facts.context.deviceName)/\(item.position)"
    items.modify(key, default: 0) { $0 += 1 }
    points[place].add(item, match: items[key] ?? 0)
  }

  /// Returns the place of a call among the counted ones. Others may have been made while it waited.
  private func place(of facts: FaultFacts) -> Int? {
    points.lastIndex { $0.callNumber == facts.context.callNumber }
  }

  /// Compares a call with that of the first run, as long as the fault has not acted, and then with
  /// that of the run with the first fault of a pair alone.
  private mutating func compare(_ facts: FaultFacts, in tried: ExplorationCase, at place: Int) {
    progress.points += 1
    let actual = ExplorationPoint(call: progress.points, facts)
    let acted = rules.all.map { $0.counters.injections > 0 }
    guard acted.first == true else {
      let index = progress.points - 1
      return compare(actual, points.indices.contains(index) ? points[index] : nil)
    }
    progress.followers += 1
    guard let second = tried.second else {
      pairs?.add(actual, after: place)
      return
    }
    guard progress.followers <= second.after, acted.last == false else { return }
    compare(actual, pairs?.point(progress.followers, after: second.run))
  }

  private mutating func compare(_ actual: ExplorationPoint, _ expected: ExplorationPoint?) {
    guard progress.divergence == nil, expected?.isLike(actual) != true else { return }
    progress.divergence = Divergence(call: actual.call, expected: expected, actual: actual)
  }

  /// Counts a call of the current run, and refuses it if the run makes too many: the first one more
  /// than the maximum, the others many times those of the first.
  mutating func beginCall() throws(Misuse) {
    if !isHealed, !progress.isLivelocked {
      progress.calls &+= 1
      switch stage {
      case .counting:
        firstCalls = progress.calls
        progress.isLivelocked = max(firstCalls, points.count) > Self.mostPoints
      case .trying: progress.isLivelocked = progress.calls > max(100, 10 * firstCalls)
      case .done, .ended: break
      }
    }
    if progress.isLivelocked { throw runEnded }
  }

  /// Refuses what a call of a run asks for after the run was ended, because it made too many calls.
  func checkRun() throws(Misuse) {
    if isOn, progress.isLivelocked, !isHealed { throw runEnded }
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
      cases = ExplorationCases(points, errors, conflict, options).all
      if options.contains(.pairs) { pairs = ExplorationPairs(cases, budget: pairBudget) }
    case .trying(let place):
      results.updateValue(
        Result(verdict: verdict, divergence: progress.divergence, failure: failure),
        forKey: place)
      if cases.count == results.count, cases.last?.second == nil, let pairs {
        cases += pairs.pairs(of: cases)
      }
    case .ended:
      throw Misuse.badMockRequest(
        "mock/explore/next: the exploration was ended by mock/explore/end",
        expected: "no mock/explore/end in the scenario, or mock/explore/begin again")
    case .done:
      guard failure == nil else {
        throw Misuse.badMockRequest(
          "mock/explore/next: no case is running that could have failed", key: "failed",
          expected: "nothing, or mock/explore/begin first")
      }
    }
    arm(results.count, now: now)
  }

  private var verdict: Verdict {
    if progress.isLivelocked { return .livelocked }
    guard let first = rules.all.first?.counters else { return .notReached }
    if first.injections > 0 {
      if rules.all.allSatisfy({ $0.counters.injections > 0 }) { return .reached }
      return progress.divergence == nil ? .firstOnly : .diverged
    }
    if first.ineffective > 0 { return .noEffect }
    return progress.divergence == nil ? .notReached : .diverged
  }

  /// Ends the exploration before all cases were tried.
  mutating func end() {
    if isOn { stage = .ended }
    progress = Progress()
    rules = FaultRules()
  }

  private func check(_ failure: Failure?) throws(Misuse) {
    guard !progress.isLivelocked else {
      throw Misuse.badMockRequest(
        "mock/explore/next: the first run was ended, because it made more than "
          + "\(Self.mostPoints) calls", expected: "a shorter scenario")
    }
    guard failure == nil else {
      throw Misuse.badMockRequest(
        "mock/explore/next: the first run, which counts the calls, has no faults and must not fail",
        key: "failed", expected: "a scenario that passes without faults")
    }
    if let refusal = ExplorationCases.refusal(of: errors ?? [], at: points, options) {
      throw refusal
    }
  }

  private mutating func arm(_ place: Int, now: Int64) {
    rules = FaultRules()
    isHealed = false
    progress = Progress()
    guard cases.indices.contains(place) else {
      stage = .done
      return
    }
    _ = rules.add(cases[place].rules, now: now)
    stage = .trying(place)
  }

  /// The refusal of all calls of a run that does not end by itself. It is no error of the service,
  /// so that a client does not try again.
  private var runEnded: Misuse {
    let (calls, expected) =
      if case .counting = stage {
        ("\(Self.mostPoints) calls", "a scenario that ends, and makes fewer calls")
      } else {
        (
          "ten times the calls of the run without faults, and more than 100",
          "a client that gives up, or waits for the time that an error names"
        )
      }
    return Misuse(
      .clientEnded, "the run was ended: it made more than \(calls)", key: "livelock",
      expected: expected)
  }

  /// The refusal of an exploration within another, as by a scenario that explores the same cloud.
  static var isRunning: Misuse {
    Misuse.badMockRequest(
      "mock/explore/begin: an exploration of this cloud is running, and a cloud has one at a time",
      expected: "mock/explore/end first; a scenario cannot explore its own cloud")
  }

  static func noneWasBegun(_ operation: String) -> Misuse {
    Misuse.badMockRequest(
      "\(operation): no exploration is running", expected: "mock/explore/begin first")
  }
}
