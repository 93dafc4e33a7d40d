/// The fault rules in a state document.
extension JSONWriter {
  mutating func faultPlan(_ plan: FaultPlan) {
    beginObject()
    key("operations")
    array(plan.calls.entries) { json, entry in
      json.beginObject()
      json.faultScope(entry.scope)
      json.key("error")
      json.specification(entry.value.error)
      json.faultCount(entry.value.count)
      json.endObject()
    }
    key("records")
    array(plan.records.entries) { json, entry in
      json.beginObject()
      json.faultScope(entry.scope)
      json.key("rules")
      json.array(entry.value.flatMap(\.value.all)) { $0.recordError($1) }
      json.endObject()
    }
    if !plan.rules.isUnused {
      key("faults")
      request(plan.rules)
    }
    let loaded = plan.loadedRules
    if !loaded.isEmpty {
      key("loaded")
      array(loaded) { $0.string($1) }
    }
    if !plan.networks.isEmpty {
      key("networks")
      withKeyWriter { DeviceNetworks.List.write(plan.networks, to: &$0) }
    }
    endObject()
  }

  private mutating func recordError(_ rule: FaultPlan.RecordError) {
    beginObject()
    member("recordName", rule.recordName)
    if let zoneID = rule.zoneID { self.zoneID("zoneID", zoneID) }
    key("error")
    specification(rule.error)
    faultCount(rule.count)
    endObject()
  }

  private mutating func faultScope(_ scope: FaultScope) {
    if let operation = scope.operation { member("operation", operation.text) }
    callerBody(scope.caller)
  }

  private mutating func faultCount(_ count: FaultCount) {
    if count.after > 0 { member("after", count.after) }
    if let times = count.times { member("times", times) }
    if count.seen > 0 { member("seen", count.seen) }
    if count.injected > 0 { member("injected", count.injected) }
  }

  /// Writes the object form of an error in a request.
  mutating func specification(_ error: ErrorSpecification) {
    beginObject()
    member("code", error.code.name)
    if let reason = error.reason { member("reason", reason) }
    if let seconds = error.retryAfter { member("retryAfter", seconds) }
    if error.userDidResetEncryptedData { member("userDidResetEncryptedData", true) }
    endObject()
  }
}

extension StateReader {
  mutating func errors(_ document: inout ObjectReader) throws(RequestError) {
    try document.optionalObject("errors") { (node) throws(RequestError) in
      // Documents of earlier versions of the library have the rules for all operations separately.
      if let every = try node.optional("every"),
        let error = try ErrorSpecification(reading: every, "every")
      {
        faults.set(error, FaultScope())
      }
      try node.optionalList("operations") { (rule) throws(RequestError) in
        try operationRule(&rule)
      }
      var earlier: [FaultPlan.RecordError] = []
      try node.optionalList("records") { (group) throws(RequestError) in
        var rules: [FaultPlan.RecordError] = []
        let isGroup = try group.optionalList("rules") { (rule) throws(RequestError) in
          rules.append(try rule.recordError())
        }
        if isGroup {
          faults.setRecords(rules, try group.faultScope())
        } else {
          earlier.append(try group.recordError())
        }
      }
      if !earlier.isEmpty { faults.setRecords(earlier, FaultScope()) }
      if let rules = try node.optional("faults") {
        var reader = KeyReader()
        faults.rules = try FaultRules.read(rules, "faults", &reader)
      }
      faults.loaded.ids = try node.texts("loaded")
      guard faults.loadedRules.count == faults.loaded.ids.count else {
        throw RequestError("loaded", "'loaded' must name rules of 'faults', each once")
      }
      if let networks = try node.optional("networks") {
        var reader = KeyReader()
        faults.networks = try DeviceNetworks.List.read(networks, "networks", &reader)
      }
    }
  }

  private mutating func operationRule(_ rule: inout ObjectReader) throws(RequestError) {
    let name = try rule.optionalText("operation")
    if let name, !Registry.serviceNames.contains(where: { name.hasBytes(of: $0) }) {
      throw RequestError.unknownValue("operation", name, known: Registry.serviceNames)
    }
    let error = try rule.error()
    var scope = try rule.faultScope()
    scope.operation = name.map { ExactText($0) }
    faults.set(error, scope, try rule.faultCount())
  }
}

extension ObjectReader {
  fileprivate mutating func recordError() throws(RequestError) -> FaultPlan.RecordError {
    FaultPlan.RecordError(
      recordName: try text("recordName"), zoneID: try optionalZoneID("zoneID"),
      error: try error(), count: try faultCount())
  }

  fileprivate mutating func faultCount() throws(RequestError) -> FaultCount {
    FaultCount(
      after: Int(clamping: try optionalCount("after") ?? 0),
      times: try optionalCount("times").map { Int(clamping: $0) },
      seen: Int(clamping: try optionalCount("seen") ?? 0),
      injected: Int(clamping: try optionalCount("injected") ?? 0))
  }

  fileprivate mutating func faultScope() throws(RequestError) -> FaultScope {
    var scope = FaultScope()
    scope.caller.container = try optionalText("container")
    scope.caller.environment = try optionalChoice("environment", Environment.self)
    scope.caller.database = try optionalChoice("database", DatabaseScope.self)
    if let user = nullable("user") {
      scope.caller.user = try user.text("user").map { .named($0) } ?? .nobody
    }
    scope.caller.device = try optionalText("device")
    return scope
  }

  fileprivate mutating func error() throws(RequestError) -> ErrorSpecification {
    guard let error = try ErrorSpecification(reading: try required("error"), "error") else {
      throw RequestError.missing("error")
    }
    return error
  }
}
