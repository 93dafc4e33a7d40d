// Calls under way in a state document.

/// A call under way that can be written.
protocol WrittenFlight {
  /// - Parameter seed: The seed of the world, on which the UUIDs of errors depend.
  func record(seed: UInt64) -> FlightRecord
}

extension CallFlight: WrittenFlight where O: WireOperation {
  func record(seed: UInt64) -> FlightRecord {
    record(seed: seed) { call in
      var writer = AnswerWriter()
      writer.append(call)
      return StoredAnswer(
        response: writer.json.withBytes { JSONValue(text: $0) } ?? .object([]),
        status: call.status,
        blocks: call.blocks.dropLast(2).map { block in
          StoredAnswer.Block(block: block.written(of: call), isItem: block.content.isItem)
        })
    }
  }
}

extension OperationBlock {
  /// Returns the block with its arguments as JSON.
  func written(of call: any BlockSource) -> OperationBlock {
    let text = AnswerWriter.content(self, of: call)
    let cancelled = cancelled(.operationCancelled, in: call).map {
      AnswerWriter.content($0, of: call)
    }
    return OperationBlock(
      name, .written(WrittenBlock(text: text, cancelled: cancelled)), status: status)
  }
}

extension OperationBlock.Content {
  fileprivate var isItem: Bool {
    switch self {
    case .item, .failure: true
    default: false
    }
  }
}

extension StoredFlight: WrittenFlight {
  func record(seed: UInt64) -> FlightRecord { record }
}

extension FlightRecord {
  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.required("began", &began, as: Milliseconds.self)
    try keys.number("ordinal", &ordinal, from: 1)
    try keys.part("scripted", &scripted, from: (answer: .empty, wait: 0)) {
      (keys, scripted) throws(RequestError) in
      try keys.number("wait", &scripted.wait)
      try scripted.answer.keys(&keys)
    }
    if scripted != nil, !keys.listsAll { return }
    try keys.required("stage", &passage.stage)
    try keys.key("late", &passage.isLate, or: false)
    try keys.key("lost", &passage.isLost, or: false)
    var error = passage.error.map { ErrorSpecification($0) }
    try keys.key("error", &error, as: SomeError.self)
    passage.error = error?.cloudError
    try keys.key("timeLeft", &session.timeLeft, as: Count<Int64>.self)
    try keys.states(&states)
    try acts(&keys)
    try keys.passes("setErrorsNotApplied", &session.passes.setErrors)
    try keys.passes("notApplied", &session.passes.rules)
    try keys.effects("inForce", &passage.inForce, of: session.acts.count) { $0.isKept }
    var pending = Array(passage.pending)
    try keys.effects("pending", &pending, of: session.acts.count) { $0.isPerformed }
    passage.pending = pending[...]
    try arrival(&keys)
  }

  private mutating func acts(_ keys: inout StateKeys) throws(RequestError) {
    var acts: [RuleAct] = []
    try keys.each("acts", .sparse, session.acts, from: RuleAct(source: "", effects: [])) {
      (keys, act) throws(RequestError) in
      try act.keys(&keys)
    } take: {
      acts.append($0)
    }
    if !keys.isWriting { session.acts = acts }
  }

  /// Handles what a call has whose request has arrived.
  private mutating func arrival(_ keys: inout StateKeys) throws(RequestError) {
    try keys.part("answer", &answer, from: StoredAnswer()) { (keys, answer) throws(RequestError) in
      try answer.keys(&keys)
    }
    if keys.isReading, passage.hasArrived != (answer != nil) {
      throw RequestError(
        "answer", "'answer' does not fit the stage '\(passage.stage.rawValue)'",
        expected: passage.hasArrived ? "an answer" : "no answer")
    }
    try keys.key("volume", &passage.volume, or: 0, as: Count<Int>.self)
    try keys.part("digests", &digests, from: (before: 0, after: 0)) {
      (keys, digests) throws(RequestError) in
      var numbers = (Int64(bitPattern: digests.before), Int64(bitPattern: digests.after))
      try keys.required("before", &numbers.0)
      try keys.required("after", &numbers.1)
      digests = (UInt64(bitPattern: numbers.0), UInt64(bitPattern: numbers.1))
    }
  }
}

extension CallPassage.Stage: RequestChoice {}

extension ScriptRun.Answer {
  fileprivate static var empty: Self {
    Self(response: .null, status: 0, delay: 0, blocks: nil)
  }

  fileprivate mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.status(&status)
    try keys.required("response", &response, as: JSONValue.Object.self)
    try keys.key("delay", &delay, or: 0, as: Count<Int64>.self)
    try keys.key("blocks", &blocks, as: ListOf<JSONValue.Object>.self)
  }
}

