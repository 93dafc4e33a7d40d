/// `mock/clock/runUntilIdle`: runs everything that is due at a later time, or advances the clock until
/// an operation has ended.
///
/// If the client of that operation has ended too, no client takes its blocks, and the call fails as
/// all calls of the client do. The time has passed nevertheless.
public struct RunUntilIdle: HarnessOperation {
  public static let name = "mock/clock/runUntilIdle"
  /// It fails after time has passed.
  static let isInPlace = true

  /// The maximum time to advance; nil means unlimited. Later entries stay in the agenda.
  public var limitMilliseconds: Int64?

  /// The operation after whose end the clock stops; nil means that all end.
  public var operationID: String?

  public init(limitMilliseconds: Int64? = nil, operationID: String? = nil) {
    self.limitMilliseconds = limitMilliseconds
    self.operationID = operationID
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Int64 {
    try refuseProblem()
    if let operationID { try state.world.operations.checkIsKnown(operationID) }
    state.runUntilIdle(limit: limitMilliseconds, orEndOf: operationID)
    if let operationID { try state.refuseEnded(operationID) }
    return state.world.clock.now
  }
}

extension CloudState {
  /// Refuses to report an operation whose client has ended.
  fileprivate func refuseEnded(_ operationID: String) throws(Misuse) {
    try exploration?.value.checkRun()
    if let device = world.operations.client(of: operationID) { try faults.refuseCrashed(device) }
  }
}

extension RunUntilIdle: CheckedValue {
  var problem: RequestError? { limitMilliseconds?.durationProblem("limitSeconds") }
}
