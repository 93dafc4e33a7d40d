/// A rule of the fault language.
struct FaultRuleForm: WireRequest {
  private var id = ""
  private var condition = FaultCondition()
  private var limit = FaultLimit()
  private var effects: [FaultEffect] = []
  private var next = Next()
  private var timeToLive: Int64?
  private var mustFire: Bool?
  private var isArmed = true
  private var presence = FaultRule.Presence.now
  private var isLast = false

  init() {}

  init(_ rule: FaultRule) {
    id = rule.id
    condition = rule.condition
    limit = rule.limit
    effects = rule.effects
    next = Next(
      state: rule.nextState, arms: rule.arms, resets: rule.resetsArmed, disarms: rule.disarms)
    timeToLive = rule.timeToLive
    mustFire = rule.mustFire
    isArmed = rule.isArmed
    presence = rule.presence
    isLast = rule.isLast
  }

  var rule: FaultRule {
    FaultRule(
      id: id, when: condition, limit: limit, then: effects, nextState: next.state,
      arms: next.arms, resetsArmed: next.resets, disarms: next.disarms, timeToLive: timeToLive,
      mustFire: mustFire, isArmed: isArmed, expected: presence, isLast: isLast)
  }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("id", &id, or: "")
    try keys.key("when", &condition, or: FaultCondition(), as: FaultCondition.self)
    try keys.key("limit", &limit, or: FaultLimit(), as: FaultLimit.self)
    try keys.required("then", &effects, as: Effects.self)
    try keys.key("next", &next, or: Next())
    try keys.key("ttl", &timeToLive, as: FaultDuration.self)
    try keys.key("mustFire", &mustFire)
    try keys.key("armed", &isArmed, or: true)
    try keys.key("expected", &presence, or: .now)
    try keys.key("last", &isLast, or: false)
  }

  /// The keys of `next`.
  static var nextKeys: [StaticString] { Next.keyNames }

  /// The changes of rules after one has acted.
  private struct Next: WireRequest, Equatable {
    private var name: String?
    private var key = FaultKey.rule
    var arms: [String] = []
    var resets = false
    var disarms: [String] = []

    init() {}

    init(state: FaultState?, arms: [String], resets: Bool, disarms: [String]) {
      name = state?.name
      key = state?.key ?? .rule
      self.arms = arms
      self.resets = resets
      self.disarms = disarms
    }

    var state: FaultState? { name.map { FaultState($0, per: key) } }

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.key("state", &name)
      try keys.key("per", &key, or: .rule)
      try keys.list("arm", &arms)
      try keys.key("reset", &resets, or: false)
      try keys.list("disarm", &disarms)
    }

    func check() throws(RequestError) {
      if name == nil, key != .rule {
        throw RequestError(
          "per", "'per' is about 'state', which is missing", expected: "'state' as well")
      }
      if self == Next() {
        throw RequestError("", "'next' has no effect", expected: "'state', 'arm' or 'disarm'")
      }
    }
  }

  /// One effect, or a list of effects.
  enum Effects: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> [FaultEffect] {
      let forms = try OneOrMore<EffectForm>.read(node, key, &reader)
      var effects: [FaultEffect] = []
      for (index, form) in forms.enumerated() {
        do throws(RequestError) {
          effects.append(try form.effect())
        } catch {
          throw error.inside(key, at: index)
        }
      }
      return effects
    }

    static func write(_ value: [FaultEffect], to writer: inout KeyWriter) {
      writer.list(value.map { EffectForm($0) }, as: EffectForm.self)
    }
  }
}

