/// `mock/container/create`: creates a container, for configurations that declare containers.
public struct CreateContainer: HarnessOperation {
  public static let name = "mock/container/create"

  public var container: ContainerIdentifier
  /// The schema text for the environment of the call.
  public var schema: String?

  public init(_ container: ContainerIdentifier, schema: String? = nil) {
    self.container = container
    self.schema = schema
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse)
    -> ContainerIdentifier
  {
    if container.isEmpty { throw RequestError.emptyContainer.misuse }
    if let schema {
      let key = World.SchemaKey(
        container: container, environment: context.environment)
      let source = SchemaSource.text(schema)
      try state.world.load(try source.read(state.world.limits), of: key, from: source.key)
    }
    _ = state.world.containers.updateValue(true, forKey: container)
    return container
  }
}
