/// A rule in a list, with the test of its condition if that is cheap.
struct FaultScreen: Sendable {
  /// The place among the cloud's rules.
  let place: Int
  /// The place in the list.
  let index: Int
  let test: Test
  /// Whether the rule applies only at certain times.
  let isTimed: Bool
  let state: State
  let gate: FaultGate

  init(_ rule: FaultRule, at place: Int, index: Int, _ test: Test) {
    self.place = place
    self.index = index
    self.test = test
    isTimed = rule.asks.contains(.time)
    state = rule.condition.state.map { $0.isInitial ? .initial : .other } ?? .none
    gate = rule.gate
  }

  /// The state that the condition requires.
  enum State: Sendable {
    case none
    /// The first state of its group, which holds unless rules have set another one.
    case initial
    case other
  }

  /// The test of what the list does not know already. It has no references, so that a hundred rules
  /// can be tested at each call.
  enum Test: Sendable {
    /// The condition holds.
    case none
    /// The condition does not hold.
    case refused(FaultReason)
    /// The condition must be evaluated.
    case whole
    /// The numbers of the calls.
    case number(Int, Int)
    case items(Int, Int)
    case bytes(Int, Int)
    case savePolicy(UInt64)
    case atomic(Bool)
    case zone(FaultPattern.Head)
    case record(FaultPattern.Head)
    case recordType(FaultPattern.Head)
    case action(UInt16)
    /// The item must save a field.
    case field
  }
}

/// Where a list has a rule.
enum FaultListing {
  case screen(FaultScreen.Test)
  /// The reason why it does not act is known, unless the call has a name with the given hash.
  case group(FaultReason, unless: UInt64?)

  /// - Parameter isSteady: Whether the rule is armed, and rules are not paused.
  init(_ rule: FaultRule, _ facts: FaultFacts, isSteady: Bool) {
    let condition = rule.condition
    let asks = rule.asks
    if let numbers = condition.window?.number {
      self = .screen(.number(numbers.least ?? .min, numbers.most ?? .max))
      return
    }
    let reason = asks.contains(.caller) ? rule.callerRefusal(facts) : nil
    guard isSteady, asks.isDisjoint(with: [.time, .state]) else {
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

/// What the tests of rules ask of a point of a call, as numbers.
struct FaultTraits {
  /// The number of the call among those of its device and operation.
  let number: Int
  let items: Int
  let bytes: Int
  let savePolicy: UInt64
  /// Nil if the request does not say it.
  let isAtomic: Bool?
  /// The beginning of the zone's name; nil if the call names no zone, or several.
  let zone: UInt64?
  /// The beginnings of names of the item; nil if it has none.
  let record: UInt64?
  let recordType: UInt64?
  let action: UInt16
  let hasFields: Bool
  /// Whether an item is being processed.
  let isItem: Bool

  init(_ facts: FaultFacts, _ item: FaultItem?) {
    number = Int(clamping: facts.context.ordinal)
    items = facts.itemCount
    bytes = facts.bytes
    savePolicy = facts.request.savePolicy.map { Self.hash($0) } ?? 0
    isAtomic = facts.request.isAtomic == nil ? nil : facts.isAtomic
    isItem = item != nil
    if let item {
      zone = item.zoneID?.zoneName.rank
      record = item.recordName?.rank
      recordType = item.recordType?.rank
      action = Self.bit(item.action)
      hasFields = !item.fields.isEmpty
    } else {
      zone = facts.request.zoneIDs.count == 1 ? facts.request.zoneIDs.first?.zoneName.rank : nil
      (record, recordType, action, hasFields) = (nil, nil, 0, true)
    }
  }

  static func hash(_ name: String) -> UInt64 {
    var (hash, name) = (StableHash(), name)
    name.withUTF8 { hash.add(UnsafeRawBufferPointer($0)) }
    return hash.value
  }

  static func bits(_ actions: [FaultAction]) -> UInt16 {
    actions.reduce(0) { $0 | bit($1) }
  }

  private static func bit(_ action: FaultAction) -> UInt16 {
    switch action {
    case .save: 1
    case .delete: 2
    case .fetch: 4
    case .find: 8
    case .change: 16
    case .upload: 32
    case .download: 64
    case .accept: 128
    case .resolve: 256
    }
  }

  /// The result of a test.
  enum Verdict {
    case holds
    case refused(FaultReason)
    /// The condition must be evaluated.
    case open
  }

  @inline(__always)
  func verdict(_ test: FaultScreen.Test) -> Verdict {
    switch test {
    case .none: .holds
    case .refused(let reason): .refused(reason)
    case .whole: .open
    case .number(let least, let most):
      number < least || number > most ? .refused(.window) : .open
    case .items(let least, let most): items < least || items > most ? .refused(.items) : .open
    case .bytes(let least, let most): bytes < least || bytes > most ? .refused(.bytes) : .open
    case .savePolicy(let policy): policy == savePolicy ? .open : .refused(.savePolicy)
    case .atomic(let wanted): wanted == isAtomic ? .open : .refused(.atomic)
    case .zone(let head): zone.map { head.begins($0) ? .open : .refused(.zone) } ?? .open
    case .record(let head):
      record.map { head.begins($0) ? .open : .refused(.recordName) } ?? .open
    case .recordType(let head):
      recordType.map { head.begins($0) ? .open : .refused(.recordType) }
        ?? (isItem ? .refused(.recordType) : .open)
    case .action(let actions): !isItem || action & actions != 0 ? .open : .refused(.action)
    case .field: hasFields ? .open : .refused(.field)
    }
  }
}
