/// `mock/reset`: restores the state that the configuration describes.
public struct ResetCloud: HarnessOperation {
  public static let name = "mock/reset"

  /// The parts that a reset can keep.
  public enum Part: String, Sendable, CaseIterable {
    case schema
    case users
    case faults
    case limits
    case clock
  }

  public var keep: Set<Part>

  public init(keep: Set<Part> = []) { self.keep = keep }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    // The acts of calls that are given up must not stay open in rules that are kept.
    if keep.contains(.faults) { state.settleFlights() }
    try state.reset(keeping: keep)
  }
}
