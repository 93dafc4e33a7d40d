// Schemas in a state document. Properties of a type that grew just in time are left out.

extension Schema {
  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    var roles = roles.map(\.name)
    try keys.key("roles", &roles, or: [], as: DistinctTexts.self)
    var names = Distinct<String>()
    var types: [RecordType] = []
    try keys.each("recordTypes", .required, self.types, from: RecordType(name: "")) {
      (keys, type) throws(RequestError) in
      try type.keys(&keys)
    } take: { (type) throws(RequestError) in
      try names.note(type.name, type.name, "name")
      types.append(type)
    }
    if !keys.isWriting { self = Schema(types: types, roles: roles.map { Role(name: $0) }) }
  }
}

extension RecordType {
  fileprivate mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    var name = RecordTypeName(self.name)
    try keys.text("name", &name) { name in
      if name.isEmpty { return "'name' must not be empty" }
      return name == Share.recordType ? nil : NameRules.refusal(recordType: name, limit: .max)
    }
    let isShare = name == Share.recordType
    var names = Distinct<String>()
    var fields: [FieldDefinition] = []
    try keys.each("fields", .required, self.fields, from: FieldDefinition(name: "", type: .string))
    { (keys, field) throws(RequestError) in
      try field.keys(&keys)
    } take: { (field) throws(RequestError) in
      if let refusal = NameRules.refusal(storedField: field.name, ofShare: isShare) {
        throw RequestError("name", refusal)
      }
      try names.note(field.name, field.name, "name")
      fields.append(field)
    }
    var systemFields: [FieldDefinition] = []
    try keys.each(
      "systemFields", .sparse, self.systemFields.elements.map { ($0.name, $0.indexes) },
      from: ("", nil)
    ) { (keys, field: inout (String, IndexOptions?)) throws(RequestError) in
      try keys.name("name", &field.0)
      try keys.key("indexes", &field.1)
    } take: { (name, indexes) throws(RequestError) in
      guard let type = SystemDefinitions.type(of: name) else {
        throw RequestError.unknownValue("name", name, known: SystemDefinitions.all.map(\.name))
      }
      try names.note(name, name, "name")
      systemFields.append(FieldDefinition(name: name, type: type, indexes: indexes))
    }
    let grants = try grants(&keys)
    if keys.isWriting { return }
    self = RecordType(name: name.text, fields: fields, systemFields: systemFields, grants: grants)
    if isShare { addShareFields() }
  }

  private func grants(_ keys: inout StateKeys) throws(RequestError) -> [Grant] {
    let isStandard = grants == Grant.standard
    var roles = Distinct<String>()
    var read: [Grant] = []
    guard keys.has("grants") else { return Grant.standard.elements }
    try keys.each(
      "grants", isStandard ? .sparse : .stated, isStandard ? [] : grants.elements,
      from: Grant("", [])
    ) { (keys, grant) throws(RequestError) in
      try keys.name("role", &grant.name)
      try keys.stated("rights", &grant.rights, as: Rights.self)
    } take: { (grant) throws(RequestError) in
      try roles.note(grant.name, grant.name, "role")
      read.append(grant)
    }
    return read
  }
}

extension FieldDefinition {
  fileprivate mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.name("name", &name)
    try keys.required("type", &type)
    try keys.key("isEncrypted", &isEncrypted, or: false)
    try keys.key("number", &number)
    let possible = IndexOptions.possible(for: type, isEncrypted: isEncrypted)
    if !keys.isWriting { indexes = possible }
    try keys.key("indexes", &indexes, or: possible)
  }
}

extension FieldDefinition.NumberForm: RequestChoice {}
extension IndexOptions: WordSet {}
extension Rights: WordSet {}

extension FieldType: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> FieldType {
    guard let type = try FieldReader.type(node) else { throw RequestError.missing(key) }
    return type
  }

  static func write(_ value: FieldType, to writer: inout KeyWriter) { writer.json.typeName(value) }
}
