/// The rules of faults in a state document.
extension JSONWriter {
  mutating func faultPlan(_ plan: FaultPlan) {
    beginObject()
    key("operations")
    array(plan.operations) { json, rule in
      json.beginObject()
      if let operation = rule.operation { json.member("operation", operation) }
      json.faultScope(rule.scope)
      json.key("error")
      json.specification(rule.error)
      json.faultCount(rule.count)
      json.endObject()
    }
    key("records")
    array(plan.records) { json, group in
      json.beginObject()
      json.faultScope(group.scope)
      json.key("rules")
      json.array(group.rules.flatMap(\.value)) { $0.recordRule($1) }
      json.endObject()
    }
    endObject()
  }

  private mutating func recordRule(_ rule: FaultPlan.RecordRule) {
    beginObject()
    member("recordName", rule.recordName)
    if let zoneID = rule.zoneID { self.zoneID("zoneID", zoneID) }
    key("error")
    specification(rule.error)
    faultCount(rule.count)
    endObject()
  }

  private mutating func faultScope(_ scope: FaultScope) {
    if let container = scope.container { member("container", container.text) }
    if let environment = scope.environment { member("environment", environment.rawValue) }
    if let database = scope.database { member("database", database.rawValue) }
    switch scope.user {
    case nil: break
    case .nobody:
      key("user")
      null()
    case .named(let name): member("user", name.text)
    }
    if let device = scope.device { member("device", device.text) }
  }

  private mutating func faultCount(_ count: FaultCount) {
    if count.after > 0 { member("after", count.after) }
    if let times = count.times { member("times", times) }
    if count.seen > 0 { member("seen", count.seen) }
  }

  /// The object form of an error in a request.
  mutating func specification(_ error: ErrorSpecification) {
    beginObject()
    member("code", error.code.name)
    if let reason = error.reason { member("reason", reason) }
    if let seconds = error.retryAfter { member("retryAfter", seconds) }
    if error.userDidResetEncryptedData { member("userDidResetEncryptedData", true) }
    endObject()
  }
}

extension FaultPlan {
  /// Reads the rules of a state document.
  init(reading node: JSONNode) throws(RequestError) {
    self.init()
    try node.requireObject("errors")
    // Documents of earlier versions of the library have the rule for every operation apart.
    if let every = node.member("every"),
      let error = try ErrorSpecification(reading: every, "every")
    {
      set(error, for: nil, FaultScope(), FaultCount())
    }
    _ = try node.member("operations")?.list("operations") { (entry) throws(RequestError) in
      set(
        try entry.specification(), for: try entry.member("operation")?.text("operation"),
        try FaultScope(reading: entry), try FaultCount(reading: entry))
    }
    var earlier: [RecordRule] = []
    _ = try node.member("records")?.list("records") { (entry) throws(RequestError) in
      guard let rules = entry.member("rules") else {
        earlier.append(try RecordRule(reading: entry))
        return
      }
      setRecords(
        try rules.list("rules") { (rule) throws(RequestError) in try RecordRule(reading: rule) },
        try FaultScope(reading: entry))
    }
    if !earlier.isEmpty { setRecords(earlier, FaultScope()) }
  }
}

extension FaultPlan.RecordRule {
  fileprivate init(reading node: JSONNode) throws(RequestError) {
    self.init(
      recordName: try node.require("recordName").text("recordName") ?? "",
      zoneID: try node.member("zoneID")?.zoneID("zoneID"), error: try node.specification(),
      count: try FaultCount(reading: node))
  }
}

extension FaultCount {
  fileprivate init(reading node: JSONNode) throws(RequestError) {
    self.init(
      after: try node.member("after")?.amount("after") ?? 0,
      times: try node.member("times")?.amount("times"),
      seen: try node.member("seen")?.amount("seen") ?? 0)
  }
}

extension FaultScope {
  fileprivate init(reading node: JSONNode) throws(RequestError) {
    container = try node.member("container")?.text("container").map { ExactText($0) }
    environment = try node.member("environment")?.choice("environment", Environment.self)
    database = try node.member("database")?.choice("database", DatabaseScope.self)
    if let user = node.member("user") {
      self.user = try user.text("user").map { .named(ExactText($0)) } ?? .nobody
    }
    device = try node.member("device")?.text("device").map { ExactText($0) }
  }
}

extension JSONNode {
  fileprivate func amount(_ key: StaticString) throws(RequestError) -> Int? {
    try integer(key).map { Int(clamping: $0) }
  }

  fileprivate func specification() throws(RequestError) -> ErrorSpecification {
    guard let error = try ErrorSpecification(reading: try require("error"), "error") else {
      throw RequestError.missing("error")
    }
    return error
  }
}
