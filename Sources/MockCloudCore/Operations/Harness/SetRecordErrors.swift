/// `mock/recordErrors/set`: makes records fail, in every operation, for the callers that the
/// request's context keys name.
public struct SetRecordErrors: HarnessOperation {
  public static let name = FaultPlan.recordSource

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
      FaultPlan.RecordError(
        recordName: target.recordName,
        zoneID: target.zoneID.map { context.resolved($0, in: state.world) },
        error: error ?? ErrorSpecification.draw(seed: seed, recordName: target.recordName),
        count: FaultCount(after: after, times: times))
    }
    state.faults.setRecords(rules, FaultScope(context))
  }
}
