/// The source of schema text.
enum SchemaSource: Sendable {
  case text(String)
  case file(path: String)

  /// The key that holds the source.
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
    case .file(let path): bytes = try HostFile.contents(of: path, key: key)
    }
    do throws(SchemaTextError) {
      return try SchemaTextReader.read(bytes, limits: limits)
    } catch {
      throw Misuse(
        .badMockRequest,
        "\(key): line \(error.line), column \(error.column): \(error.message)"
          + (error.nearest.map { "; \(ErrorHint.suggestion($0))" } ?? ""),
        key: key, expected: error.expected, nearest: error.nearest,
        position: Misuse.Position(line: error.line, column: error.column))
    }
  }
}
