/// A rule with its counters.
struct ArmedRule: Sendable {
  let rule: FaultRule
  private(set) var counters: Counters
  /// A state document does not have it.
  private(set) var record = RuleRecord()
  /// The order among set errors; nil for a rule of the fault language.
  let rank: SetErrorRank?

  /// The part of a rule that changes. What most calls change comes first, so that it is close
  /// together.
  struct Counters: Sendable {
    var isArmed: Bool
    /// Whether the rule was removed.
    var isGone = false
    /// Whether the rule acted before its counts started anew.
    var actedBefore = false
    /// The run of the counts, which acts note (`FaultRules.lastRun`), and the first of the rule.
    var run = 0
    var firstRun = 0
    /// The number of acts in the run of which it is open whether they did something.
    var openActs = 0
    /// The reason why the rule did not act at its last evaluation; nil if it did.
    var lastReason: FaultReason?
    /// The time when the rule was last armed, as a `FaultClock` marks it.
    var armedAt: Int64
    /// The number of times that the whole condition held, but the limit prevented the rule from
    /// acting.
    var skipped = 0
    /// The counts of the limit, by its key.
    var counts = FaultTally(Count())
    /// The number of matches so far, by the key of the condition's window.
    var matches = FaultTally(0)
    /// The number of evaluations of the rule in its phase.
    var evaluations = 0
    /// The number of the last point of a call that evaluated the rule. It is not saved.
    var lastPoint: UInt64 = 0
    /// The number of times that the rule acted.
    var injections = 0
    /// The number of times that the rule was about to act, but its effects did nothing.
    var ineffective = 0
    /// The number of acts, whatever they did.
    var acts: Int { injections &+ ineffective }
    /// The rule that took the call from this one, if that is the last reason.
    var shadow: FaultRule?
    var buckets = RareMap<String, Bucket>()
    /// What the rule's draws depend on: a hash of its name, or of its content if it was added
    /// without a name.
    var identity: UInt64

    /// - Parameter armedAt: The time when the rule was armed.
    init(isArmed: Bool, armedAt: Int64, identity: UInt64, run: Int = 0) {
      self.isArmed = isArmed
      self.armedAt = armedAt
      self.identity = identity
      self.run = run
      firstRun = run
    }
  }

  struct Count: Sendable {
    /// The number of matches within the window.
    var seen = 0
    var injected = 0
  }

  /// The remaining calls of a rate limit for one key.
  struct Bucket: Sendable {
    var calls: Double
    /// The time of the last change, as a `FaultClock` marks it.
    var time: Int64
  }

  /// - Parameters:
  ///   - time: The present in counters.
  ///   - identity: What the rule's draws depend on.
  ///   - run: The run of its counts.
  init(_ rule: FaultRule, at time: Int64, identity: UInt64, run: Int) {
    self.init(rule, Counters(isArmed: rule.isArmed, armedAt: time, identity: identity, run: run))
  }

  init(_ rule: FaultRule, _ counters: Counters) {
    self.rule = rule
    self.counters = counters
    rank = nil
  }

  /// Creates the rule of a set error.
  init(_ rule: FaultRule, _ rank: SetErrorRank) {
    self.rule = rule
    self.rank = rank
    counters = Counters(isArmed: true, armedAt: 0, identity: 0)
  }

  /// Whether it is a set error of a record.
  var isOfRecord: Bool { rank != nil && rule.condition.recordName != nil }

  /// The order of two set errors in reports: those of calls first, then in the order in which they
  /// were set, and in this by record.
  static func isListed(_ left: ArmedRule, before right: ArmedRule) -> Bool {
    let (first, second) = (left.rule.condition, right.rule.condition)
    if (first.recordName == nil) != (second.recordName == nil) { return first.recordName == nil }
    let numbers = (left.rank?.number ?? 0, right.rank?.number ?? 0)
    if numbers.0 != numbers.1 { return numbers.0 < numbers.1 }
    let pairs: [(FaultPattern?, FaultPattern?)] = [
      (first.recordName, second.recordName), (first.zone?.owner, second.zone?.owner),
      (first.zone?.name, second.zone?.name),
    ]
    for (left, right) in pairs {
      let order = ExactText.compare(ExactText(left?.text ?? ""), ExactText(right?.text ?? ""))
      if order != 0 { return order < 0 }
    }
    return false
  }

