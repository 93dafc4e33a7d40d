/// The fields that every record type has without saying so. A schema names them only to give them
/// indexes.
enum SystemDefinitions {
  /// How their names begin.
  static let prefix = "___"

  static let all: [(name: String, type: FieldType)] =
    [("___etag", .string)] + SystemField.allCases.map { ($0.storedName, $0.type) }

  static func type(of name: String) -> FieldType? { all.first { $0.name == name }?.type }

  /// All of them with every index that they can have.
  static let indexed = SortedByName(
    all.map { FieldDefinition(name: $0.name, type: $0.type) })
}
