// Set errors: the rules of `mock/error/set` and `mock/recordErrors/set`.
//
// The name of a set error says which calls and which record it is about, so that it is found by its
// name: a call looks up the names that fit it, however many errors are set.

/// The calls of set errors: those of an operation, and with the values of some context keys.
struct SetErrorScope: Sendable {
  /// Whether records of the calls fail, rather than the calls.
  let isOfRecords: Bool
  /// Nil means all operations.
  var operation: ExactText?
  /// The context keys. A user is named by the record name.
  var caller = Caller()

  /// The keys that a scope has.
  struct Keys: Hashable, Sendable {
    let isOfRecords: Bool
    let hasOperation: Bool
    let context: ContextKeys

    func hash(into hasher: inout Hasher) { hasher.combine(context.rawValue) }

    var count: Int { context.rawValue.nonzeroBitCount + (hasOperation ? 1 : 0) }

    func isSuperset(of other: Keys) -> Bool {
      isOfRecords == other.isOfRecords && (hasOperation || !other.hasOperation)
        && context.isSuperset(of: other.context)
    }
  }

  init(isOfRecords: Bool) { self.isOfRecords = isOfRecords }

  /// Creates the scope for the context keys of a request.
  init(_ context: CallContext, isOfRecords: Bool) {
    self.isOfRecords = isOfRecords
    caller = Caller(context).reduced(to: context.given)
  }

  /// Creates the scope of a call, reduced to the given keys.
  init(_ operation: String, _ context: CallContext, naming keys: Keys) {
    isOfRecords = keys.isOfRecords
    if keys.hasOperation { self.operation = ExactText(operation) }
    caller = Caller(context).reduced(to: keys.context)
  }

  /// Creates the scope that a rule was set for.
  init(_ rule: FaultRule) {
    let condition = rule.condition
    isOfRecords = condition.recordName != nil
    operation = condition.operations?.first.map { ExactText($0) }
    caller = Caller(
      container: condition.container.map { ExactText($0.text) },
      environment: condition.environment, database: condition.database,
      user: condition.user.map { $0.text.isEmpty ? .nobody : .named(ExactText($0.text)) }
        ?? .standard,
      device: condition.device.map { ExactText($0.text) })
  }

  var keys: Keys {
    Keys(isOfRecords: isOfRecords, hasOperation: operation != nil, context: caller.given)
  }

  /// The name of the scope, which no other scope has. It is the name of the error of its calls, and
  /// the beginning of the names of the errors of its records.
  var name: String {
    var name = isOfRecords ? FaultPlan.recordSource : FaultPlan.callSource
    if let operation { name += " operation=\(operation)" }
    let given = caller.given
    for (entry, text) in zip(ContextKeys.table, caller.texts) where given.contains(entry.key) {
      name += " \(entry.name)=\((text ?? "").escaped(" "))"
    }
    return name
  }

  /// Returns the name of the error of a record, given the name of the scope.
  static func name(_ scope: String, _ recordName: RecordName, _ zoneID: ZoneID?) -> String {
    let name = "\(scope) recordName=\(recordName.text.escaped(" "))"
    guard let zoneID else { return name }
    let (zoneName, ownerName) = (zoneID.zoneName.text, zoneID.ownerName.text)
    return "\(name) zone=\(zoneName.escaped(" ", "/"))/\(ownerName.escaped(" "))"
  }

  /// Returns the scope reduced to the given keys.
  func reduced(to keys: Keys) -> SetErrorScope {
    var scope = self
    if !keys.hasOperation { scope.operation = nil }
    scope.caller = caller.reduced(to: keys.context)
    return scope
  }
}

/// The order of a set error among those that apply to a call: those with the most keys act first,
/// and among these the latest.
struct SetErrorRank: Sendable, Comparable {
  /// The number of the scope's keys.
  let keys: Int
  /// Increases with each scope for which errors are set.
  let number: UInt64
  /// Whether it is for a record of one zone.
  let hasZone: Bool

  /// Whether `left` acts before `right`.
  static func < (left: Self, right: Self) -> Bool {
    (right.keys, right.number, right.hasZone ? 1 : 0)
      < (left.keys, left.number, left.hasZone ? 1 : 0)
  }
}

/// A record that fails.
struct SetRecordError: Sendable {
  var recordName: RecordName
  /// Nil means records with that name in all zones.
  var zoneID: ZoneID?
  var error: ErrorSpecification
}

extension FaultPlan {
  static let callSource = "mock/error/set"
  static let recordSource = "mock/recordErrors/set"

  /// Whether a set error may have the name, so that no rule of the language can.
  static func isNameOfSetError(_ name: String) -> Bool {
    [callSource, recordSource].contains { source in
      name.hasBytes(of: source) || name.utf8.starts(with: "\(source) ".utf8)
    }
  }
}

extension FaultRule {
  /// Creates the rule of a set error.
  static func set(
    _ error: ErrorSpecification, _ scope: SetErrorScope, named name: String,
    of recordName: RecordName? = nil, _ zoneID: ZoneID? = nil, limit: FaultLimit
  ) -> FaultRule {
    var condition = FaultCondition()
    condition.operations = scope.operation.map { [$0.text] }
    condition.container = scope.caller.container.map { FaultPattern($0.text) }
    condition.environment = scope.caller.environment
    condition.database = scope.caller.database
    condition.device = scope.caller.device.map { FaultPattern($0.text) }
    if scope.caller.user != .standard {
      condition.user = FaultPattern(scope.caller.user.name(else: nil)?.text ?? "")
    }
    condition.recordName = recordName.map { FaultPattern($0.text) }
    condition.zone = zoneID.map {
      FaultCondition.Zone(
        name: FaultPattern($0.zoneName.text), owner: FaultPattern($0.ownerName.text))
    }
    return FaultRule(id: name, when: condition, limit: limit, then: [.error(error, .fixed)])
  }

  /// The error of a rule that is a set error.
  var setError: ErrorSpecification? {
    if case .error(let error, _)? = effects.first { error } else { nil }
  }
}

extension FaultLimit {
  /// No cloud counts as far, and a state document has no greater counts.
  static let highest = Int(clamping: UInt64.mostCounted)

  /// The limit of a set error.
  init(after: Int, times: Int?) {
    self.init(
      skip: min(max(0, after), Self.highest),
      injections: times.map { min(max(1, $0), Self.highest) })
  }

  /// Returns the refusal of the numbers of an error that is set.
  static func problem(after: Int, times: Int?) -> RequestError? {
    if after < 0 { return .tooSmall("after", after, least: 0) }
    return times.flatMap { $0 < 1 ? .tooSmall("times", $0) : nil }
  }

  /// The refusal of numbers of an error that is cleared.
  ///
  /// - Parameter required: What the numbers need.
  static func withoutEffect(isOfTimes: Bool, _ required: String) -> RequestError {
    let key = isOfTimes ? "times" : "after"
    return RequestError(
      key, "'\(key)' has no effect when errors are cleared", expected: "\(required) as well")
  }
}

extension Caller {
  /// Creates the resolved caller of a call.
  fileprivate init(_ context: CallContext) {
    self.init(
      container: context.container, environment: context.environment,
      database: context.scope, user: context.userRecordName.map { .named($0) } ?? .nobody,
      device: context.deviceName)
  }
}