extension StoredAnswer {
  fileprivate mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.status(&status)
    try keys.required("response", &response, as: JSONValue.Object.self)
    var read: [Block] = []
    try keys.each("blocks", .sparse, blocks, from: Block(block: .empty, isItem: false)) {
      (keys, block) throws(RequestError) in
      try block.block.keys(&keys)
      try keys.key("item", &block.isItem, or: false)
    } take: {
      read.append($0)
    }
    if !keys.isWriting { blocks = read }
  }
}

extension StateKeys {
  fileprivate mutating func status(_ status: inout Int32) throws(RequestError) {
    var number = Int64(status)
    try key("status", &number, or: 0)
    status = Int32(clamping: try number.within(0, Int64(Int32.max), "status"))
  }
}

extension StateKeys {
  /// Handles the rules that did not act on a call so far.
  fileprivate mutating func passes(
    _ name: StaticString, _ passes: inout [FaultPasses.Pass]
  ) throws(RequestError) {
    var read: [FaultPasses.Pass] = []
    try each(name, .sparse, passes, from: .empty) { (keys, pass) throws(RequestError) in
      try keys.name("rule", &pass.rule)
      try keys.name("reason", &pass.reason)
    } take: {
      read.append($0)
    }
    if !isWriting { passes = read }
  }
}

extension RuleAct {
  fileprivate mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.required("source", &source)
    var id = rule?.id
    try keys.key("rule", &id)
    try keys.key("run", &run, or: 0, as: Count<Int>.self)
    try keys.key("number", &number, or: 0, as: Count<Int>.self)
    try keys.key("key", &key, or: "")
    try keys.key("owner", &owner, or: "")
    try keys.required("effects", &effects, as: FaultRuleForm.Effects.self)
    try keys.key("phase", &phase, or: .before)
    try itemKeys(&keys)
    try keys.key("unexpressed", &unexpressed)
    // Whether it is open whether the act did something, and which of its effects are in question.
    var isOpen = !open.isEmpty
    try keys.key("open", &isOpen, or: false)
    try keys.key("acted", &didSomething, or: false)
    try keys.key("idle", &isIdle, or: false)
    if !keys.isReading { return }
    rule = id.map { FaultRule(id: $0, then: effects) }
    let kinds = FaultEffect.Kinds(effects.map { FaultEffect.Kinds($0.kind) })
    if isOpen { open = kinds.intersection(.uncertain) }
  }
}

extension RuleAct {
  /// Handles the keys of the affected item: what the journal and a trace have of it.
  private mutating func itemKeys(_ keys: inout StateKeys) throws(RequestError) {
    var (action, recordName, zoneID) = (item?.action, item?.recordName, item?.zoneID)
    var position = item?.position ?? 0
    try keys.key("action", &action)
    try keys.key("recordName", &recordName)
    try keys.key("zoneID", &zoneID, as: RepeatedZoneID.self)
    try keys.key("position", &position, or: 0, as: Count<Int>.self)
    guard keys.isReading, action != nil || recordName != nil else { return }
    let zone = zoneID ?? ZoneID(zoneName: ZoneID.defaultZoneName, ownerName: "")
    // Other kinds of items are known by their position.
    let other: ItemID = zoneID == nil ? .link("") : .zone(zone)
    item = FaultItem(
      action ?? .save, recordName.map { .record(name: $0, zoneID: zone) } ?? other,
      position: position)
  }
}

extension ActEffect {
  fileprivate static var empty: Self { Self(act: 0, effect: .duplicate) }
}

extension StateKeys {
  /// Handles a list of effects of acts.
  fileprivate mutating func effects(
    _ name: StaticString, _ effects: inout [ActEffect], of acts: Int,
    where isValid: (FaultEffect) -> Bool
  ) throws(RequestError) {
    var read: [ActEffect] = []
    try each(name, .sparse, effects, from: .empty) { (keys, effect) throws(RequestError) in
      try keys.number("act", &effect.act, through: UInt64(clamping: max(acts - 1, 0)))
      var form = EffectForm(effect.effect)
      try keys.required("effect", &form, as: EffectForm.self)
      if !keys.isReading { return }
      do throws(RequestError) {
        effect.effect = try form.effect()
      } catch {
        throw error.inside("effect")
      }
      guard isValid(effect.effect) else {
        throw RequestError(
          "effect", "'\(effect.effect.kind.rawValue)' cannot be \(name)",
          expected: "an effect of the call that is \(name)")
      }
      if acts == 0 { throw RequestError("act", "there are no acts") }
    } take: {
      read.append($0)
    }
    if !isWriting { effects = read }
  }
}

extension ErrorSpecification {
  /// The specification of an error that a rule or a network made.
  fileprivate init(_ error: CloudError) {
    self.init(
      error.code, reason: error.reason, retryAfter: error.retryAfter,
      userDidResetEncryptedData: error.userDidResetEncryptedData)
  }
}
