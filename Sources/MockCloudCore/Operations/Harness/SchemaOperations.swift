/// Where schema text is.
enum SchemaSource: Sendable {
  case text(String)
  case file(path: String)

  /// The key of the dialect that holds it.
  var key: String {
    switch self {
    case .text: "schema"
    case .file: "path"
    }
  }

  func read(_ limits: Limits) throws(Misuse) -> Schema {
    let bytes: [UInt8]
    switch self {
    case .text(let text): bytes = Array(text.utf8)
    case .file(let path):
      guard let content = HostFile.read(path) else {
        throw Misuse.badMockRequest(
          "\(key): '\(NameRules.shortened(path))' cannot be read", key: key, expected: "a file")
      }
      bytes = content
    }
    do throws(SchemaTextError) {
      return try SchemaTextReader.read(bytes, limits: limits)
    } catch {
      throw Misuse(
        .badMockRequest,
        "\(key): line \(error.line), column \(error.column): \(error.message)"
          + (error.nearest.map { "; did you mean '\($0)'?" } ?? ""),
        key: key, expected: error.expected, nearest: error.nearest,
        position: Misuse.Position(line: error.line, column: error.column))
    }
  }
}

/// `mock/schema/load`: gives an environment the schema that a text describes.
public struct LoadSchema: HarnessOperation {
  public static let name = "mock/schema/load"

  var source: SchemaSource

  init(_ source: SchemaSource) { self.source = source }

  public init(_ text: String) { source = .text(text) }

  public init(path: String) { source = .file(path: path) }

  /// Answers the names of the record types that the environment has now.
  public func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> [String] {
    let schema = try source.read(state.world.limits)
    try state.world.load(schema, of: context.schemaKey, from: source.key)
    return state.world.schema(of: context.schemaKey).types.map(\.name)
  }
}

/// `mock/schema/get`: an environment's schema as text, as it was loaded or as it grew.
public struct GetSchema: HarnessOperation {
  public static let name = "mock/schema/get"
  public static let changesCloud = false

  public init() {}

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> String {
    SchemaTextWriter.text(of: state.world.schema(of: context.schemaKey))
  }
}

/// `mock/schema/deploy`: brings a container's development schema to production, and answers it.
public struct DeploySchema: HarnessOperation {
  public static let name = "mock/schema/deploy"

  public init() {}

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> String {
    var key = context.schemaKey
    key.environment = .development
    let schema = state.world.schema(of: key)
    key.environment = .production
    try state.world.load(schema, of: key, from: "environment")
    return SchemaTextWriter.text(of: state.world.schema(of: key))
  }
}
