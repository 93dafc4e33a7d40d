public import CloudKit
public import MockCloudCore

// Failing calls: errors, rules, networks, expired tokens.
extension MockCloud {
  /// A rule of the fault language (docs/FAULTS.md).
  public typealias FaultRule = MockCloudCore.FaultRule
  /// When a rule applies.
  public typealias FaultCondition = MockCloudCore.FaultCondition
  /// How often a rule acts.
  public typealias FaultLimit = MockCloudCore.FaultLimit
  /// What a rule does.
  public typealias FaultEffect = MockCloudCore.FaultEffect
  /// Rules that act by chance.
  public typealias FaultProfile = MockCloudCore.FaultProfile
  /// An error with which calls or records fail.
  public typealias ErrorSpecification = MockCloudCore.ErrorSpecification
  /// The network of a device.
  public typealias NetworkState = MockCloudCore.NetworkState

  /// Makes operations fail as a whole until the error is cleared. Their result blocks get the error,
  /// and the convenience methods throw it.
  ///
  /// ```swift
  /// try cloud.setError(.zoneBusy, for: .modifyRecords, retryAfter: 3, times: 1)
  /// ```
  ///
  /// - Parameters:
  ///   - error: Nil clears the error.
  ///   - kind: Nil means every operation.
  ///   - seconds: The wait before the next attempt, `CKError.retryAfterSeconds`.
  ///   - times: The number of calls that fail, of each operation of the kind; nil means all.
  ///   - after: The number of calls that succeed first, of each operation of the kind.
  ///   - user: Only calls of that user fail; nil means those of any.
  ///   - device: Only calls of that device fail; nil means those of any.
  public func setError(
    _ error: ErrorSpecification?, for kind: OperationKind? = nil,
    retryAfter seconds: Double? = nil, times: Int? = nil, after: Int = 0, user: String? = nil,
    device: String? = nil
  ) throws(Misuse) {
    var operation = SetError(error, operations: kind?.names, times: times, after: after)
    operation.retryAfter = seconds
    if seconds == .infinity {
      throw Misuse(
        .badMockRequest, "retryAfter: an infinite wait never ends", key: "retryAfter",
        expected: "a finite number of seconds")
    }
    try perform(operation, as: Self.caller(user, device))
  }

  /// Makes records fail in every operation: their own blocks get the error, and the operation ends
  /// with a `partialFailure`. Replaces the errors of an earlier call with the same database, user and
  /// device.
  ///
  /// - Parameters:
  ///   - recordIDs: An empty list clears the errors.
  ///   - error: Nil draws an error for each record from the seed.
  ///   - times: The number of times that each record fails; nil means always.
  ///   - after: The number of times that each record succeeds first.
  ///   - database: The database of the records. Nil means those of a private one, wherever they are
  ///     reached.
  ///   - user: Only calls of that user fail, whose zones are meant; nil means those of any, and the
  ///     zones of the configured user.
  public func setRecordErrors(
    _ recordIDs: [CKRecord.ID], _ error: ErrorSpecification? = nil, times: Int? = nil,
    after: Int = 0, in database: CKDatabase.Scope? = nil, user: String? = nil,
    device: String? = nil
  ) throws(Misuse) {
    let caller = Self.caller(user, device, database: database)
    let requester = Requester(caller, in: core)
    let targets = recordIDs.map {
      SetRecordErrors.Target(requester.recordName($0), zoneID: $0.zoneID.inCore)
    }
    try perform(SetRecordErrors(targets, error, times: times, after: after), as: caller)
  }

  /// Adds rules of the fault language after the existing ones, and returns their names.
  @discardableResult
  public func addFaults(_ rules: FaultRule...) throws(Misuse) -> [String] {
    try addFaults(rules)
  }

  /// Adds rules of the fault language after the existing ones, and returns their names.
  @discardableResult
  public func addFaults(_ rules: [FaultRule]) throws(Misuse) -> [String] {
    if core.followsSystemClock { try Self.refuseRulesThatTakeTime(rules, "addFaults") }
    return try perform(AddFaults(rules))
  }

  /// Refuses rules with an effect that needs a virtual clock.
  static func refuseRulesThatTakeTime(_ rules: [FaultRule], _ name: String) throws(Misuse) {
    for rule in rules {
      guard let effect = rule.effects.first(where: \.takesTime) else { continue }
      throw needsVirtualClock(name, "the effect \(effect) of a rule does nothing")
    }
  }

  /// Pauses or resumes all rules.
  public func pauseFaults(_ isPaused: Bool = true) throws(Misuse) {
    try perform(PauseFaults(isPaused))
  }

  /// Removes the rule with the given name.
  public func removeFault(_ id: String) throws(Misuse) { try perform(RemoveFault(id)) }

  /// Removes all rules, and the errors of `setError` and `setRecordErrors`.
  public func clearFaults() throws(Misuse) { try perform(ClearFaults()) }

  /// Removes all causes of failing calls: rules, errors, networks that are not online, accounts that
  /// are not available.
  public func heal() throws(Misuse) { try perform(HealFaults()) }

  /// The same as `heal`, under its name in `MockCloudCore`.
  public func healFaults() throws(Misuse) { try heal() }

  /// Sets the network of a device.
  ///
  /// - Parameters:
  ///   - device: Nil means the configured device.
  ///   - bytesPerSecond: Nil means unlimited.
  ///   - schedule: The later states of the network.
  public func setNetwork(
    _ state: NetworkState, device: String? = nil, bytesPerSecond: Int? = nil,
    schedule: [DeviceNetwork.Step] = []
  ) throws(Misuse) {
    if bytesPerSecond != nil, core.followsSystemClock {
      throw Self.needsVirtualClock("setNetwork", "bytesPerSecond does nothing")
    }
    try perform(
      SetNetwork(state, bytesPerSecond: bytesPerSecond, schedule: schedule),
      as: Self.caller(nil, device))
  }

  /// Deletes a zone as a user does in the system's settings.
  public func purge(
    _ zoneID: CKRecordZone.ID, container: String? = nil, user: String? = nil
  ) throws(Misuse) {
    try perform(
      PurgeZone(zoneID.inCore), as: Self.caller(user, nil, container: container))
  }

  /// Expires all server change tokens that were issued so far.
  ///
  /// - Parameter zoneID: Nil means those of the database and of all its zones.
  /// - Returns: False if nothing changed: the tokens had expired and none was issued since, or none was
  ///   ever issued.
  @discardableResult
  public func expireTokens(
    of zoneID: CKRecordZone.ID? = nil, in database: CKDatabase.Scope = .private,
    container: String? = nil, user: String? = nil
  ) throws(Misuse) -> Bool {
    try perform(
      ExpireTokens(zoneID?.inCore),
      as: Self.caller(user, nil, container: container, database: database))
  }
}

extension FaultEffect {
  /// Whether the effect does nothing but take time of the cloud. A call that hangs also fails.
  fileprivate var takesTime: Bool {
    switch self {
    case .latency, .jump: true
    default: false
    }
  }
}

extension FaultCondition {
  /// Matches calls of operations of CloudKit: `.calls(.modifyRecords)`.
  public static func calls(_ kind: OperationKind, _ others: OperationKind...) -> FaultCondition {
    var condition = FaultCondition()
    condition.operations = kind.names + others.flatMap(\.names)
    return condition
  }
}
