// The fault rules in a state document.

extension FaultPlan {
  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    // Documents of earlier versions of the library have the rules for all operations separately.
    var every: ErrorSpecification?
    try keys.synonym("every", &every, as: SomeError.self)
    var scopes = Distinct<ExactText>()
    if let every {
      let scope = SetErrorScope(isOfRecords: false)
      rules.setError(every, scope, FaultLimit())
      try scopes.note(ExactText(scope.name), "every", "every")
    }
    let set = keys.isWriting ? rules.setErrors : []
    try keys.each(
      "operations", .stated, set.lazy.filter { !$0.isOfRecord }.map { SavedError($0) },
      from: SavedError(isOfRecord: false)
    ) { (keys, error) throws(RequestError) in
      try keys.key("operation", &error.scope.operation)
      if let name = error.scope.operation?.text,
        !ServiceOperation.names.contains(where: { name.hasBytes(of: $0) })
      {
        throw RequestError.unknownValue("operation", name, known: ServiceOperation.names)
      }
      try error.scope.caller.keys(&keys)
      try keys.required("error", &error.record.error, as: SomeError.self)
      try error.counts(&keys)
    } take: { error throws(RequestError) in
      try scopes.note(
        ExactText(error.scope.name), error.scope.operation?.text ?? "the error of all operations",
        "operation")
      rules.setError(error.record.error, error.scope, error.limit)
      rules.restoreLast(error.counters)
    }
    try recordErrors(&keys, set.filter(\.isOfRecord))
    let known = self.rules
    var ordinary = known.isUnused ? nil : known
    try keys.part("faults", &ordinary, from: known) { (keys, rules) throws(RequestError) in
      try rules.keys(&keys)
    }
    rules = ordinary ?? rules
    loaded.ids = keys.isWriting ? loadedRules : []
    try keys.key("loaded", &loaded.ids, or: [], as: DistinctTexts.self)
    guard loadedRules.count == loaded.ids.count else {
      throw RequestError("loaded", "'loaded' must name rules of 'faults', each once")
    }
    try networks.keys(&keys)
    try networks.partitions(&keys)
    try callCounts(&keys)
    var trace = trace.isUnused ? nil : trace
    try keys.part("trace", &trace, from: FaultTrace()) { (keys, trace) throws(RequestError) in
      try trace.keys(&keys)
    }
    self.trace = trace ?? self.trace
    var ended = Array(crashed).genericSorted(by: <).map(\.text)
    try keys.key("crashed", &ended, or: [], as: DistinctTexts.self)
    crashed = Set(ended.map { ExactText($0) })
  }

  private mutating func callCounts(_ keys: inout StateKeys) throws(RequestError) {
    var seen = Distinct<ExactText>()
    try keys.each(
      "callCounts", .sparse, counts.all, from: (device: DeviceName(""), operation: "", count: 0)
    ) { (keys, entry) throws(RequestError) in
      try keys.required("device", &entry.device)
      try keys.required("operation", &entry.operation)
      try keys.required("count", &entry.count, as: BitPattern.self)
    } take: { (device, operation, count) throws(RequestError) in
      try seen.note("\(device.text.utf8.count):\(device)\(operation)", operation, "operation")
      counts.set(count, device, operation)
    }
  }

  /// The errors of the records of each scope, or single ones for all scopes, as in documents of
  /// earlier versions.
  private mutating func recordErrors(
    _ keys: inout StateKeys, _ set: [ArmedRule]
  ) throws(RequestError) {
    var groups: [(SetErrorScope?, [SavedError])] = []
    for (index, armed) in set.enumerated() {
      if index == 0 || set[index - 1].rank?.number != armed.rank?.number {
        groups.append((SetErrorScope(armed.rule), []))
      }
      groups[groups.count - 1].1.append(SavedError(armed))
    }
    var earlier: [SavedError] = []
    var earlierNames = Distinct<ExactText>()
    var scopes = Distinct<ExactText>()
    let everywhere = SetErrorScope(isOfRecords: true)
    try keys.each("records", .stated, groups, from: (nil, [])) {
      (keys, group: inout (SetErrorScope?, [SavedError])) throws(RequestError) in
      let isGroup = keys.has("rules")
      if !isGroup, !keys.has("recordName"), !keys.listsAll { throw .missing("rules") }
      if !isGroup || keys.listsAll {
        var single = SavedError(isOfRecord: true)
        try single.recordKeys(&keys)
        group.1 = [single]
      }
      if !isGroup { return }
      var scope = group.0 ?? everywhere
      try scope.caller.keys(&keys)
      var errors: [SavedError] = []
      var names = Distinct<ExactText>()
      try keys.each("rules", .required, group.1, from: SavedError(isOfRecord: true)) {
        (keys, error) throws(RequestError) in
        try error.recordKeys(&keys)
      } take: { (error) throws(RequestError) in
        try names.note(error.name(in: ""), error.record.recordName.text, "recordName")
        errors.append(error)
      }
      group = (scope, errors)
    } take: { (scope, errors) throws(RequestError) in
      guard let scope else {
        if earlier.isEmpty {
          try scopes.note(ExactText(everywhere.name), "the scope of all calls", "recordName")
        }
        for error in errors {
          try earlierNames.note(error.name(in: ""), error.record.recordName.text, "recordName")
        }
        earlier += errors
        return
      }
      try scopes.note(ExactText(scope.name), "the scope of these rules", "rules")
      restore(errors, scope)
    }
    if !earlier.isEmpty { restore(earlier, everywhere) }
  }

  private mutating func restore(_ errors: [SavedError], _ scope: SetErrorScope) {
    rules.beginErrors(scope)
    for error in errors {
      rules.setError(error.record, scope, error.limit)
      rules.restoreLast(error.counters)
    }
  }
}

