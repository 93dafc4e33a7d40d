/// `mock/faults/remove`: removes a rule or a set error.
public struct RemoveFault: HarnessOperation {
  public static let name = "mock/faults/remove"

  public var id: String

  static let isInPlace = true

  public init(_ id: String) { self.id = id }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    guard state.faults.rules.remove(id) else {
      throw Misuse.unknown("id", id, known: state.faults.rules.listed.map(\.rule.id))
    }
  }
}
