/// `mock/faults/remove`: removes a rule or a set error.
public struct RemoveFault: HarnessOperation {
  public static let name = "mock/faults/remove"

  public var id: String

  public init(_ id: String) { self.id = id }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    guard state.faults.remove(id) else {
      throw Misuse.unknown(
        "id", id,
        known: state.faults.setErrors.map(\.rule.id) + state.faults.rules.all.map(\.rule.id))
    }
  }
}
