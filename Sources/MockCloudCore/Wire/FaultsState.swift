// The fault rules in a state document.

extension FaultPlan {
  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    // Documents of earlier versions of the library have the rules for all operations separately.
    var every: ErrorSpecification?
    try keys.synonym("every", &every, as: SomeError.self)
    var scopes = Distinct<ExactText>()
    if let every {
      set(every, FaultScope())
      try scopes.note(FaultScope().oneText, "every", "every")
    }
    try keys.each(
      "operations", .stated, calls.entries.map { (scope: $0.scope, error: $0.value) },
      from: (scope: FaultScope(), error: CallError.empty)
    ) { (keys, rule) throws(RequestError) in
      try keys.key("operation", &rule.scope.operation)
      if let name = rule.scope.operation?.text,
        !ServiceOperation.names.contains(where: { name.hasBytes(of: $0) })
      {
        throw RequestError.unknownValue("operation", name, known: ServiceOperation.names)
      }
      try rule.scope.caller.keys(&keys)
      try keys.required("error", &rule.error.error, as: SomeError.self)
      try rule.error.count.keys(&keys)
    } take: { (scope, error) throws(RequestError) in
      try scopes.note(
        scope.oneText, scope.operation?.text ?? "the error of all operations", "operation")
      set(error.error, scope, error.count)
    }
    try recordErrors(&keys)
    var rules = rules.isUnused ? nil : rules
    try keys.part("faults", &rules, from: FaultRules()) { (keys, rules) throws(RequestError) in
      try rules.keys(&keys)
    }
    self.rules = rules ?? self.rules
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
    var ended = crashed.sorted().map(\.text)
    try keys.key("crashed", &ended, or: [], as: DistinctTexts.self)
    crashed = Set(ended.map { ExactText($0) })
  }

  private mutating func callCounts(_ keys: inout StateKeys) throws(RequestError) {
    var seen = Distinct<ExactText>()
    // Without rules, a call that changes nothing leaves the document as it was.
    let known = keys.isWriting && isEmpty ? [] : counts.all
    try keys.each(
      "callCounts", .sparse, known, from: (device: DeviceName(""), operation: "", count: 0)
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
  private mutating func recordErrors(_ keys: inout StateKeys) throws(RequestError) {
    let groups = records.entries.map { ($0.scope, $0.value.flatMap(\.value.all)) }
    var earlier: [RecordError] = []
    var earlierTargets = Distinct<ExactText>()
    var scopes = Distinct<ExactText>()
    try keys.each("records", .stated, groups, from: (nil, [])) {
      (keys, group: inout (FaultScope?, [RecordError])) throws(RequestError) in
      let isGroup = keys.has("rules")
      if !isGroup, !keys.has("recordName"), !keys.listsAll { throw .missing("rules") }
      if !isGroup || keys.listsAll {
        var single = RecordError.empty
        try single.keys(&keys)
        group.1 = [single]
      }
      if !isGroup { return }
      var scope = group.0 ?? FaultScope()
      try scope.caller.keys(&keys)
      var rules: [RecordError] = []
      var targets = Distinct<ExactText>()
      try keys.each("rules", .required, group.1, from: RecordError.empty) {
        (keys, rule) throws(RequestError) in
        try rule.keys(&keys)
      } take: { (rule) throws(RequestError) in
        try targets.note(rule.target, rule.recordName.text, "recordName")
        rules.append(rule)
      }
      group = (scope, rules)
    } take: { (scope, rules) throws(RequestError) in
      guard let scope else {
        if earlier.isEmpty {
          try scopes.note(FaultScope().oneText, "the scope of all calls", "recordName")
        }
        for rule in rules {
          try earlierTargets.note(rule.target, rule.recordName.text, "recordName")
        }
        earlier += rules
        return
      }
      try scopes.note(scope.oneText, "the scope of these rules", "rules")
      setRecords(rules, scope)
    }
    if !earlier.isEmpty { setRecords(earlier, FaultScope()) }
  }
}

extension FaultScope {
  /// The operation and the caller, as one text.
  fileprivate var oneText: ExactText { ([operation?.text] + caller.texts).oneText }
}

extension [String?] {
  /// The texts as one.
  fileprivate var oneText: ExactText {
    ExactText(map { $0.map { "=\($0)" } ?? "-" }.joined(separator: "\u{0}"))
  }
}

extension FaultPlan.CallError {
  fileprivate static let empty = Self(
    error: ErrorSpecification(.internalError), count: FaultCount())
}

extension FaultPlan.RecordError {
  fileprivate static let empty = Self(
    recordName: "", zoneID: nil, error: ErrorSpecification(.internalError), count: FaultCount())

  /// The record, as one text.
  fileprivate var target: ExactText {
    [recordName.text, zoneID?.zoneName.text, zoneID?.ownerName.text].oneText
  }

  fileprivate mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.required("recordName", &recordName)
    try keys.key("zoneID", &zoneID, as: RepeatedZoneID.self)
    try keys.required("error", &error, as: SomeError.self)
    try count.keys(&keys)
  }
}

extension FaultCount {
  fileprivate mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.key("after", &after, or: 0, as: Count<Int>.self)
    try keys.key("times", &times, as: Count<Int>.self)
    var (seen, injected) = (seen, injected)
    try keys.key("seen", &seen, or: 0, as: Count<Int>.self)
    try keys.key("injected", &injected, or: 0, as: Count<Int>.self)
    self = FaultCount(after: after, times: times, seen: seen, injected: injected)
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
