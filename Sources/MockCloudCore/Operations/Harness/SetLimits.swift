/// `mock/limits/set`: changes limits and switches of the service.
public struct SetLimits: HarnessOperation {
  public static let name = "mock/limits/set"

  /// The changes in their order.
  public var changes: [Limits.Change]

  public init(_ changes: Limits.Change...) { self.init(changes: changes) }

  public init(changes: [Limits.Change]) { self.changes = changes }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Limits {
    if changes.isEmpty { throw ChosenNames.none("limits", "one or more limits") }
    try refuseProblem()
    state.world.limits.apply(changes)
    return state.world.limits
  }
}

extension SetLimits: CheckedValue {
  var problem: RequestError? { changes.problem?.inside("limits") }
}
