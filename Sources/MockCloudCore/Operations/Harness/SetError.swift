/// `mock/error/set`: makes operations of the service fail until the error is cleared, for the
/// callers that the request's context keys describe.
public struct SetError: HarnessOperation {
  public static let name = FaultPlan.callSource
  static let isInPlace = true

  /// Nil means every operation of the service.
  public var operations: [String]?
  /// Nil clears the errors that have all keys of this request.
  public var error: ErrorSpecification?
  /// Replaces the error's reason.
  public var reason: String?
  /// Replaces the error's wait, in seconds.
  public var retryAfter: Double?
  /// The number of calls that fail; nil means all.
  public var times: Int?
  /// The number of calls that succeed first.
  public var after = 0

  public init(
    _ error: ErrorSpecification?, operations: [String]? = nil, times: Int? = nil, after: Int = 0
  ) {
    self.operations = operations
    self.error = error
    self.times = times
    self.after = after
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    try check(against: ServiceOperation.names)
    if error != nil { try checkDatabase(of: context) }
    let error = try error.adding(reason, retryAfter)
    if error == nil, times != nil || after != 0 {
      throw FaultLimit.withoutEffect(isOfTimes: times != nil, "an 'error'").misuse
    }
    let names: [String?] = operations.map { $0.map(Optional.some) } ?? [nil]
    let limit = FaultLimit(after: after, times: times)
    var scope = SetErrorScope(context, isOfRecords: false)
    for name in names {
      scope.operation = name.map { ExactText($0) }
      if let error {
        state.faults.rules.setError(error, scope, limit)
      } else {
        state.faults.rules.clearErrors(scope)
      }
    }
  }

  /// Refuses operations that the database of the context keys does not have.
  private func checkDatabase(of context: CallContext) throws(Misuse) {
    guard context.given.contains(.database), context.scope != .public else { return }
    for name in operations ?? []
    where ServiceOperation.named(name)?.traits.contains(.isPublicOnly) == true {
      throw Misuse.badMockRequest(
        "database: '\(name)' is always in the public database", key: "database",
        expected: "public, or another operation")
    }
  }

  private func check(against known: [String]) throws(Misuse) {
    if let problem = FaultLimit.problem(after: after, times: times) { throw problem.misuse }
    if operations?.isEmpty == true { throw RequestError.noChoice("operation").misuse }
    for name in operations ?? [] where !known.contains(where: { name.hasBytes(of: $0) }) {
      throw Misuse.unknown("operation", name, known: known)
    }
  }
}
