/// `mock/schema/load`: loads schema text into an environment.
public struct LoadSchema: HarnessOperation {
  public static let name = "mock/schema/load"

  var source: SchemaSource

  init(_ source: SchemaSource) { self.source = source }

  public init(_ text: String) { source = .text(text) }

  public init(path: String) { source = .file(path: path) }

  /// Returns the names of all record types of the environment.
  func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> [String] {
    let schema = try source.read(state.world.limits)
    try state.world.load(schema, of: context.schemaKey, from: source.key)
    return state.world.schema(of: context.schemaKey).types.map(\.name)
  }
}
