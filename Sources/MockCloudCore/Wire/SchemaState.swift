/// Schemas in a state document. What a type would have if it had grown just in time is left out.
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

extension Schema {
  /// Reads one of a state document's schemas.
  init(reading node: JSONNode) throws(RequestError) {
    let types = try node.require("recordTypes").list("recordTypes") { (node) throws(RequestError) in
      try RecordType(reading: node)
    }
    let roles = try node.member("roles")?.texts("roles") ?? []
    self.init(types: types, roles: roles.map { Role(name: $0) })
  }
}

extension RecordType {
  fileprivate init(reading node: JSONNode) throws(RequestError) {
    let name = try node.require("name").text("name") ?? ""
    let fields = try node.require("fields").list("fields") { (node) throws(RequestError) in
      try FieldDefinition(reading: node)
    }
    let systemFields = try node.member("systemFields")?.list("systemFields") {
      (node) throws(RequestError) -> FieldDefinition in
      let name = try node.require("name").text("name") ?? ""
      guard let type = SystemDefinitions.type(of: name) else {
        throw RequestError.unknownValue("name", name, known: SystemDefinitions.all.map(\.name))
      }
      return FieldDefinition(name: name, type: type, indexes: try node.indexes())
    }
    let grants = try node.member("grants")?.list("grants") { (node) throws(RequestError) -> Grant in
      let words = try node.require("rights").words("rights", Rights.words.map(\.word))
      let rights = Rights.words.filter { entry in words.contains("\(entry.word)") }
      return Grant(
        try node.require("role").text("role") ?? "", Rights(rights.map(\.right)))
    }
    self.init(
      name: name, fields: fields, systemFields: systemFields ?? [],
      grants: grants ?? Grant.standard.elements)
  }
}

extension FieldDefinition {
  fileprivate init(reading node: JSONNode) throws(RequestError) {
    guard let type = try FieldReader.type(try node.require("type")) else {
      throw RequestError.missing("type")
    }
    self.init(
      name: try node.require("name").text("name") ?? "", type: type,
      isEncrypted: try node.member("isEncrypted")?.flag("isEncrypted") ?? false,
      number: try node.member("number")?.choice("number", NumberForm.self),
      indexes: try node.indexes())
  }
}

extension JSONNode {
  /// Nil where nothing is said.
  fileprivate func indexes() throws(RequestError) -> IndexOptions? {
    guard let node = member("indexes") else { return nil }
    let words = try node.words("indexes", IndexOptions.words.map(\.word))
    let options = IndexOptions.words.filter { entry in words.contains("\(entry.word)") }
    return IndexOptions(options.map(\.option))
  }

  fileprivate func words(
    _ name: StaticString, _ known: [StaticString]
  ) throws(RequestError) -> Set<String> {
    let words = try texts(name) ?? []
    let known = known.map(\.description)
    if let unknown = words.first(where: { !known.contains($0) }) {
      throw RequestError.unknownValue(name, unknown, known: known)
    }
    return Set(words)
  }
}
