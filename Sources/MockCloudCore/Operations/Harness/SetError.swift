/// `mock/error/set`: makes operations of the service fail for the callers that the request's context
/// keys name, until the error is cleared.
public struct SetError: HarnessOperation {
  public static let name = FaultPlan.callSource

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
    let names: [String?] = operations.map { $0.map(Optional.some) } ?? [nil]
    var scope = FaultScope(context)
    for name in names {
      scope.operation = name.map { ExactText($0) }
      state.faults.set(error, scope, FaultCount(after: after, times: times))
    }
  }

  private func check(against known: [String]) throws(Misuse) {
    try FaultCount.check(after: after, times: times)
    for name in operations ?? [] where !known.contains(where: { name.hasBytes(of: $0) }) {
      throw Misuse.unknown("operation", name, known: known)
    }
  }
}
