/// Writes schemas as text: roles, then types by name, each with the system fields that have an
/// index, the other fields by name, and the grants by role.
enum SchemaTextWriter {
  static func text(of schema: Schema) -> String {
    var text = "DEFINE SCHEMA\n"
    if !schema.roles.isEmpty { text += "\n" }
    for role in schema.roles { text += "  CREATE ROLE \(SchemaTextNames.text(role.name));\n" }
    for type in schema.types {
      text += "\n  RECORD TYPE \(SchemaTextNames.text(type.name)) (\n"
      text += members(of: type).map { "    \($0)" }.joined(separator: ",\n")
      text += "\n  );\n"
    }
    return text
  }

  private static func members(of type: RecordType) -> [String] {
    let members =
      type.systemFields.elements.map(member) + type.fields.map(member)
      + type.grants.elements.compactMap(member)
    // A type needs at least one member in the schema language.
    return members.isEmpty ? ["\"\(SystemField.recordName.storedName)\" REFERENCE"] : members
  }

  private static func member(_ field: FieldDefinition) -> String {
    let options = IndexOptions.words.filter { field.indexes.contains($0.option) }
    return SchemaTextNames.text(field.name) + " \(SchemaTextTypes.text(of: field))"
      + options.map { " \($0.word)" }.joined()
  }

  private static func member(_ grant: Grant) -> String? {
    let words = Rights.words.filter { grant.rights.contains($0.option) }
    guard !words.isEmpty else { return nil }
    return "GRANT \(words.map { "\($0.word)" }.joined(separator: ", ")) TO "
      + SchemaTextNames.text(grant.name)
  }
}
