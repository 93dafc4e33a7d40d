/// `mock/clock/runUntilIdle`: advances the clock until a caller waits for nothing more, or until an
/// operation has ended.
public struct RunUntilIdle: HarnessOperation {
  public static let name = "mock/clock/runUntilIdle"

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
    return state.world.clock.now
  }
}

extension RunUntilIdle: CheckedValue {
  var problem: RequestError? { limitMilliseconds?.durationProblem("limitSeconds") }
}
