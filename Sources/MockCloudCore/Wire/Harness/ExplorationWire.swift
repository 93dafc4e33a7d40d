extension BeginExploration: WireHarnessOperation, WireRequest {
  init() { self.init(errors: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("errors", &errors, as: ListOf<SomeError>.self)
    try keys.key("pairs", &triesPairs, or: false)
    try keys.key("pairBudget", &pairBudget)
    try keys.key("conflicts", &conflict, or: nil, as: FaultConflict.Choice.self)
    try keys.key("items", &triesItems, or: false)
    try keys.key("lasting", &triesLasting, or: false)
    try keys.key("crashes", &triesCrashes, or: false)
  }

  func write(_ answer: Int, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("faultPoints", answer)
    writer.json.endObject()
  }
}

extension NextCase: WireHarnessOperation, WireRequest {
  init() { self.init(hasFailed: false) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("failed", &hasFailed, or: false)
    try keys.key("message", &message)
  }

  func write(_ answer: Answer, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("done", answer.armed == nil)
    if let armed = answer.armed {
      writer.json.key("case")
      writer.json.explorationCase(armed)
    }
    writer.json.member("tried", answer.tried)
    writer.json.member("cases", answer.cases)
    writer.json.member("faultPoints", answer.faultPoints)
    writer.json.endObject()
  }
}

extension ReportExploration: WireHarnessOperation, WireRequest {
  init() { self.init(onlyFailed: false) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("failed", &onlyFailed, or: false)
  }

  func write(_ answer: Answer, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("faultPoints", answer.faultPoints)
    writer.json.key("cases")
    writer.json.array(answer.entries) { json, entry in
      json.beginObject()
      json.key("case")
      json.explorationCase(entry.tried)
      json.member("outcome", entry.verdict)
      if let divergence = entry.divergence { json.member("divergence", divergence) }
      json.member("failed", entry.hasFailed)
      if let message = entry.message { json.member("message", message) }
      json.endObject()
    }
    if !answer.keysWithoutCases.isEmpty {
      writer.json.key("withoutCases")
      writer.json.array(answer.keysWithoutCases) { $0.string($1) }
    }
    writer.json.endObject()
  }
}

extension EndExploration: WireHarnessOperation, KeylessRequest {}

extension JSONWriter {
  fileprivate mutating func explorationCase(_ tried: ExplorationCase) {
    beginObject()
    member("call", tried.call)
    member("operation", tried.operation)
    member("device", tried.device.text)
    member("effect", tried.effect.name)
    if let item = tried.effect.item { member("item", item) }
    if let second = tried.second {
      key("second")
      beginObject()
      member("after", second.after)
      member("operation", second.operation)
      member("device", second.device.text)
      member("effect", second.effect.name)
      endObject()
    }
    key("rules")
    withKeyWriter { FaultRules.List.write(tried.rules, to: &$0) }
    endObject()
  }
}
