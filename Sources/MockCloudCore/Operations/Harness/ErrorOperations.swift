/// `mock/error/set`: makes operations of the service fail until the error is cleared.
public struct SetError: HarnessOperation {
  public static let name = "mock/error/set"

  /// Nil means every operation of the service.
  public var operations: [String]?
  /// Nil clears.
  var error: ErrorSpecification?

  public init(
    _ code: CKErrorCode?, operations: [String]? = nil, retryAfter: Double? = nil,
    reason: String? = nil
  ) {
    self.operations = operations
    error = code.map { ErrorSpecification(code: $0, reason: reason, retryAfter: retryAfter) }
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.world.errors.set(error, for: operations)
  }
}

/// `mock/recordErrors/set`: makes records fail, whatever is asked of them, until they are cleared.
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

  /// Replaces the targets of earlier calls; none clears.
  public var records: [Target]
  /// Nil draws an error for each record from the seed.
  var error: ErrorSpecification?

  public init(_ records: [Target], _ code: CKErrorCode? = nil, retryAfter: Double? = nil) {
    self.records = records
    error = code.map { ErrorSpecification(code: $0, retryAfter: retryAfter) }
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    let world = state.world
    state.world.errors.setRecords(
      records.map { target in
        InjectedErrors.RecordRule(
          recordName: target.recordName,
          zoneID: target.zoneID.map { context.resolved($0, in: world) },
          error: error
            ?? ErrorSpecification.draw(seed: world.seed, recordName: target.recordName))
      })
  }
}