extension FaultCondition: WireRequest {
  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.seldom("op", &operations, as: OperationNames.self)
    try keys.seldom("phase", &phase)
    try keys.seldom("user", &user)
    try keys.seldom("device", &device)
    try keys.seldom("container", &container)
    try keys.seldom("environment", &environment)
    var scope = Keys.writes ? database : nil
    try keys.key("db", &scope)
    try keys.synonym("database", &scope)
    if !Keys.writes, let scope {
      namesTwoDatabases = namesTwoDatabases || scope != database ?? scope
      database = scope
    }
    try keys.seldom("zone", &zone)
    try keys.seldom("recordType", &recordType)
    try keys.seldom("recordName", &recordName)
    try keys.seldom("action", &actions, as: OneOrMore<FaultAction>.self)
    try keys.seldom("items", &items)
    try keys.seldom("bytes", &bytes)
    try keys.key("field", &fields, or: [], as: Field.List.self)
    try keys.seldom("savePolicy", &policy)
    try keys.seldom("atomic", &isAtomic)
    try keys.seldom("call", &window)
    try keys.key("clock", &clock, or: ClockWindow())
    try keys.seldom("state", &state)
  }

  private var policy: ModifyRecords.SavePolicy? {
    get { savePolicy.flatMap { ModifyRecords.SavePolicy(rawValue: $0) } }
    set { savePolicy = newValue?.rawValue }
  }

  private var clock: ClockWindow {
    get { ClockWindow(after: notBefore, until: notAfter, recurrence) }
    set {
      (notBefore, notAfter) = (newValue.after, newValue.until)
      recurrence = newValue.recurrence
    }
  }

  /// Times since the rule was armed.
  fileprivate struct ClockWindow: WireRequest, Equatable {
    var after: Int64?
    var until: Int64?
    private var every: Int64?
    private var duration: Int64?

    init() {}

    init(after: Int64?, until: Int64?, _ recurrence: FaultRecurrence?) {
      self.after = after
      self.until = until
      every = recurrence?.interval
      duration = recurrence?.duration
    }

    var recurrence: FaultRecurrence? {
      every.flatMap { every in duration.map { FaultRecurrence(every: every, for: $0) } }
    }

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.key("after", &after, as: FaultDuration.self)
      try keys.key("until", &until, as: FaultDuration.self)
      try keys.key("every", &every, as: FaultDuration.self)
      try keys.key("for", &duration, as: FaultDuration.self)
    }

    func check() throws(RequestError) {
      if (every == nil) == (duration == nil) { return }
      let (one, other) = every == nil ? ("for", "every") : ("every", "for")
      throw RequestError(
        one, "'\(one)' has no meaning without '\(other)'", expected: "'\(other)' as well")
    }
  }
}

extension FaultRuleForm {
  /// The keys of `when.clock`.
  fileprivate static var clockKeys: [StaticString] { FaultCondition.ClockWindow.keyNames }
}

extension FaultCondition.Zone: WireRequest {
  init() { self.init(name: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("name", &name)
    try keys.key("owner", &owner)
  }
}

extension FaultWindow: WireRequest {
  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("nth", &nth)
    try keys.key("from", &from)
    try keys.key("to", &to)
    try keys.key("every", &every)
    try keys.key("per", &key, or: .rule)
    try keys.former("scope", now: "per")
    try keys.key("number", &number)
    try keys.key("item", &item)
  }
}

extension FaultLimit: WireRequest {
  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("skip", &skip, or: 0)
    try keys.key("injections", &injections)
    try keys.key("per", &key, or: .rule)
    try keys.key("probability", &probability)
  }
}

extension JSONWriter {
  /// Writes the vocabulary of the fault language: the keys of a rule and of its parts, the phases,
  /// and the phases in which each effect is valid.
  mutating func faultLanguage() {
    beginObject()
    names("rule", FaultRuleForm.keyNames)
    names("when", FaultCondition.keyNames)
    names("call", FaultWindow.keyNames)
    names("clock", FaultRuleForm.clockKeys)
    names("next", FaultRuleForm.nextKeys)
    names("limit", FaultLimit.keyNames)
    names("then", EffectForm.keyNames)
    key("effects")
    array(FaultEffect.Kind.allCases) { json, kind in
      json.beginObject()
      json.member("name", kind.rawValue)
      json.key("phases")
      json.array(kind.phases) { $0.string($1.rawValue) }
      if let operations = kind.operations {
        json.key("operations")
        json.array(operations) { $0.string($1) }
      }
      json.endObject()
    }
    key("operations")
    array(ServiceOperation.table) { $0.faultOperation($1) }
    key("phases")
    array(FaultPhase.allCases) { $0.string($1.rawValue) }
    key("per")
    array(FaultKey.allCases) { $0.string($1.rawValue) }
    key("actions")
    array(FaultAction.allCases) { $0.string($1.rawValue) }
    endObject()
  }

  /// Writes what rules can refer to in calls of an operation.
  private mutating func faultOperation(_ operation: ServiceOperation) {
    beginObject()
    member("name", operation.name)
    key("items")
    array(operation.items) { json, item in
      json.beginObject()
      json.member("action", item.action.rawValue)
      json.member("kind", item.kind.rawValue)
      json.key("errors")
      json.array(item.codes) { $0.string($1.name) }
      json.endObject()
    }
    for (name, trait) in ServiceOperation.Traits.names where operation.traits.contains(trait) {
      member(name, true)
    }
    key("errors")
    array(operation.legalCodes(items: 2)) { $0.string($1.name) }
    endObject()
  }

  private mutating func names(_ name: StaticString, _ keys: [StaticString]) {
    key(name)
    array(keys) { $0.string($1.description) }
  }
}
