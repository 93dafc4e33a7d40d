/// The beginnings of the names that rules most often refer to, as `String.rank` has them.
struct FaultHeads {
  let device: UInt64
  /// Nil if the call names no zone, or several.
  let zone: UInt64?
  /// Nil if no record is being processed.
  let record: UInt64?
  /// The number of the call among those of its device and operation.
  let number: Int

  init(_ facts: FaultFacts) {
    device = facts.context.deviceName.rank
    zone = facts.request.zoneIDs.count == 1 ? facts.request.zoneIDs.first?.zoneName.rank : nil
    record = nil
    number = Int(clamping: facts.context.ordinal)
  }

  init(_ heads: FaultHeads, _ item: FaultItem) {
    device = heads.device
    zone = item.zoneID?.zoneName.rank
    record = item.recordName?.rank
    number = heads.number
  }
}

/// The place of a rule, with the first test of its condition if that is cheap. A hundred rules may
/// be evaluated for every call, and most do not match it.
struct FaultScreen: Sendable {
  let index: Int
  private let test: Test

  private enum Test: Sendable {
    /// There is no cheap test: the rule must be evaluated.
    case none
    case device(FaultPattern.Head)
    case zone(FaultPattern.Head)
    case record(FaultPattern.Head)
    /// The condition has only a window over all matches.
    case window(FaultWindow)
    /// The numbers of the calls.
    case number(FaultRange)
  }

  init(_ rule: FaultRule, at index: Int) {
    self.index = index
    test = Self.test(rule)
  }

  /// Returns the test that comes first in `FaultRule.refusal`, so that the reason is the same.
  private static func test(_ rule: FaultRule) -> Test {
    let condition = rule.condition
    if !rule.asks.isDisjoint(with: [.time, .state]) { return .none }
    if rule.asks.contains(.number) {
      return condition.window?.number.map { .number($0) } ?? .none
    }
    if rule.asks == .window, let window = condition.window, window.key == .rule {
      return .window(window)
    }
    if rule.asks.contains(.caller) {
      return condition.user == nil ? condition.device.map { .device($0.head) } ?? .none : .none
    }
    if rule.asks.contains(.request) { return .none }
    if rule.asks.contains(.zone) {
      return condition.zone?.name.map { .zone($0.head) } ?? .none
    }
    if condition.actions == nil, let name = condition.recordName { return .record(name.head) }
    return .none
  }

  /// Returns the reason why the rule does not apply; nil if it must be evaluated.
  ///
  /// - Parameter matches: The number of matches of the rule so far.
  func refusal(_ heads: FaultHeads, matches: Int) -> FaultReason? {
    switch test {
    case .none: nil
    case .device(let head): head.begins(heads.device) ? nil : .device
    case .zone(let head): heads.zone.map { head.begins($0) ? nil : .zone } ?? nil
    case .record(let head): heads.record.map { head.begins($0) ? nil : .recordName } ?? nil
    case .number(let numbers): numbers.contains(heads.number) ? nil : .window
    case .window(let window): window.contains(matches &+ 1) ? nil : .window
    }
  }
}
