/// `mock/recordErrors/set`: makes records fail in every operation, for the callers that the
/// request's context keys describe.
public struct SetRecordErrors: HarnessOperation {
  public static let name = FaultPlan.recordSource
  static let isInPlace = true

  public struct Target: Sendable {
    public var recordName: RecordName
    /// Nil means records with that name in all zones.
    public var zoneID: ZoneID?

    public init(_ recordName: RecordName, zoneID: ZoneID? = nil) {
      self.recordName = recordName
      self.zoneID = zoneID
    }
  }

  /// Replaces the targets of an earlier call with the same context keys; an empty list clears the
  /// errors that have all keys of this request.
  public var records: [Target]
  /// Nil draws an error for each record from the seed.
  public var error: ErrorSpecification?
  /// Replaces the error's reason.
  public var reason: String?
  /// Replaces the error's wait, in seconds.
  public var retryAfter: Double?
  /// The number of times that each record fails; nil means always.
  public var times: Int?
  /// The number of times that each record succeeds first.
  public var after = 0

  public init(
    _ records: [Target], _ error: ErrorSpecification? = nil, times: Int? = nil, after: Int = 0
  ) {
    self.records = records
    self.error = error
    self.times = times
    self.after = after
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    if let problem = FaultLimit.problem(after: after, times: times) { throw problem.misuse }
    let isEmpty = { (target: Target) in
      target.recordName.isEmpty ? RequestError.empty("recordNames") : nil
    }
    if let problem = records.firstProblem(in: "recordNames", isEmpty) { throw problem.misuse }
    if let problem = error?.itemProblem("error") { throw problem.misuse }
    let error = try error.adding(reason, retryAfter)
    let scope = SetErrorScope(context, isOfRecords: true)
    if records.isEmpty {
      try checkClears(error)
      return state.faults.rules.clearErrors(scope)
    }
    try checkOwners(in: state.world, context)
    let (seed, limit) = (state.world.seed, FaultLimit(after: after, times: times))
    state.faults.rules.beginErrors(scope)
    for target in records {
      let failing = SetRecordError(
        recordName: target.recordName,
        zoneID: target.zoneID.map { context.resolved($0, in: state.world) },
        error: error ?? ErrorSpecification.draw(seed: seed, recordName: target.recordName))
      state.faults.rules.setError(failing, scope, limit)
    }
  }

  /// Refuses what has no effect when errors are cleared.
  private func checkClears(_ error: ErrorSpecification?) throws(Misuse) {
    if error != nil {
      throw RequestError(
        "recordNames", "'error' has no effect on an empty list of records",
        expected: "records that fail, or no 'error' to clear the errors"
      ).misuse
    }
    if times != nil || after != 0 {
      throw FaultLimit.withoutEffect(isOfTimes: times != nil, "records that fail").misuse
    }
  }

  /// Refuses zones that the database cannot have, and those of users who do not exist.
  private func checkOwners(
    in world: borrowing World, _ context: CallContext
  ) throws(Misuse) {
    let isPublic = context.given.contains(.database) && context.scope == .public
    for (index, target) in records.enumerated() {
      guard let zoneID = target.zoneID else { continue }
      if isPublic, zoneID.zoneName != ZoneID.defaultZoneName {
        throw RequestError(
          "recordNames[\(index)].zoneID",
          "the public database has no zone '\(NameRules.shortened(zoneID.zoneName.text))'",
          expected: "the default zone, or another 'database'"
        ).misuse
      }
      let owner = context.resolved(zoneID, in: world).ownerName
      if owner.isEmpty || owner == OwnerAlias.publicOwner || world.people.isKnown(owner) {
        continue
      }
      throw Misuse.unknown(
        "ownerRecordName", owner.text, known: world.people.names,
        remedy: "mock/users/add adds a user"
      ).inside("recordNames[\(index)].zoneID")
    }
  }
}
