/// What faults did so far, as rules that do the same again without chance.
///
/// Each rule names its call by operation, device and number (`CallCounts`), and its item by position
/// and name. Its effects have the values that were drawn. The order is that in which the faults
/// acted: rules for the same point of a call are evaluated in it.
struct FaultTrace: Sendable {
  /// The names of the rules are those of the causes, which may act many times.
  private(set) var rules: [FaultRule] = []
  /// The number of acts that were left out because there were too many.
  private(set) var dropped = 0
  /// What no rule can express, by cause and reason.
  private(set) var unexpressed: [Unexpressed] = []
  /// The places of the last rules for the calls of an operation by a device.
  private var places: [ExactText: Int] = [:]

  /// Acts that no rule can express.
  struct Unexpressed: Sendable {
    /// The operation of the harness that set the cause.
    let source: String
    let reason: String
    var count = 1
  }

  /// The maximum number of rules: the first ones are kept, because later ones depend on them. They
  /// take about a kilobyte each.
  static let mostRules = 10_000

  var isUnused: Bool { rules.isEmpty && dropped == 0 && unexpressed.isEmpty }

  init() {}

  /// Restores a trace from a document.
  init(_ rules: [FaultRule], dropped: Int, _ unexpressed: [Unexpressed]) {
    for rule in rules { append(rule) }
    self.dropped = dropped
    self.unexpressed = unexpressed
  }

  /// Adds what faults did to a call.
  mutating func add(_ acts: [RuleAct], of facts: FaultFacts) {
    for act in acts where !act.isIdle {
      if let reason = act.unexpressed {
        leaveOut(act.source, reason)
      } else if let condition = FaultCondition(act, facts) {
        add(act, condition)
      } else {
        leaveOut(act.source, "a name with '*', which is a pattern in a rule")
      }
    }
  }

  /// Adds what faults did to a push.
  mutating func add(_ acts: [RuleAct], of push: FaultPush) {
    for act in acts where !act.isIdle {
      var condition = FaultCondition()
      condition.device = FaultPattern(push.device.text)
      condition.phase = .push
      condition.window = .number(push.number)
      if condition.device?.exact == nil {
        leaveOut(act.source, "a name with '*', which is a pattern in a rule")
      } else {
        add(act, condition)
      }
    }
  }

  /// Counts an act that no rule can express.
  mutating func leaveOut(_ source: String, _ reason: String) {
    let known = unexpressed.firstIndex {
      $0.source.hasBytes(of: source) && $0.reason.hasBytes(of: reason)
    }
    guard let known else { return unexpressed.append(Unexpressed(source: source, reason: reason)) }
    if unexpressed[known].count < .max { unexpressed[known].count += 1 }
  }

  private mutating func add(_ act: RuleAct, _ condition: FaultCondition) {
    let rule = FaultRule(
      id: act.rule?.cause ?? act.source, when: condition, then: act.effects, expected: .later)
    if let place = places[rule.traceKey], let longer = rules[place].followed(by: rule) {
      rules[place] = longer
    } else {
      append(rule)
    }
  }

  private mutating func append(_ rule: FaultRule) {
    guard rules.count < Self.mostRules else {
      if dropped < .max { dropped += 1 }
      return
    }
    places[rule.traceKey] = rules.count
    rules.append(rule)
  }
}

extension FaultRule {
  /// The name of the cause: that of a rule of a trace begins with its number there.
  fileprivate var cause: String {
    let rest = id.drop { ("0"..."9").contains($0) }
    return rest.startIndex > id.startIndex && rest.first == " " ? String(rest.dropFirst()) : id
  }

  /// The operation and the device, whose calls have numbers of their own.
  fileprivate var traceKey: ExactText {
    "\(condition.operations?.first ?? "") \(condition.device?.text ?? "")"
  }

  /// Returns one rule for this one and another for the next call, if they do the same.
  ///
  /// This rule is the last for the calls of the operation, so that the other rule is the first for
  /// its call: their order does not change.
  fileprivate func followed(by next: FaultRule) -> FaultRule? {
    guard let own = condition.window?.number, let other = next.condition.window?.number,
      let last = own.most, last < .max, other.least == last + 1,
      effects.count == next.effects.count, id.hasBytes(of: next.id)
    else { return nil }
    var common = condition
    common.window?.number = other
    guard common == next.condition,
      zip(effects, next.effects).allSatisfy({ $0.isCertainly(the: $1) })
    else { return nil }
    common.window?.number = FaultRange(least: own.least, most: other.most)
    return FaultRule(id: id, when: common, then: effects, expected: .later)
  }
}

extension FaultEffect {
  /// Whether two effects of a trace are equal; effects that are rarely repeated are not compared.
  fileprivate func isCertainly(the other: FaultEffect) -> Bool {
    switch (self, other) {
    case (.error(let one, .fixed), .error(let two, .fixed)),
      (.lostRequest(let one), .lostRequest(let two)),
      (.lostResponse(let one), .lostResponse(let two)):
      one == two
    case (.latency(.fixed(let one)), .latency(.fixed(let two))),
      (.delay(.fixed(let one)), .delay(.fixed(let two))), (.coalesce(let one), .coalesce(let two)):
      one == two
    case (.truncate(let one), .truncate(let two)), (.repeat(let one), .repeat(let two)): one == two
    case (.drop, .drop), (.hang, .hang), (.duplicate, .duplicate): true
    default: false
    }
  }
}

extension FaultCondition {
  /// Creates the condition for the same point of the same call; nil if a name is a pattern.
  fileprivate init?(_ act: RuleAct, _ facts: FaultFacts) {
    self.init()
    operations = [facts.operation]
    device = FaultPattern(facts.context.deviceName.text)
    window = .number(facts.context.ordinal)
    guard device?.exact != nil else { return nil }
    if let item = act.item {
      guard add(item, isShared: facts.context.scope == .shared) else { return nil }
    }
    if act.phase != FaultRule.phase(of: self, act.effects) { phase = act.phase }
  }

  /// Adds the names of an item. Returns false if only a pattern would have them.
  private mutating func add(_ item: FaultItem, isShared: Bool) -> Bool {
    actions = [item.action]
    window?.item = item.position > 0 ? item.position : nil
    let name = item.recordName.map { FaultPattern($0.text) }
    let zone = item.zoneID.map { zoneID in
      Zone(
        name: FaultPattern(zoneID.zoneName.text),
        owner: isShared ? FaultPattern(zoneID.ownerName.text) : nil)
    }
    let isExact = [name, zone?.name, zone?.owner].allSatisfy { $0.map { $0.exact != nil } ?? true }
    // The position alone tells the items of a request apart.
    guard isExact else { return item.position > 0 }
    recordName = name
    self.zone = zone
    return true
  }
}

extension FaultWindow {
  /// Selects a call, or a push, by its number.
  static func number(_ number: UInt64) -> FaultWindow {
    var window = FaultWindow()
    let number = Int(clamping: number)
    window.number = FaultRange(least: number, most: number)
    return window
  }
}
