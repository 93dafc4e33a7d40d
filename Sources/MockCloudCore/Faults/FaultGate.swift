/// The window and the limit of a rule as numbers: they decide whether the rule acts if the rest of
/// its condition holds. They have no references, so that a hundred rules can be tested at each call.
struct FaultGate: Sendable {
  /// Whether matches are counted for the window.
  let countsMatches: Bool
  let windowKey: FaultKey
  private let numbers: MatchNumbers
  let limitKey: FaultKey
  private let skip: Int
  private let injections: Int
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

/// Numbers for the texts of keys: a key has the same number as long as its text stays the same.
///
/// Most calls have the same keys as the one before. Rules then find their counts by a number instead
/// of by comparing texts.
struct FaultMarks: Sendable {
  private var operation = Known()
  private var record = Known()
  private var device = Known()
  private var user = Known()
  private var zone = Known()
  private var last: UInt64 = 0

  private struct Known: Sendable {
    private var text: ExactText = ""
    private var mark = FaultMarks.empty

    /// - Parameter last: The last number that a text was given.
    mutating func note(_ text: ExactText, _ last: inout UInt64) -> UInt64 {
      if self.text != text {
        last &+= 1
        (self.text, mark) = (text, text.isEmpty ? FaultMarks.empty : last)
      }
      return mark
    }
  }

  /// The number of the empty text.
  static let empty: UInt64 = 0
  /// The number of a key that was not noted.
  static let unknown: UInt64 = .max

  /// The numbers of the keys at a point of a call.
  struct Keys: Sendable {
    fileprivate(set) var operation = FaultMarks.unknown
    fileprivate(set) var record = FaultMarks.unknown
    fileprivate(set) var device = FaultMarks.unknown
    fileprivate(set) var user = FaultMarks.unknown
    fileprivate(set) var zone = FaultMarks.unknown

    @inline(__always)
    subscript(key: FaultKey) -> UInt64 {
      switch key {
      case .rule: FaultMarks.empty
      case .op: operation
      case .record: record
      case .device: device
      case .user: user
      case .zone: zone
      }
    }
  }

  /// Returns the numbers of the given kinds of keys.
  mutating func note(_ kinds: FaultKey.Kinds, of keys: FaultKeys) -> Keys {
    var marks = Keys()
    if kinds.isEmpty { return marks }
    if kinds.contains(.operation) { marks.operation = operation.note(keys.operation, &last) }
    if kinds.contains(.record) { marks.record = record.note(keys.record, &last) }
    if kinds.contains(.device) { marks.device = device.note(keys.device, &last) }
    if kinds.contains(.user) { marks.user = user.note(keys.user, &last) }
    if kinds.contains(.zone) { marks.zone = zone.note(keys.zone, &last) }
    return marks
  }
}
