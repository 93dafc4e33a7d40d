extension AddFaults: WireHarnessOperation, WireRequest, RuleListRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("rules", &rules, as: FaultRules.List.self)
  }

  func write(_ answer: [String], to writer: inout AnswerWriter) { writer.ids(answer) }
}

extension FaultRules {
  /// A list of rules in their JSON form.
  enum List: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> [FaultRule] {
      try reader.list(node, key, as: Element.self)
    }

    static func write(_ value: [FaultRule], to writer: inout KeyWriter) {
      writer.list(value, as: Element.self)
    }
  }

  /// A rule of a list. Each form is dropped before the next is read: it is as large as the rule.
  private enum Element: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> FaultRule {
      try FaultRuleForm.read(node, key, &reader).rule
    }

    static func write(_ value: FaultRule, to writer: inout KeyWriter) {
      FaultRuleForm.write(FaultRuleForm(value), to: &writer)
    }
  }
}

extension ListFaults: WireHarnessOperation, WireRequest {
  init() { self.init(nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("ids", &ids, as: OneOrMore<FaultPattern>.self)
  }

  func write(_ answer: [FaultRule], to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("rules")
    writer.json.withKeyWriter { FaultRules.List.write(answer, to: &$0) }
    writer.json.endObject()
  }
}

extension ReportFaults: WireHarnessOperation, WireRequest {
  init() { self.init(nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("ids", &ids, as: OneOrMore<FaultPattern>.self)
    try keys.key("identities", &identities, or: false)
  }

  func write(_ answer: Answer, to writer: inout AnswerWriter) {
    let identities = identities
    writer.json.beginObject()
    writer.json.key("rules")
    writer.json.array(answer.rules) { json, entry in
      json.beginObject()
      json.member("id", entry.id)
      json.member("evaluations", entry.evaluations)
      json.member("injections", entry.injections)
      json.member("skipped", entry.skipped)
      json.key("lastReason")
      json.optional(entry.lastReason)
      if entry.ineffective > 0 { json.member("ineffective", entry.ineffective) }
      if let explanation = entry.explanation { json.member("explanation", explanation) }
      json.member("overdue", entry.isOverdue)
      if entry.isByChance { json.member("byChance", true) }
      if entry.isOptional { json.member("optional", true) }
      if entry.actedBefore { json.member("actedBefore", true) }
      if identities {
        json.member("identity", entry.identity)
        json.member("counts", entry.counts)
        json.member("acts", entry.acts)
        json.member("allActs", entry.allActs)
      }
      json.endObject()
    }
    if identities {
      writer.json.member("lastIdentity", answer.lastIdentity)
      writer.json.key("awaited")
      writer.json.array(answer.awaited) { json, entry in
        json.beginObject()
        json.member("identity", entry.identity)
        json.member("acts", entry.acts)
        json.key("rule")
        json.withKeyWriter { FaultRuleForm.write(FaultRuleForm(entry.rule), to: &$0) }
        json.member("dropped", entry.isDropped)
        json.endObject()
      }
    }
    if let file = answer.file {
      writer.json.key("file")
      writer.json.beginObject()
      writer.json.member("path", file.path)
      if let problem = file.problem { writer.json.member("problem", problem) }
      writer.json.endObject()
    }
    writer.json.endObject()
  }
}

extension TraceFaults: WireHarnessOperation, KeylessRequest {
  func write(_ answer: Answer, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("seed")
    writer.json.withKeyWriter { BitPattern.write(answer.seed, to: &$0) }
    writer.json.key("rules")
    writer.json.withKeyWriter { FaultRules.List.write(answer.rules, to: &$0) }
    writer.json.member("dropped", answer.dropped)
    writer.json.key("unexpressed")
    writer.json.array(answer.unexpressed) { json, entry in
      json.beginObject()
      json.member("source", entry.source)
      json.member("reason", entry.reason)
      json.member("count", entry.count)
      json.endObject()
    }
    writer.json.endObject()
  }
}

extension RemoveFault: WireHarnessOperation, WireRequest {
  init() { self.init("") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("id", &id)
  }
}

extension ArmFaults: WireHarnessOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("ids", &ids, as: OneOrMore<FaultPattern>.self)
    try keys.key("reset", &reset, or: false)
  }

  func write(_ answer: [String], to writer: inout AnswerWriter) { writer.ids(answer) }
}

extension DisarmFaults: WireHarnessOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("ids", &ids, as: OneOrMore<FaultPattern>.self)
  }

  func write(_ answer: [String], to writer: inout AnswerWriter) { writer.ids(answer) }
}

extension ClearFaults: WireHarnessOperation, KeylessRequest {}

extension PauseFaults: WireHarnessOperation, WireRequest {
  init() { self.init(true) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("paused", &isPaused, or: true)
  }
}
