/// The rules by which calls and records fail, with their counters.
///
/// Of several rules that apply, the one with the most keys acts, then the latest.
struct FaultPlan: Sendable {
  /// Calls that fail as a whole, in the order in which the rules were set.
  private(set) var operations: [OperationRule] = []
  /// Records that fail: one group for each scope that was named.
  private(set) var records: [RecordGroup] = []
  /// The rules of the fault language.
  var rules = FaultRules()

  /// Makes calls fail (`mock/error/set`).
  struct OperationRule: Sendable {
    /// Nil means every operation of the service.
    let operation: String?
    let scope: FaultScope
    let error: ErrorSpecification
    var count: FaultCount

    fileprivate var keys: Int { scope.count + (operation == nil ? 0 : 1) }
  }

  /// Makes a record fail, in one zone or in any (`mock/recordErrors/set`).
  struct RecordRule: Sendable {
    let recordName: String
    let zoneID: ZoneID?
    let error: ErrorSpecification
    var count: FaultCount
  }

  /// The rules that one request set.
  struct RecordGroup: Sendable {
    let scope: FaultScope
    /// By record name.
    fileprivate(set) var rules: OrderedMap<String, RecordRules>
  }

  /// The rules for records of one name; of several for the same zone the last stands.
  struct RecordRules: Sendable {
    /// For records in any zone.
    private var general: RecordRule?
    private var exact = OrderedMap<ZoneID, RecordRule>()

    var all: [RecordRule] { (general.map { [$0] } ?? []) + exact.map(\.value) }

    fileprivate mutating func set(_ rule: RecordRule) {
      if let zoneID = rule.zoneID {
        exact.updateValue(rule, forKey: zoneID)
      } else {
        general = rule
      }
    }

    /// The error of a record in a zone, by the rule for that zone before the one for every zone;
    /// both count it.
    fileprivate mutating func error(in zoneID: ZoneID) -> ErrorSpecification? {
      let general = self.general?.count.match() == true ? self.general?.error : nil
      let exact = self.exact.modify(zoneID) { $0.count.match() ? $0.error : nil }
      return exact ?? nil ?? general
    }
  }

  var isEmpty: Bool { operations.isEmpty && records.isEmpty && rules.isEmpty }

  // MARK: Setting

  /// Sets the rule of an operation and a scope, in place of an earlier one of just these.
  mutating func set(
    _ error: ErrorSpecification, for operation: String?, _ scope: FaultScope, _ count: FaultCount
  ) {
    operations.removeAll { Self.isSame($0.operation, operation) && $0.scope == scope }
    operations.append(
      OperationRule(operation: operation, scope: scope, error: error, count: count))
  }

  /// Removes the rules that have this operation, where one is given, and all keys of the scope.
  mutating func clear(_ operation: String?, _ scope: FaultScope) {
    operations.removeAll { rule in
      (operation == nil || Self.isSame(rule.operation, operation)) && rule.scope.hasAll(of: scope)
    }
  }

  /// Sets the records that fail within a scope, in place of earlier ones; none removes those of every
  /// scope that has all keys of this one.
  mutating func setRecords(_ rules: [RecordRule], _ scope: FaultScope) {
    guard !rules.isEmpty else {
      records.removeAll { $0.scope.hasAll(of: scope) }
      return
    }
    var byName = OrderedMap<String, RecordRules>()
    for rule in rules {
      byName.modify(rule.recordName, default: RecordRules()) { $0.set(rule) }
    }
    records.removeAll { $0.scope == scope }
    records.append(RecordGroup(scope: scope, rules: byName))
  }

  private static func isSame(_ left: String?, _ right: String?) -> Bool {
    left.map { ExactText($0) } == right.map { ExactText($0) }
  }

  // MARK: Acting

  /// The error of a call; every rule that matches counts it.
  mutating func error(forCall operation: String, _ context: CallContext) -> ErrorSpecification? {
    var acting: (keys: Int, error: ErrorSpecification)?
    for index in operations.indices {
      let rule = operations[index]
      guard rule.operation == nil || Self.isSame(rule.operation, operation),
        rule.scope.includes(context), operations[index].count.match(),
        rule.keys >= acting?.keys ?? 0
      else { continue }
      acting = (rule.keys, rule.error)
    }
    return acting?.error
  }

  /// The groups of records that are about calls in this context, with those that act first in front.
  func recordGroups(for context: CallContext) -> [Int] {
    records.indices.filter { records[$0].scope.includes(context) }.sorted { left, right in
      let (a, b) = (records[left].scope.count, records[right].scope.count)
      return a == b ? left > right : a > b
    }
  }

  /// The error of a record; every rule of these groups that matches counts it.
  mutating func error(
    forRecord name: String, in zoneID: ZoneID, groups: [Int]
  ) -> ErrorSpecification? {
    var acting: ErrorSpecification?
    for group in groups where records.indices.contains(group) {
      let error = records[group].rules.modify(name) { $0.error(in: zoneID) }
      acting = acting ?? error ?? nil
    }
    return acting
  }
}
