/// The beginnings of the names that rules ask for most, as `String.rank` has them.
struct FaultHeads {
  let device: UInt64
  /// Nil where the call names none, or several zones.
  let zone: UInt64?
  /// Nil where no record's turn has come.
  let record: UInt64?

  init(_ facts: FaultFacts) {
    device = facts.context.deviceName.rank
    zone = facts.request.zoneIDs.count == 1 ? facts.request.zoneIDs.first?.zoneName.rank : nil
    record = nil
  }

  init(_ heads: FaultHeads, _ item: FaultItem) {
    device = heads.device
    zone = item.zoneID?.zoneName.rank
    record = item.recordName?.rank
  }
}

/// The place of a rule, with the first thing that it asks for where that can be refused at a glance. A
/// hundred rules may be asked at every call, and most are about something else.
struct FaultScreen: Sendable {
  let index: Int
  private let test: Test

  private enum Test: Sendable {
    /// The rule must be asked itself.
    case none
    case device(FaultPattern.Head)
    case zone(FaultPattern.Head)
    case record(FaultPattern.Head)
    /// It asks for nothing but which match it is, of all.
    case window(FaultWindow)
  }

  init(_ rule: FaultRule, at index: Int) {
    self.index = index
    test = Self.test(rule)
  }

  /// What comes first in `FaultRule.refusal`, so that the reason is the same.
  private static func test(_ rule: FaultRule) -> Test {
    let condition = rule.condition
    if !rule.asks.isDisjoint(with: [.time, .state]) { return .none }
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

  /// Why the rule does not apply; nil where it must be asked.
  ///
  /// - Parameter matches: How many times it matched so far.
  func refusal(_ heads: FaultHeads, matches: Int) -> FaultReason? {
    switch test {
    case .none: nil
    case .device(let head): head.begins(heads.device) ? nil : .device
    case .zone(let head): heads.zone.map { head.begins($0) ? nil : .zone } ?? nil
    case .record(let head): heads.record.map { head.begins($0) ? nil : .recordName } ?? nil
    case .window(let window): window.contains(matches &+ 1) ? nil : .window
    }
  }
}