  /// Restores the counters of a set error.
  mutating func restore(_ counters: Counters) { self.counters = counters }

  /// Continues a rule that it stands for.
  mutating func resume(_ record: RuleRecord) { self.record = record }

  /// Marks the rule as removed.
  mutating func end() { counters.isGone = true }

  /// - Parameters:
  ///   - run: The run of its counts, which start anew; nil if they do not.
  ///   - time: The present in counters.
  mutating func arm(_ isArmed: Bool, run: Int?, at time: Int64) {
    if let run {
      let former = counters
      counters = Counters(
        isArmed: isArmed, armedAt: time, identity: former.identity, run: run)
      counters.firstRun = former.firstRun
      // A call under way may have evaluated the rule, which its passes keep.
      counters.lastPoint = former.lastPoint
      counters.actedBefore = former.actedBefore || former.injections > former.openActs
      if !rule.resetsItself { record = record.renewed() }
    }
    counters.isArmed = isArmed
    counters.armedAt = time
  }

  /// Returns the reason why the rule cannot act now, regardless of the call and of states.
  func refusal(at clock: FaultClock) -> FaultReason? {
    guard counters.isArmed else { return .disarmed }
    guard rule.asks.contains(.time) else { return nil }
    return rule.times.refusal(at: clock.passed(since: counters.armedAt))
  }

  /// Returns the time in milliseconds since the rule was armed, or since the start of its time.
  func age(at clock: FaultClock) -> Int64 {
    clock.passed(since: counters.armedAt) &- rule.gate.start
  }

  /// Counts evaluations.
  mutating func count(_ evaluations: Int = 1) { counters.evaluations &+= evaluations }

  /// Notes the result of a point: the reason why the rule did not act; nil if its condition holds.
  mutating func note(_ reason: FaultReason?, _ point: UInt64) {
    counters.lastPoint = point
    counters.lastReason = reason
  }

  /// Notes the result of a point, unless that of a later one is known, or a more exact one.
  mutating func noteLate(_ reason: FaultReason?, _ point: UInt64) {
    if point > counters.lastPoint { note(reason, point) }
  }

  /// Notes that another rule took the call from this one, which is no evaluation.
  mutating func shadow(by other: FaultRule, _ point: UInt64) {
    counters.lastPoint = point
    counters.lastReason = .shadowed
    counters.shadow = other
  }

  /// Counts a match for the last key of the window. Returns its number.
  @inline(__always)
  mutating func countMatch() -> Int { counters.matches.countMatch() }

  /// Counts a match within the window for the last key of the limit. Returns its number.
  @inline(__always)
  mutating func countSeen() -> Int { counters.counts.countSeen() }

  /// Counts that the limit prevented the rule from acting.
  @inline(__always)
  mutating func countSkipped() { counters.skipped &+= 1 }

  private func probability(at clock: FaultClock) -> Double {
    rule.gate.probability?.value(at: age(at: clock)) ?? 1
  }

  /// Counts a match of the condition without its window. Returns the reason why the rule may not act.
  mutating func admit(_ gate: FaultGate, _ moment: borrowing FaultMoment) -> FaultReason? {
    note(nil, moment.point)
    if gate.countsMatches {
      let number = counters.matches.modify(gate.windowKey, at: moment) { number in
        number &+= 1
        return number
      }
      guard gate.selects(number) else {
        counters.lastReason = .window
        return .window
      }
    }
    let count = counters.counts.modify(gate.limitKey, at: moment) { count in
      count.seen &+= 1
      return count
    }
    var reason = gate.refusal(count)
    if reason == nil, gate.probability != nil,
      draw(.draw, moment.keys.draws, moment.seed) >= probability(at: moment.clock)
    {
      reason = .probability
    }
    counters.lastReason = reason
    if reason != nil { counters.skipped &+= 1 }
    return reason
  }

