/// The window and the limit of a rule as numbers: they decide whether the rule acts if the rest of
/// its condition holds. They have no references, so that a hundred rules can be tested at each call.
struct FaultGate: Sendable {
  /// Whether matches are counted for the window.
  let countsMatches: Bool
  let windowKey: FaultKey
  let numbers: MatchNumbers
  let limitKey: FaultKey
  let skip: Int
  let injections: Int
  let probability: FaultProbability?
  /// The start of the rule's time, in milliseconds since it was armed.
  let start: Int64

  init(_ condition: FaultCondition, _ limit: FaultLimit) {
    let window = condition.window ?? FaultWindow()
    countsMatches = window.counts
    windowKey = window.key
    numbers = MatchNumbers(window)
    limitKey = limit.key
    skip = limit.skip
    injections = limit.injections ?? .max
    probability = limit.probability
    start = condition.notBefore ?? 0
  }

  /// The keys by which matches and acts are counted.
  var kinds: FaultKey.Kinds {
    countsMatches ? windowKey.kind.union(limitKey.kind) : limitKey.kind
  }

  /// Whether the window contains a match, by its number from 1.
  func selects(_ number: Int) -> Bool { numbers.contains(number) }

  /// Returns the reason why the counts of matches and acts so far do not allow another act.
  func refusal(_ count: ArmedRule.Count) -> FaultReason? {
    if count.seen <= skip { return .skip }
    return count.injected >= injections ? .injections : nil
  }
}

/// The numbers of the matches that a window selects.
struct MatchNumbers: Sendable {
  private let least: Int
  private let most: Int
  /// Selects every n-th match after the given one; 0 selects all.
  private let every: Int
  private let first: Int

  init(_ window: FaultWindow) {
    least = max(window.from ?? 1, window.nth ?? .min)
    most = min(window.to ?? .max, window.nth ?? .max)
    every = max(0, window.every ?? 0)
    // Without `from`, counting begins before the first match: 4 selects the 4th, the 8th and so on.
    first = window.from ?? 0
  }

  @inline(__always)
  func contains(_ number: Int) -> Bool {
    guard number >= least, number <= most else { return false }
    return every == 0 || (number &- first) % every == 0
  }
}

extension FaultKey {
  /// A set of keys.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt8

    static let operation = Kinds(rawValue: 1)
    static let record = Kinds(rawValue: 2)
    static let device = Kinds(rawValue: 4)
    static let user = Kinds(rawValue: 8)
    static let zone = Kinds(rawValue: 16)
  }

  /// The place of the key's number in `FaultMarks.All`.
  var place: UInt8 {
    switch self {
    case .rule: 0
    case .op: 1
    case .record: 2
    case .device: 3
    case .user: 4
    case .zone: 5
    }
  }

  var kind: Kinds {
    switch self {
    case .rule: []
    case .op: .operation
    case .record: .record
    case .device: .device
    case .user: .user
    case .zone: .zone
    }
  }
}

/// The times at which a rule applies.
struct FaultTimes: Sendable {
  /// The start and the end, in milliseconds since the rule was armed.
  private let start: Int64
  private let end: Int64
  private let life: Int64
  private let recurs: Bool
  private let recurrence: FaultRecurrence?

  init(_ condition: FaultCondition, _ timeToLive: Int64?) {
    start = condition.notBefore ?? .min
    end = condition.notAfter ?? .max
    life = timeToLive ?? .max
    recurrence = condition.recurrence
    recurs = recurrence != nil
  }

  /// Returns the reason why the rule does not apply.
  ///
  /// - Parameter age: The time in milliseconds since the rule was armed.
  @inline(__always)
  func refusal(at age: Int64) -> FaultReason? {
    if age >= life { return .over }
    if age < start || age >= end { return .clock }
    return recurs ? recurrentRefusal(at: age) : nil
  }

  @inline(never)
  private func recurrentRefusal(at age: Int64) -> FaultReason? {
    let passed = start == .min ? age : age &- start
    return recurrence?.contains(passed) == false ? .clock : nil
  }
}
