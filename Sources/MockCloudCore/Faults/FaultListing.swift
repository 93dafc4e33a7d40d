/// Where a list has a rule.
enum FaultListing {
  /// Points test it.
  ///
  /// - Parameter refusal: The reason why it is not about the caller.
  case screen(refusal: FaultReason?)
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
    let reason = asks.contains(.caller) ? rule.callerRefusal(facts) : nil
    // These can be the reason before the caller and the names are.
    guard !known.isSwitched, asks.isDisjoint(with: [.time, .number]) else {
      self = .screen(refusal: reason)
      return
    }
    if let reason {
      self = .group(reason, unless: nil)
    } else if asks.contains(.request) {
      self = .screen(refusal: nil)
    } else if asks.contains(.zone), let name = condition.zone?.name?.exact {
      self = .group(.zone, unless: FaultTraits.hash(name))
    } else if !asks.contains(.zone), condition.window?.item == nil, condition.actions == nil,
      let name = condition.recordName?.exact
    {
      self = .group(.recordName, unless: FaultTraits.hash(name))
    } else {
      self = .screen(refusal: nil)
    }
  }
}
