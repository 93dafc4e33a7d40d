/// Where a list has a rule.
enum FaultListing {
  case screen(FaultScreen.Test)
  /// The reason why it does not act is known, unless the call has a name with the given hash.
  case group(FaultReason, unless: UInt64?)

  /// What a list knows about its rules besides their conditions.
  struct Knowledge {
    let isPaused: Bool
    /// Whether a rule can arm or disarm the rule.
    let isSwitched: Bool
    let isArmed: Bool

    /// The reason why the rule cannot act as long as the list is valid.
    fileprivate var reason: FaultReason? {
      if isPaused { return .paused }
      return isSwitched || isArmed ? nil : .disarmed
    }
  }

  init(_ rule: FaultRule, _ facts: FaultFacts, _ known: Knowledge) {
    let condition = rule.condition
    let asks = rule.asks
    if let reason = known.reason {
      self = .group(reason, unless: nil)
      return
    }
    if let numbers = condition.window?.number {
      self = .screen(.number(numbers.least ?? .min, numbers.most ?? .max))
      return
    }
    let reason = asks.contains(.caller) ? rule.callerRefusal(facts) : nil
    guard !known.isSwitched, !asks.contains(.time) else {
      self = .screen(reason.map { .refused($0) } ?? Self.test(rule))
      return
    }
    if let reason {
      self = .group(reason, unless: nil)
    } else if asks.contains(.request) {
      self = .screen(Self.test(rule))
    } else if asks.contains(.zone), let name = condition.zone?.name?.exact {
      self = .group(.zone, unless: FaultTraits.hash(name))
    } else if !asks.contains(.zone), condition.window?.item == nil, condition.actions == nil,
      let name = condition.recordName?.exact
    {
      self = .group(.recordName, unless: FaultTraits.hash(name))
    } else {
      self = .screen(Self.test(rule))
    }
  }

  /// Returns the test that comes first in `FaultRule.refusal`, so that the reason is the same.
  private static func test(_ rule: FaultRule) -> FaultScreen.Test {
    let condition = rule.condition
    if rule.asks.contains(.request) {
      if let items = condition.items { return .items(items.least ?? .min, items.most ?? .max) }
      if let bytes = condition.bytes { return .bytes(bytes.least ?? .min, bytes.most ?? .max) }
      if let policy = condition.savePolicy { return .savePolicy(FaultTraits.hash(policy)) }
      return condition.isAtomic.map { .atomic($0) } ?? .whole
    }
    if rule.asks.contains(.zone) {
      return condition.zone?.name.map { .zone($0.head) } ?? .whole
    }
    guard rule.asks.contains(.item) else { return .none }
    if condition.window?.item != nil { return .whole }
    if let actions = condition.actions { return .action(FaultTraits.bits(actions)) }
    if let name = condition.recordName { return .record(name.head) }
    if let type = condition.recordType { return .recordType(type.head) }
    return .field
  }
}
