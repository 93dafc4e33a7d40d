/// `mock/error/set`: makes operations of the service fail for the callers that the request's context
/// keys name, until the error is cleared.
public struct SetError: HarnessOperation {
  public static let name = "mock/error/set"

  /// Nil means every operation of the service.
  public var operations: [String]?
  /// Nil clears the errors that have all the keys that this request gives.
  public var error: ErrorSpecification?
  /// Takes the place of the error's reason.
  public var reason: String?
  /// Takes the place of the error's wait, in seconds.
  public var retryAfter: Double?
  /// How many calls fail; nil means all.
  public var times: Int?
  /// How many calls succeed before.
  public var after = 0

  public init(
    _ error: ErrorSpecification?, operations: [String]? = nil, times: Int? = nil, after: Int = 0
  ) {
    self.operations = operations
    self.error = error
    self.times = times
    self.after = after
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    try check(against: state.operationNames)
    let error = try error.adding(reason, retryAfter)
    let scope = FaultScope(context)
    let names: [String?] = operations.map { $0.map(Optional.some) } ?? [nil]
    for name in names {
      guard let error else {
        state.faults.clear(name, scope)
        continue
      }
      state.faults.set(error, for: name, scope, FaultCount(after: after, times: times))
    }
  }

  private func check(against known: [String]) throws(Misuse) {
    try FaultCount.check(after: after, times: times)
    for name in operations ?? [] where !known.contains(where: { name.hasBytes(of: $0) }) {
      throw Misuse.unknown("operation", name, known: known)
    }
  }
}

/// `mock/recordErrors/set`: makes records fail, whatever is asked of them, for the callers that the
/// request's context keys name.
public struct SetRecordErrors: HarnessOperation {
  public static let name = "mock/recordErrors/set"

  public struct Target: Sendable {
    public var recordName: String
    /// Nil means a record of that name in any zone.
    public var zoneID: ZoneID?

    public init(_ recordName: String, zoneID: ZoneID? = nil) {
      self.recordName = recordName
      self.zoneID = zoneID
    }
  }

  /// Replaces the targets of an earlier call with the same context keys; none clears the errors that
  /// have all the keys that this request gives.
  public var records: [Target]
  /// Nil draws an error for each record from the seed.
  public var error: ErrorSpecification?
  /// Takes the place of the error's reason.
  public var reason: String?
  /// Takes the place of the error's wait, in seconds.
  public var retryAfter: Double?
  /// How many times each record fails; nil means always.
  public var times: Int?
  /// How many times each record succeeds before.
  public var after = 0

  public init(
    _ records: [Target], _ error: ErrorSpecification? = nil, times: Int? = nil, after: Int = 0
  ) {
    self.records = records
    self.error = error
    self.times = times
    self.after = after
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    try FaultCount.check(after: after, times: times)
    let error = try error.adding(reason, retryAfter)
    let seed = state.world.seed
    let rules = records.map { target in
      FaultPlan.RecordRule(
        recordName: target.recordName,
        zoneID: target.zoneID.map { context.resolved($0, in: state.world) },
        error: error ?? ErrorSpecification.draw(seed: seed, recordName: target.recordName),
        count: FaultCount(after: after, times: times))
    }
    state.faults.setRecords(rules, FaultScope(context))
  }
}

extension FaultCount {
  /// Refuses counts that mean nothing.
  static func check(after: Int, times: Int?) throws(Misuse) {
    if after < 0 {
      throw Misuse.badMockRequest(
        "after: 'after' is \(after), which is too little", key: "after", expected: "0 or more")
    }
    if let times, times < 1 {
      throw Misuse.badMockRequest(
        "times: 'times' is \(times), which is too little", key: "times", expected: "1 or more")
    }
  }
}

extension ErrorSpecification? {
  /// The error with what was said beside it.
  fileprivate func adding(_ reason: String?, _ retryAfter: Double?) throws(Misuse) -> Self {
    guard var error = self else {
      if reason == nil, retryAfter == nil { return nil }
      throw Misuse.badMockRequest(
        "'reason' and 'retryAfter' belong to an 'error', and there is none",
        key: reason == nil ? "retryAfter" : "reason", expected: "an 'error' beside it")
    }
    error.reason = reason ?? error.reason
    error.retryAfter = retryAfter ?? error.retryAfter
    return error
  }
}