  /// Adds the effects of the rule to the strike, or returns the reason why it did not act.
  ///
  /// - Parameter source: The operation of the harness that added rules of the fault language.
  mutating func act(
    _ keys: FaultKeys, _ seed: UInt64, _ clock: FaultClock, _ source: String,
    _ strike: inout FaultStrike
  ) -> FaultReason? {
    let key = keys[rule.limit.key]
    let count = counters.counts.modify(key) { $0 }
    let drawn = drawn(count, key, keys, seed, clock, timeMayPass: strike.timeMayPass)
    guard !drawn.isEmpty else {
      counters.lastReason = drawn.reason
      if drawn.reason == .rate {
        counters.skipped &+= 1
      } else {
        counters.ineffective &+= 1
      }
      return drawn.reason
    }
    counters.injections &+= 1
    if drawn.open.isEmpty { record.noteAct() } else { counters.openActs &+= 1 }
    counters.counts.modify(key) { $0.injected &+= 1 }
    let isSet = rank != nil
    let setSource = isOfRecord ? FaultPlan.recordSource : FaultPlan.callSource
    strike.add(
      RuleAct(
        source: isSet ? setSource : source, rule: isSet ? nil : rule, run: counters.run,
        number: counters.acts, key: key, owner: keys.owner(of: rule.nextState), effects: drawn.all,
        open: drawn.open))
    return nil
  }

  /// Returns a number from 0 to 1, less than 1, that depends only on the arguments and the rule.
  func draw(_ purpose: DrawPlace.Purpose, _ draws: DrawPlace, _ seed: UInt64) -> Double {
    draws.fraction(seed, rule: counters.identity, purpose)
  }

  /// Whether an act is one of the rule's, and not one of a removed rule with its name.
  func made(_ act: RuleAct) -> Bool { act.run >= counters.firstRun }

  /// Ends an act of the rule whose effects might have done nothing. If they did nothing, it is no
  /// injection.
  mutating func settle(_ act: RuleAct) {
    guard act.run == counters.run else {
      // The counts have started anew since.
      guard act.didSomething else { return }
      counters.actedBefore = true
      if rule.resetsItself { record.noteAct() }
      return
    }
    counters.openActs = max(0, counters.openActs &- 1)
    if act.didSomething { return record.noteAct() }
    counters.injections = max(0, counters.injections &- 1)
    counters.ineffective &+= 1
    // The rule may have been evaluated since: it has another reason then, or acted again.
    if counters.lastReason == nil, act.number == counters.acts {
      counters.lastReason = act.open.first.flatMap { FaultReason(noEffectOf: $0) }
    }
    counters.counts.modify(act.key) { $0.injected = max(0, $0.injected &- 1) }
  }

  /// Changes the times in the counters to those of a clock that was never set back.
  mutating func settle(setBack: Int64) {
    counters.armedAt = FaultClock.time(of: counters.armedAt, setBack: setBack)
    if counters.buckets.isEmpty { return }
    for (key, _) in counters.buckets {
      counters.buckets.modify(key) { $0.time = FaultClock.time(of: $0.time, setBack: setBack) }
    }
  }

  /// Discards the evaluation at a point that will be counted, but was before the counts started anew.
  mutating func discount(_ point: UInt64) {
    counters.evaluations = -1
    counters.lastPoint = point
  }

  /// Takes a call from the bucket of a key. If it is empty, returns the seconds until it has one.
  mutating func take(from key: String, _ rate: FaultRate, _ clock: FaultClock) -> Double? {
    let full = Bucket(calls: Double(rate.burst), time: clock.mark)
    return counters.buckets.modify(key, default: full) { bucket in
      let passed = max(0, Double(clock.passed(since: bucket.time))) / 1000
      bucket.calls = min(Double(rate.burst), bucket.calls + passed * rate.perSecond)
      bucket.time = clock.mark
      if bucket.calls >= 1 {
        bucket.calls -= 1
        return nil
      }
      // Rounded up to milliseconds, the unit of the clock: a call after exactly this wait must
      // pass.
      return ((1 - bucket.calls) / rate.perSecond * 1000).rounded(.up) / 1000
    }
  }
}
