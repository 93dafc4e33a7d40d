/// `mock/schema/get`: an environment's schema as text, as it was loaded or as it grew.
public struct GetSchema: HarnessOperation {
  public static let name = "mock/schema/get"
  public static let changesCloud = false

  public init() {}

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> String {
    SchemaTextWriter.text(of: state.world.schema(of: context.schemaKey))
  }
}
