/// The names of field types in the schema language.
enum SchemaTextTypes {
  static let primitives: [(word: StaticString, type: FieldType)] = [
    ("ASSET", .asset), ("BYTES", .bytes), ("DOUBLE", .double), ("INT64", .int64),
    ("LOCATION", .location), ("REFERENCE", .reference), ("STRING", .string),
    ("TIMESTAMP", .timestamp),
  ]

  /// The types that cannot be encrypted (DOC).
  static let neverEncrypted: [FieldType] = [.asset, .reference]

  /// Returns the type as the schema language spells it.
  static func text(of field: FieldDefinition) -> String {
    let element = field.type.element ?? field.type
    let word = primitives.first { $0.type == element }.map { "\($0.word)" } ?? ""
    var text = word
    if let number = field.number {
      text = number == .open ? "NUMBER" : "NUMBER PREFERRED AS \(word)"
    } else if field.isEncrypted {
      text = "ENCRYPTED \(word)"
    }
    return field.type.element == nil ? text : "LIST<\(text)>"
  }
}

/// The names in the schema language.
enum SchemaTextNames {
  /// The words that must be quoted as names (DOC).
  private static let reserved: [StaticString] = [
    "GRANT", "PREFERRED", "QUERYABLE", "SEARCHABLE", "SORTABLE",
  ]
  /// The prefix of the system's names other than system fields.
  private static let systemPrefix = "cloudkit."

  /// Returns a name as schema text spells it.
  static func text(_ name: String) -> String {
    isPlain(name) ? name : "\"\(name)\""
  }

  private static func isPlain(_ name: String) -> Bool {
    NameRules.isIdentifier(name) && !isReserved(name)
  }

  static func isReserved(_ name: String) -> Bool {
    let token = SchemaToken(kind: .word, text: name, line: 0, column: 0)
    return reserved.contains { token.isWord($0) }
  }

  /// Whether the name is `cloudkit.share`, or a field of it such as `cloudkit.title`.
  static func isSystemName(_ name: String) -> Bool {
    name.hasPrefix(systemPrefix)
      && NameRules.isIdentifier(String(name.dropFirst(systemPrefix.count)))
  }
}
