// The rules of `mock/error/set` and `mock/recordErrors/set`.

extension FaultRules {
  /// Begins the errors of a scope, which replace earlier ones.
  mutating func beginErrors(_ scope: SetErrorScope) {
    // A scope without errors would be lost later.
    compact()
    for place in setIndex.begin(scope) { remove(at: place) }
  }

  /// Sets the error of calls of a scope, which replaces an earlier one.
  mutating func setError(_ error: ErrorSpecification, _ scope: SetErrorScope, _ limit: FaultLimit) {
    beginErrors(scope)
    set(.set(error, scope, named: scope.name, limit: limit), scope.name, scope.keys.count)
  }

  /// Adds the error of a record to a scope, which replaces an earlier one of the same record.
  mutating func setError(_ record: SetRecordError, _ scope: SetErrorScope, _ limit: FaultLimit) {
    let (scopeName, recordName, zoneID) = (scope.name, record.recordName, record.zoneID)
    let name = SetErrorScope.name(scopeName, recordName, zoneID)
    set(
      .set(record.error, scope, named: name, of: recordName, zoneID, limit: limit), scopeName,
      scope.keys.count)
  }

  private mutating func set(_ rule: FaultRule, _ scope: String, _ keys: Int) {
    if let earlier = setIndex.add(rule.id, at: slots.count, to: scope) { remove(at: earlier) }
    let rank = SetErrorRank(
      keys: keys, number: setIndex.lastNumber, hasZone: rule.condition.zone != nil)
    append(ArmedRule(rule, rank))
  }

  /// Removes the errors of all scopes that have every key of this one with the same value.
  mutating func clearErrors(_ scope: SetErrorScope) {
    for place in setIndex.end(within: scope) { remove(at: place) }
    compact()
  }

  /// Restores the counters of the set error that was set last.
  mutating func restoreLast(_ counters: ArmedRule.Counters) {
    guard let last = slots.indices.last else { return }
    slots[last].restore(counters)
  }
}
