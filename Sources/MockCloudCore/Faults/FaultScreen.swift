/// A rule in a list, with the test of its condition if that is cheap.
///
/// It has no references, so that a hundred rules can be tested at each call.
struct FaultScreen: Sendable {
  /// The place among the cloud's rules.
  let place: Int
  /// The number of bytes before the rule in memory.
  let offset: Int
  private(set) var traits: Traits = []
  /// The places of the keys' numbers.
  let limitMark: UInt8
  let windowMark: UInt8
  let numbers: MatchNumbers
  /// The first test, the number of the others, and the place of the first of these among those of the
  /// stage.
  let test: FaultTest
  let otherTests: Int
  let nextTest: Int
  /// The place of the changing probability among those of the stage.
  let ramp: Int
  let skip: Int
  let injections: Int
  /// The rule acts if its draw is less, of `DrawPlace.fractions`.
  let least: UInt64
  /// What the rule's draws begin with (`DrawPlace.start`).
  let drawStart: UInt64
  let times: FaultTimes

  /// - Parameters:
  ///   - tests: The tests of what the list does not know already.
  ///   - others: The number of other tests of the stage so far.
  ///   - ramp: The number of changing probabilities of the stage so far.
  ///   - isSwitched: Whether a rule can arm or disarm this one.
  init(
    _ armed: ArmedRule, at place: Int, _ tests: [FaultTest], after others: Int, ramp: Int,
    isSwitched: Bool, seed: UInt64
  ) {
    let (rule, gate) = (armed.rule, armed.rule.gate)
    self.place = place
    offset = place &* MemoryLayout<ArmedRule>.stride
    test = tests.first ?? .none
    otherTests = max(0, tests.count - 1)
    nextTest = others
    self.ramp = ramp
    limitMark = gate.limitKey.place
    windowMark = gate.windowKey.place
    switch gate.probability {
    case nil: least = Self.certain
    case .fixed(let probability): least = Self.bound(probability)
    case .ramp: least = Self.changing
    }
    skip = gate.skip
    injections = gate.injections
    drawStart = DrawPlace.start(seed, rule: armed.counters.identity)
    numbers = gate.numbers
    times = rule.times
    if skip > 0 || injections < .max { traits.insert(.isLimited) }
    if isSwitched { traits.insert(.isSwitched) }
    if rule.asks.contains(.time) { traits.insert(.isTimed) }
    if gate.countsMatches { traits.insert(.counts) }
    if !tests.isEmpty { traits.insert(.hasTest) }
    if gate.limitKey != .rule { traits.insert(.limitHasKeys) }
    if gate.countsMatches, gate.windowKey != .rule { traits.insert(.windowHasKeys) }
    if let state = rule.condition.state {
      traits.insert(state.key == .record || state.key == .zone ? .mayNeedState : .needsState)
      if !state.isInitial { traits.insert(.isOut) }
    }
  }

  /// Whether the rule needs a state that is the same for all items of a call.
  var needsState: Bool { traits.contains(.needsState) }

  /// Whether the condition has a test.
  var hasTest: Bool { traits.contains(.hasTest) }

  /// Notes whether the rules lack the state that the rule needs.
  mutating func note(isOut: Bool) {
    if isOut { traits.insert(.isOut) } else { traits.remove(.isOut) }
  }

  /// Marks the rule as removed.
  mutating func end() { traits.insert(.isGone) }

  struct Traits: OptionSet, Sendable {
    let rawValue: UInt16

    static let isGone = Traits(rawValue: 1)
    /// A rule can arm or disarm the rule.
    static let isSwitched = Traits(rawValue: 2)
    /// It applies only at certain times.
    static let isTimed = Traits(rawValue: 4)
    /// Its matches are counted for a window.
    static let counts = Traits(rawValue: 8)
    static let needsState = Traits(rawValue: 16)
    /// It needs a state that depends on the item.
    static let mayNeedState = Traits(rawValue: 32)
    /// The rules lack the state; for one that depends on the item, as long as no state is set.
    static let isOut = Traits(rawValue: 64)
    /// The condition has a test.
    static let hasTest = Traits(rawValue: 128)
    /// The rule counts acts or matches by other keys than itself.
    static let limitHasKeys = Traits(rawValue: 256)
    static let windowHasKeys = Traits(rawValue: 512)
    /// The limit has other parts than a probability.
    static let isLimited = Traits(rawValue: 1024)
    /// The rule may be refused before its matches are counted.
    static let conditions: Traits = [
      .hasTest, .mayNeedState, .isOut, .isGone, .isSwitched, .isTimed,
    ]
  }

  /// No draw is needed.
  static let certain = UInt64.max
  /// The probability changes.
  static let changing = UInt64.max - 1

  /// Returns the number that all draws are less than with which a rule of a probability acts.
  static func bound(_ probability: Double) -> UInt64 {
    let bound = (probability * DrawPlace.fractions).rounded(.up)
    return UInt64(exactly: min(max(0, bound), DrawPlace.fractions)) ?? 0
  }

