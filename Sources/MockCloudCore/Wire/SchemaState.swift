/// Schemas in a state document. Properties of a type that grew just in time are left out.
extension JSONWriter {
  mutating func schema(_ schema: Schema, of key: World.SchemaKey) {
    beginObject()
    place(key.container, key.environment)
    if !schema.roles.isEmpty {
      self.key("roles")
      array(schema.roles) { $0.string($1.name) }
    }
    self.key("recordTypes")
    array(schema.types) { $0.recordType($1) }
    endObject()
  }

  private mutating func recordType(_ type: RecordType) {
    beginObject()
    member("name", type.name)
    key("fields")
    array(type.fields) { json, field in
      json.beginObject()
      json.member("name", field.name)
      json.member("type", field.type.rawValue)
      if field.isEncrypted { json.member("isEncrypted", true) }
      if let number = field.number { json.member("number", number.rawValue) }
      if field.indexes != .possible(for: field.type, isEncrypted: field.isEncrypted) {
        json.indexes(field.indexes)
      }
      json.endObject()
    }
    if !type.systemFields.elements.isEmpty {
      key("systemFields")
      array(type.systemFields.elements) { json, field in
        json.beginObject()
        json.member("name", field.name)
        json.indexes(field.indexes)
        json.endObject()
      }
    }
    if type.grants != Grant.standard {
      key("grants")
      array(type.grants.elements) { json, grant in
        json.beginObject()
        json.member("role", grant.name)
        json.words("rights", Rights.words.filter { grant.rights.contains($0.right) }.map(\.word))
        json.endObject()
      }
    }
    endObject()
  }

  private mutating func indexes(_ indexes: IndexOptions) {
    words("indexes", IndexOptions.words.filter { indexes.contains($0.option) }.map(\.word))
  }

  private mutating func words(_ name: StaticString, _ words: [StaticString]) {
    key(name)
    array(words) { $0.string("\($1)") }
  }
}

extension StateReader {
  mutating func schemas(_ document: inout ObjectReader) throws(RequestError) {
    var seen = Distinct<World.SchemaKey>()
    try document.optionalList("schemas") { (node) throws(RequestError) in
      let key = World.SchemaKey(
        container: try node.container(), environment: try node.environment())
      try seen.note(key, "the schema of \(key.container.text)", "container")
      world.setSchema(try node.schema(), of: key)
    }
  }
}

extension ObjectReader {
  fileprivate mutating func schema() throws(RequestError) -> Schema {
    var types: [RecordType] = []
    var names = Distinct<String>()
    try list("recordTypes") { (node) throws(RequestError) in
      let type = try node.recordTypeDefinition()
      try names.note(type.name, type.name, "name")
      types.append(type)
    }
    return Schema(types: types, roles: try texts("roles").map { Role(name: $0) })
  }

  private mutating func recordTypeDefinition() throws(RequestError) -> RecordType {
    let name = try name("name")
    let isShare = name == Share.recordType
    if !isShare, let refusal = NameRules.refusal(recordType: name, limit: .max) {
      throw RequestError("name", refusal)
    }
    var fields: [FieldDefinition] = []
    var names = Distinct<String>()
    try list("fields") { (node) throws(RequestError) in
      let field = try node.fieldDefinition(ofShare: isShare)
      try names.note(field.name, field.name, "name")
      fields.append(field)
    }
    var systemFields: [FieldDefinition] = []
    try optionalList("systemFields") { (node) throws(RequestError) in
      let field = try node.systemField()
      try names.note(field.name, field.name, "name")
      systemFields.append(field)
    }
    return RecordType(
      name: name, fields: fields, systemFields: systemFields,
      grants: try grants() ?? Grant.standard.elements)
  }

  private mutating func fieldDefinition(
    ofShare isShare: Bool
  ) throws(RequestError) -> FieldDefinition {
    let name = try name("name")
    if !isShare || !Share.fieldNames.contains(name),
      let refusal = NameRules.refusal(fieldName: name, limit: .max)
    {
      throw RequestError("name", refusal)
    }
    guard let type = try FieldReader.type(required("type")) else {
      throw RequestError.missing("type")
    }
    return FieldDefinition(
      name: name, type: type, isEncrypted: try flag("isEncrypted") ?? false,
      number: try optionalChoice("number", FieldDefinition.NumberForm.self),
      indexes: try indexes())
  }

  private mutating func systemField() throws(RequestError) -> FieldDefinition {
    let name = try name("name")
    guard let type = SystemDefinitions.type(of: name) else {
      throw RequestError.unknownValue("name", name, known: SystemDefinitions.all.map(\.name))
    }
    return FieldDefinition(name: name, type: type, indexes: try indexes())
  }

  private mutating func grants() throws(RequestError) -> [Grant]? {
    var grants: [Grant] = []
    var roles = Distinct<String>()
    let areThere = try optionalList("grants") { (node) throws(RequestError) in
      let role = try node.name("role")
      try roles.note(role, role, "role")
      let words = try node.words("rights", Rights.words.map(\.word)) ?? []
      let rights = Rights.words.filter { words.contains("\($0.word)") }
      grants.append(Grant(role, Rights(rights.map(\.right))))
    }
    return areThere ? grants : nil
  }

  /// Returns nil if there are none.
  private mutating func indexes() throws(RequestError) -> IndexOptions? {
    guard let words = try words("indexes", IndexOptions.words.map(\.word)) else { return nil }
    let options = IndexOptions.words.filter { words.contains("\($0.word)") }
    return IndexOptions(options.map(\.option))
  }

  private mutating func words(
    _ name: StaticString, _ known: [StaticString]
  ) throws(RequestError) -> [String]? {
    guard let words = try optional(name)?.texts(name) else { return nil }
    let known = known.map(\.description)
    if let unknown = words.first(where: { !known.contains($0) }) {
      throw RequestError.unknownValue(name, unknown, known: known)
    }
    return words
  }
}