/// A set error in a state document.
private struct SavedError {
  var scope: SetErrorScope
  var record = SetRecordError(recordName: "", error: ErrorSpecification(.internalError))
  var limit = FaultLimit()
  var counters = ArmedRule.Counters(isArmed: true, armedAt: 0, identity: 0)

  init(isOfRecord: Bool) { scope = SetErrorScope(isOfRecords: isOfRecord) }

  init(_ armed: ArmedRule) {
    scope = SetErrorScope(armed.rule)
    limit = armed.rule.limit
    counters = armed.counters
    record.error = armed.rule.setError ?? record.error
    record.recordName = ExactText(armed.rule.condition.recordName?.text ?? "")
    if let zone = armed.rule.condition.zone {
      record.zoneID = ZoneID(
        zoneName: ExactText(zone.name?.text ?? ""), ownerName: ExactText(zone.owner?.text ?? ""))
    }
  }

  func name(in scope: String) -> ExactText {
    ExactText(SetErrorScope.name(scope, record.recordName, record.zoneID))
  }

  mutating func recordKeys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.required("recordName", &record.recordName)
    try keys.key("zoneID", &record.zoneID, as: RepeatedZoneID.self)
    try keys.required("error", &record.error, as: SomeError.self)
    try counts(&keys)
  }

  mutating func counts(_ keys: inout StateKeys) throws(RequestError) {
    var (after, times) = (limit.skip, limit.injections)
    try keys.key("after", &after, or: 0, as: Count<Int>.self)
    try keys.key("times", &times, as: Count<Int>.self)
    var count = counters.counts.first
    try keys.key("seen", &count.seen, or: 0, as: Count<Int>.self)
    try keys.key("injected", &count.injected, or: 0, as: Count<Int>.self)
    if !keys.isWriting {
      limit = FaultLimit(after: after, times: times)
      counters = ArmedRule.Counters(count, limit)
    }
    try keys.key("evaluations", &counters.evaluations, or: count.seen, as: Count<Int>.self)
    let reason = ArmedRule.Counters(count, limit).lastReason
    var other = counters.lastReason == reason ? nil : counters.lastReason
    try keys.key("lastReason", &other)
    if !keys.isWriting { counters.lastReason = other ?? reason }
    try counters.shadowKey(&keys)
  }
}

extension ArmedRule.Counters {
  /// Creates the counters of a set error, whose last match was an evaluation.
  fileprivate init(_ count: ArmedRule.Count, _ limit: FaultLimit) {
    self.init(isArmed: true, armedAt: 0, identity: 0)
    counts.modify("") { $0 = count }
    evaluations = count.seen
    injections = count.injected
    skipped = max(0, count.seen &- count.injected)
    if count.seen == 0 { return }
    if count.seen <= limit.skip {
      lastReason = .skip
    } else if let most = limit.injections, count.injected >= most, count.seen - limit.skip > most {
      lastReason = .injections
    }
  }
}

extension JSONWriter {
  /// Writes the object form of an error in a request.
  mutating func specification(_ error: ErrorSpecification) {
    beginObject()
    member("code", error.code.name)
    if let reason = error.reason { member("reason", reason) }
    // JSON has no infinity.
    if let seconds = error.retryAfter {
      member("retryAfter", min(seconds, .greatestFiniteMagnitude))
    }
    if error.userDidResetEncryptedData { member("userDidResetEncryptedData", true) }
    for each in error.further {
      key(each.key)
      raw(text: each.value)
    }
    endObject()
  }
}
