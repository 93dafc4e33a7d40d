/// Which of the calls or items that a rule matches it acts on: after the first `after` of them, on
/// `times` of them.
struct FaultCount: Sendable, Equatable {
  var after = 0
  /// Nil means all.
  var times: Int?
  /// Matches so far.
  private(set) var seen = 0

  init(after: Int = 0, times: Int? = nil, seen: Int = 0) {
    self.after = max(0, after)
    self.times = times.map { max(0, $0) }
    self.seen = max(0, seen)
  }

  /// Whether a rule never runs out and never waits, so that nothing needs to be counted.
  var isUnlimited: Bool { after == 0 && times == nil }

  /// Counts a match and returns whether the rule acts on it.
  mutating func match() -> Bool {
    if isUnlimited { return true }
    if seen < .max { seen += 1 }
    guard seen > after else { return false }
    return times.map { seen - after <= $0 } ?? true
  }
}
