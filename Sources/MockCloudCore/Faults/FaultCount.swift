/// Selects the matches on which a rule acts: `times` matches after the first `after` ones.
struct FaultCount: Sendable, Equatable {
  var after = 0
  /// Nil means all.
  var times: Int?
  /// The number of matches so far.
  private(set) var seen = 0
  /// The number of times that the rule acted.
  private(set) var injected = 0

  /// No cloud counts as far, and a state document has no greater counts.
  private static let highest = 1 << 62

  init(after: Int = 0, times: Int? = nil, seen: Int = 0, injected: Int = 0) {
    self.after = min(max(0, after), Self.highest)
    self.times = times.map { min(max(0, $0), Self.highest) }
    self.seen = max(0, seen)
    self.injected = max(0, injected)
  }

  /// Counts a match and returns whether the rule acts on it.
  ///
  /// - Parameter isFree: Whether no other rule acts on it. Otherwise the match is not counted, so
  ///   that only acts use up `times`.
  mutating func match(isFree: Bool) -> Bool {
    guard isFree else { return false }
    if seen < .max { seen += 1 }
    guard seen > after, times.map({ seen - after <= $0 }) ?? true else { return false }
    if injected < .max { injected += 1 }
    return true
  }
}
