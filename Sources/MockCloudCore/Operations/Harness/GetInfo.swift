/// `mock/info`: returns the version and the vocabulary of the library.
public struct GetInfo: HarnessOperation {
  public static let name = "mock/info"
  static let changesCloud = false

  public init() {}

  public struct Answer: Sendable {
    public let limits: Limits
    public let assets: AssetFigure
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    Answer(limits: state.world.limits, assets: state.world.assetFigure)
  }
}
