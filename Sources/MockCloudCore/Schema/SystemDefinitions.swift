/// The implicit fields of every record type. A schema names them only to add indexes.
enum SystemDefinitions {
  /// The prefix of their names.
  static let prefix = "___"

  static let all: [(name: String, type: FieldType)] =
    [("___etag", .string)] + SystemField.allCases.map { ($0.storedName, $0.type) }

  static func type(of name: String) -> FieldType? { all.first { $0.name == name }?.type }

  /// The type of user records (HOSTCONST CKRecordTypeUserRecord).
  static let users: RecordTypeName = "Users"

  /// The fields of shares that the service adds to their type, without indexes (LOG exported schemas).
  static let shareFields = zip(Share.fieldNames, [FieldType.string, .string, .bytes]).map {
    FieldDefinition(name: $0, type: $1, indexes: [])
  }

  /// All of them with every possible index.
  static let indexed = SortedByName(
    all.map { FieldDefinition(name: $0.name, type: $0.type) })
}
