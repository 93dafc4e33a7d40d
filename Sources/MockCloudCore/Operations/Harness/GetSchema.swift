/// `mock/schema/get`: returns an environment's current schema as text, whether loaded or grown.
public struct GetSchema: HarnessOperation {
  public static let name = "mock/schema/get"
  static let changesCloud = false

  public init() {}

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> String {
    SchemaTextWriter.text(of: state.world.schema(of: context.schemaKey))
  }
}