  /// The result of a test of a rule at a point.
  enum Result {
    case passed(FaultReason)
    case gone
    /// The rule must be evaluated in full.
    case open
    /// The condition holds, and the limit allows the rule to act.
    case admitted
  }
}

/// Where rules are tested.
struct FaultTestPoint {
  private let traits: FaultTraits
  /// The numbers of the keys.
  let marks: FaultMarks.All
  let draws: DrawPlace
  let clock: FaultClock
  /// Whether no rule has set a state.
  private let statesAreInitial: Bool

  @inline(__always)
  init(_ moment: borrowing FaultMoment, _ traits: FaultTraits, _ draws: DrawPlace) {
    self.traits = traits
    marks = moment.marks.all
    self.draws = draws
    clock = moment.clock
    statesAreInitial = moment.states.isEmpty
  }

  /// Tests a rule. All are passed by their addresses, so that only what is needed is read.
  ///
  /// - Parameter marks: The numbers of the point's keys.
  @inline(__always)
  static func test(
    _ screen: UnsafePointer<FaultScreen>, _ armed: UnsafeMutablePointer<ArmedRule>,
    at point: UnsafePointer<FaultTestPoint>, _ marks: UnsafeRawPointer,
    _ tables: UnsafePointer<FaultTables.Pointers>
  ) -> FaultScreen.Result {
    let own = screen.pointee.traits
    if !own.isDisjoint(with: .conditions) {
      if !own.isDisjoint(with: [.isGone, .isSwitched, .isTimed]) {
        if own.contains(.isGone) { return .gone }
        if own.contains(.isSwitched), !armed.pointee.counters.isArmed { return .passed(.disarmed) }
        if own.contains(.isTimed) {
          let age = point.pointee.clock.passed(since: armed.pointee.counters.armedAt)
          if let reason = screen.pointee.times.refusal(at: age) { return .passed(reason) }
        }
      }
      if own.contains(.hasTest) {
        switch verdict(screen, at: point, tables) {
        case .refused(let reason): return .passed(reason)
        case .open: return .open
        case .holds: break
        }
      }
      if own.contains(.mayNeedState), !point.pointee.statesAreInitial { return .open }
      if own.contains(.isOut) { return .passed(.state) }
    }
    // If the keys are not those of the point before, the counts of others must be found.
    if own.contains(.limitHasKeys),
      armed.pointee.counters.counts.mark != mark(screen.pointee.limitMark, in: marks)
    {
      return .open
    }
    if own.contains(.counts) {
      if own.contains(.windowHasKeys),
        armed.pointee.counters.matches.mark != mark(screen.pointee.windowMark, in: marks)
      {
        return .open
      }
      if !screen.pointee.numbers.contains(armed.pointee.countMatch()) { return .passed(.window) }
    }
    guard let reason = refusal(own, screen, armed, at: point, tables) else { return .admitted }
    armed.pointee.countSkipped()
    return .passed(reason)
  }

  /// The result of the first test of a rule that does not hold.
  @inline(__always)
  private static func verdict(
    _ screen: UnsafePointer<FaultScreen>, at point: UnsafePointer<FaultTestPoint>,
    _ tables: UnsafePointer<FaultTables.Pointers>
  ) -> FaultTest.Verdict {
    var verdict = point.pointee.traits.verdict(screen.pointee.test, tables.pointee.names)
    var next = screen.pointee.nextTest
    let end = next &+ screen.pointee.otherTests
    while next < end, case .holds = verdict {
      verdict = point.pointee.traits.verdict(tables.pointee.otherTests[next], tables.pointee.names)
      next &+= 1
    }
    return verdict
  }

  /// The number of a key of the point.
  @inline(__always)
  private static func mark(_ place: UInt8, in marks: UnsafeRawPointer) -> UInt64 {
    marks.load(fromByteOffset: Int(place) &* 8, as: UInt64.self)
  }

  /// Counts a match, and returns the reason why the limit does not allow the rule to act.
  @inline(__always)
  private static func refusal(
    _ own: FaultScreen.Traits, _ screen: UnsafePointer<FaultScreen>,
    _ armed: UnsafeMutablePointer<ArmedRule>, at point: UnsafePointer<FaultTestPoint>,
    _ tables: UnsafePointer<FaultTables.Pointers>
  ) -> FaultReason? {
    let seen = armed.pointee.countSeen()
    if own.contains(.isLimited) {
      if seen <= screen.pointee.skip { return .skip }
      if armed.pointee.counters.counts.last.injected >= screen.pointee.injections {
        return .injections
      }
    }
    var least = screen.pointee.least
    if least >= FaultScreen.changing {
      if least == FaultScreen.certain { return nil }
      let age = point.pointee.clock.passed(since: armed.pointee.counters.armedAt)
      least = tables.pointee.ramps[screen.pointee.ramp].bound(after: age)
    }
    return point.pointee.draws.draw(screen.pointee.drawStart) < least ? nil : .probability
  }
}
