/// `mock/schema/deploy`: deploys a container's development schema to production, and returns it.
public struct DeploySchema: HarnessOperation {
  public static let name = "mock/schema/deploy"

  public init() {}

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> String {
    try context.requireContainer(in: state.world)
    var key = context.schemaKey
    key.environment = .development
    let schema = state.world.schema(of: key)
    key.environment = .production
    try state.world.load(schema, of: key, from: "environment")
    return SchemaTextWriter.text(of: state.world.schema(of: key))
  }
}
