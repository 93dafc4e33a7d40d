/// What the screens of a stage refer to.
struct FaultTables: Sendable {
  private var names = FaultNames()
  /// The tests of all screens besides their first ones.
  private var otherTests: [FaultTest] = []
  private var ramps: [FaultRampBound] = []

  /// The addresses of the tables.
  struct Pointers {
    /// Which names are those of the point (`FaultNames`).
    let names: UnsafeBufferPointer<Bool>
    let otherTests: UnsafeBufferPointer<FaultTest>
    let ramps: UnsafeMutableBufferPointer<FaultRampBound>
  }

  /// Adds the tests of a rule. Returns its screen.
  ///
  /// - Parameters:
  ///   - refusal: The reason why the rule is not about the caller.
  ///   - isSwitched: Whether a rule can arm or disarm it.
  mutating func screen(
    _ armed: ArmedRule, at place: Int, _ refusal: FaultReason?, isSwitched: Bool, seed: UInt64
  ) -> FaultScreen {
    let tests = names.tests(of: armed.rule, refusal)
    let screen = FaultScreen(
      armed, at: place, tests, after: otherTests.count, ramp: ramps.count, isSwitched: isSwitched,
      seed: seed)
    otherTests += tests.dropFirst()
    let gate = armed.rule.gate
    if case .ramp(let ramp) = gate.probability {
      ramps.append(FaultRampBound(ramp, start: gate.start))
    }
    return screen
  }

  /// Compares the names with those of a point.
  @inline(__always)
  mutating func note(_ facts: FaultFacts, _ item: FaultItem?) {
    if !names.matches.isEmpty { names.note(facts, item) }
  }

  mutating func withPointers<Result>(
    _ body: (UnsafePointer<Pointers>) -> Result
  ) -> Result {
    let (matches, others) = (names.matches, otherTests)
    return matches.withUnsafeBufferPointer { names in
      others.withUnsafeBufferPointer { others in
        ramps.withUnsafeMutableBufferPointer { ramps in
          withUnsafePointer(to: Pointers(names: names, otherTests: others, ramps: ramps), body)
        }
      }
    }
  }
}

/// The probability of a rule if it changes, as a number that the draws with which the rule acts are less
/// than. It is calculated when the time has changed.
struct FaultRampBound: Sendable {
  private let ramp: FaultRamp
  /// The start of the rule's time, in milliseconds since it was armed.
  private let start: Int64
  private var passed: Int64
  private var bound: UInt64

  init(_ ramp: FaultRamp, start: Int64) {
    (self.ramp, self.start, passed) = (ramp, start, 0)
    bound = FaultScreen.bound(ramp.value(at: 0 &- start))
  }

  /// - Parameter passed: The milliseconds since the rule was armed.
  @inline(__always)
  mutating func bound(after passed: Int64) -> UInt64 {
    if passed != self.passed { change(passed) }
    return bound
  }

  @inline(never)
  private mutating func change(_ passed: Int64) {
    self.passed = passed
    bound = FaultScreen.bound(ramp.value(at: passed &- start))
  }
}
