// The errors of `mock/error/set` and `mock/recordErrors/set`, spelled as equivalent rules.

/// A set error as a rule with its counters.
struct SetErrorRule {
  let rule: FaultRule
  let count: FaultCount

  fileprivate init(
    _ source: String, _ error: ErrorSpecification, _ scope: FaultScope, _ count: FaultCount,
    recordName: RecordName? = nil, zoneID: ZoneID? = nil
  ) {
    var condition = FaultCondition(scope)
    var words = [source] + scope.words
    if let recordName {
      condition.recordName = FaultPattern(recordName.text)
      words.append("recordName=\(recordName)")
    }
    if let zoneID {
      condition.zone = FaultCondition.Zone(
        name: FaultPattern(zoneID.zoneName.text), owner: FaultPattern(zoneID.ownerName.text))
      words.append("zone=\(zoneID.zoneName)/\(zoneID.ownerName)")
    }
    var limit = FaultLimit()
    limit.skip = count.after
    limit.injections = count.times
    rule = FaultRule(
      id: words.joined(separator: " "), when: condition, limit: limit,
      then: [.error(error, .fixed)])
    self.count = count
  }
}

extension FaultPlan {
  static let callSource = "mock/error/set"
  static let recordSource = "mock/recordErrors/set"

  /// The set errors in order, those of calls first. Their names are derived from their scopes,
  /// which are unique.
  var setErrors: [SetErrorRule] {
    calls.entries.map {
      SetErrorRule(Self.callSource, $0.value.error, $0.scope, $0.value.count)
    }
      + records.entries.flatMap { entry in
        entry.value.flatMap(\.value.all).map { error in
          SetErrorRule(
            Self.recordSource, error.error, entry.scope, error.count,
            recordName: error.recordName, zoneID: error.zoneID)
        }
      }
  }

  /// Removes a rule or a set error by name; returns false if there is none.
  mutating func remove(_ id: String) -> Bool {
    if rules.remove(id) { return true }
    for entry in calls.entries {
      let error = SetErrorRule(Self.callSource, entry.value.error, entry.scope, entry.value.count)
      guard error.rule.id.hasBytes(of: id) else { continue }
      removeCallError(of: entry.scope)
      return true
    }
    for entry in records.entries {
      let errors = entry.value.flatMap(\.value.all)
      let others = errors.filter { error in
        let rule = SetErrorRule(
          Self.recordSource, error.error, entry.scope, error.count,
          recordName: error.recordName, zoneID: error.zoneID)
        return !rule.rule.id.hasBytes(of: id)
      }
      guard others.count < errors.count else { continue }
      replaceRecordErrors(others, of: entry.scope)
      return true
    }
    return false
  }
}

extension FaultCount {
  /// The reason why the error last did not act; nil if it or another error acted.
  var lastReason: FaultReason? {
    if seen == 0 { return nil }
    if seen <= after { return .skip }
    return times.map { seen - after > $0 } == true ? .injections : nil
  }
}

extension FaultCondition {
  fileprivate init(_ scope: FaultScope) {
    self.init()
    operations = scope.operation.map { [$0.text] }
    container = scope.caller.container.map { FaultPattern($0.text) }
    environment = scope.caller.environment
    database = scope.caller.database
    device = scope.caller.device.map { FaultPattern($0.text) }
    if scope.caller.user != .standard {
      user = FaultPattern(scope.caller.user.name(else: nil)?.text ?? "")
    }
  }
}

extension FaultScope {
  /// The keys of the scope, one word for each.
  fileprivate var words: [String] {
    var words = operation.map { ["operation=\($0.text)"] } ?? []
    let given = caller.given
    for (entry, text) in zip(ContextKeys.table, caller.texts) where given.contains(entry.key) {
      words.append("\(entry.name)=\(text ?? "")")
    }
    return words
  }
}
