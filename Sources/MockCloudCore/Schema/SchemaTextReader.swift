/// Reads schema text (`.ckdb`): record types, roles and grants (DOC: Integrating a Text-Based
/// Schema into Your Workflow). The language has no nesting, so the reader needs no recursion.
struct SchemaTextReader {
  private var lexer: SchemaTextLexer
  private var token: SchemaToken
  private let limits: Limits
  private var types: [RecordType] = []
  private var typeNames: Set<String> = []
  private var roles: [Role] = []
  private var roleNames = Set(BuiltInRole.allCases.map(\.rawValue))
  /// The first uses of roles; they may be declared later in the text.
  private var roleUses: [String: SchemaToken] = [:]

  static func read(_ bytes: [UInt8], limits: Limits = Limits()) throws(SchemaTextError) -> Schema {
    var reader = try SchemaTextReader(bytes, limits)
    return try reader.schema()
  }

  static func read(_ text: String, limits: Limits = Limits()) throws(SchemaTextError) -> Schema {
    try read(Array(text.utf8), limits: limits)
  }

  private init(_ bytes: [UInt8], _ limits: Limits) throws(SchemaTextError) {
    self.limits = limits
    lexer = SchemaTextLexer(bytes)
    token = try lexer.next()
  }

  // MARK: Tokens

  private mutating func advance() throws(SchemaTextError) { token = try lexer.next() }

  /// Reads the word if it is next. Returns whether it was.
  private mutating func take(_ word: StaticString) throws(SchemaTextError) -> Bool {
    guard token.isWord(word) else { return false }
    try advance()
    return true
  }

  private mutating func takeSign(_ sign: Unicode.Scalar) throws(SchemaTextError) -> Bool {
    guard token.isSign(sign) else { return false }
    try advance()
    return true
  }

  private mutating func require(_ word: StaticString) throws(SchemaTextError) {
    guard try take(word) else { throw expected(["\(word)"]) }
  }

  private mutating func requireSign(_ sign: Unicode.Scalar) throws(SchemaTextError) {
    guard try takeSign(sign) else { throw expected(["'\(sign)'"]) }
  }

  /// Returns the refusal of the next token, given the expected ones.
  private func expected(_ wanted: [String]) -> SchemaTextError {
    let choice =
      wanted.count < 2
      ? wanted.joined()
      : wanted.dropLast().joined(separator: ", ") + " or \(wanted[wanted.count - 1])"
    let nearest = token.kind == .word ? Spelling.nearest(to: token.text, among: wanted) : nil
    return token.refusal(
      "expected \(choice), found \(token.description)", expected: choice, nearest: nearest)
  }

  // MARK: Roles and types

  private mutating func schema() throws(SchemaTextError) -> Schema {
    try require("DEFINE")
    try require("SCHEMA")
    while token.kind != .end {
      if try take("CREATE") {
        try role()
      } else if try take("RECORD") {
        try recordType()
      } else {
        throw expected(["CREATE ROLE", "RECORD TYPE", "the end of the text"])
      }
      try requireSign(";")
    }
    if let unknown = firstUnknownRole() {
      throw unknown.refusal(
        "role \(unknown.description) does not exist", expected: "a role created by CREATE ROLE",
        nearest: Spelling.nearest(
          to: unknown.text, among: Array(Array(roleNames).genericSorted(by: <).prefix(100))))
    }
    return Schema(types: types, roles: roles)
  }

  private func firstUnknownRole() -> SchemaToken? {
    roleUses.filter { !roleNames.contains($0.key) }.map(\.value)
      .min { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  private mutating func role() throws(SchemaTextError) {
    try require("ROLE")
    let name = try name("a role")
    guard NameRules.isIdentifier(name.text) else { throw badName(name, "a role") }
    guard roleNames.insert(name.text).inserted else {
      throw name.refusal("the role \(name.description) is created twice")
    }
    roles.append(Role(name: name.text))
  }

  private mutating func recordType() throws(SchemaTextError) {
    try require("TYPE")
    let name = try name("a record type")
    guard NameRules.isIdentifier(name.text) || name.text == Share.recordType.text else {
      throw badName(name, "a record type")
    }
    guard typeNames.insert(name.text).inserted else {
      throw name.refusal("the record type \(name.description) is defined twice")
    }
    var members = Members(type: name.text)
    try requireSign("(")
    repeat {
      if try take("GRANT") {
        try grant(&members)
      } else {
        try field(&members)
      }
    } while try takesComma(after: members)
    types.append(
      RecordType(
        name: name.text, fields: members.fields, systemFields: members.systemFields,
        grants: members.grants))
  }

  /// The members of a record type that were read so far.
  private struct Members {
    let type: String
    var fields: [FieldDefinition] = []
    var systemFields: [FieldDefinition] = []
    var names: Set<String> = []
    var grants: [Grant] = []
    var grantPlaces: [String: Int] = [:]
    /// The options of the last member so far, if it is a field.
    var options: IndexOptions?
  }

  private mutating func takesComma(after members: Members) throws(SchemaTextError) -> Bool {
    if try takeSign(",") { return true }
    if try takeSign(")") { return false }
    let missing = IndexOptions.words.filter { members.options?.contains($0.option) == false }
    throw expected(missing.map { "\($0.word)" } + ["','", "')'"])
  }

  private mutating func grant(_ members: inout Members) throws(SchemaTextError) {
    var rights: Rights = []
    repeat {
      guard let entry = Rights.words.first(where: { token.isWord($0.word) }) else {
        throw expected(Rights.words.map { "\($0.word)" })
      }
      rights.insert(entry.option)
      try advance()
    } while try takeSign(",")
    try require("TO")
    let role = try name("a role")
    if roleUses[role.text] == nil { roleUses[role.text] = role }
    members.options = nil
    if let place = members.grantPlaces[role.text] {
      members.grants[place].rights.formUnion(rights)
    } else {
      members.grantPlaces[role.text] = members.grants.count
      members.grants.append(Grant(role.text, rights))
    }
  }

  // MARK: Fields

  private mutating func field(_ members: inout Members) throws(SchemaTextError) {
    let name = try name("a field")
    let system = SystemDefinitions.type(of: name.text)
    try check(name, in: members.type, isSystem: system != nil)
    guard members.names.insert(name.text).inserted else {
      throw name.refusal("the field \(name.description) is defined twice")
    }
    let typeToken = token
    let plain = try dataType(named: name.text)
    if let system, plain.type != system || plain.isEncrypted || plain.number != nil {
      let word = SchemaTextTypes.text(of: FieldDefinition(name: "", type: system))
      throw typeToken.refusal(
        "the system field \(name.description) is of type \(word)", expected: word)
    }
    if let managed = SystemDefinitions.shareFields.first(where: { $0.name == name.text }),
      plain.type != managed.type || plain.isEncrypted
    {
      let word = SchemaTextTypes.text(of: managed)
      throw typeToken.refusal(
        "the field \(name.description) of shares is of type \(word)", expected: word)
    }
    let indexes = try options(of: plain)
    members.options = indexes
    let field = FieldDefinition(
      name: plain.name, type: plain.type, isEncrypted: plain.isEncrypted, number: plain.number,
      indexes: indexes)
    if system != nil { return members.systemFields.append(field) }
    guard members.fields.count < limits.fieldsPerType else {
      throw name.refusal(
        "record type '\(members.type)' has more than \(limits.fieldsPerType) fields")
    }
    members.fields.append(field)
  }

  private func check(
    _ name: SchemaToken, in type: String, isSystem: Bool
  ) throws(SchemaTextError) {
    if isSystem { return }
    if name.text.hasPrefix(SystemDefinitions.prefix) {
      let known = SystemDefinitions.all.map(\.name)
      throw name.refusal(
        "system field \(name.description) does not exist", expected: known.joined(separator: ", "),
        nearest: Spelling.nearest(to: name.text, among: known))
    }
    let isOfShare = type == Share.recordType.text && SchemaTextNames.isSystemName(name.text)
    guard isOfShare || NameRules.isIdentifier(name.text) else { throw badName(name, "a field") }
  }

  /// Returns the definition of a field of the type with the given name, without indexes.
  private mutating func dataType(named name: String) throws(SchemaTextError) -> FieldDefinition {
    guard try take("LIST") else { return try primitive(named: name, orList: true) }
    try requireSign("<")
    let member = try primitive(named: name, orList: false)
    try requireSign(">")
    return FieldDefinition(
      name: name, type: member.type.list, isEncrypted: member.isEncrypted, number: member.number,
      indexes: [])
  }

  private mutating func primitive(
    named name: String, orList: Bool
  ) throws(SchemaTextError) -> FieldDefinition {
    if try take("ENCRYPTED") {
      let known = SchemaTextTypes.primitives.filter {
        !SchemaTextTypes.neverEncrypted.contains($0.type)
      }
      let type = try type(among: known)
      return FieldDefinition(name: name, type: type, isEncrypted: true, indexes: [])
    }
    if try take("NUMBER") {
      guard try take("PREFERRED") else {
        return FieldDefinition(name: name, type: .double, number: .open, indexes: [])
      }
      try require("AS")
      let type = try type(among: [("INT64", .int64), ("DOUBLE", .double)])
      return FieldDefinition(name: name, type: type, number: .preferred, indexes: [])
    }
    let others = ["ENCRYPTED", "NUMBER"] + (orList ? ["LIST"] : [])
    let type = try type(among: SchemaTextTypes.primitives, or: others)
    return FieldDefinition(name: name, type: type, indexes: [])
  }

  private mutating func type(
    among known: [(word: StaticString, type: FieldType)], or others: [String] = []
  ) throws(SchemaTextError) -> FieldType {
    guard let entry = known.first(where: { token.isWord($0.word) }) else {
      throw expected(known.map { "\($0.word)" } + others)
    }
    try advance()
    return entry.type
  }

  private mutating func options(
    of field: FieldDefinition
  ) throws(SchemaTextError) -> IndexOptions {
    var options: IndexOptions = []
    let possible = IndexOptions.possible(for: field.type, isEncrypted: field.isEncrypted)
    while let entry = IndexOptions.words.first(where: { token.isWord($0.word) }) {
      guard options.insert(entry.option).inserted else {
        throw token.refusal("\(entry.word) stands twice")
      }
      guard possible.contains(entry.option) else {
        let words = IndexOptions.words.filter { possible.contains($0.option) }
        throw token.refusal(
          "a field of type \(SchemaTextTypes.text(of: field)) cannot be \(entry.word)",
          expected: words.isEmpty
            ? "no index" : words.map { "\($0.word)" }.joined(separator: ", "))
      }
      try advance()
    }
    return options
  }

  // MARK: Names

  /// Reads a plain or quoted name.
  private mutating func name(_ what: String) throws(SchemaTextError) -> SchemaToken {
    let name = token
    switch name.kind {
    case .quoted: break
    case .word:
      if SchemaTextNames.isReserved(name.text) || name.text.utf8.first == UInt8(ascii: "_") {
        throw name.refusal(
          "\(name.description) must be quoted to be the name of \(what)",
          expected: "\"\(NameRules.shortened(name.text))\"")
      }
    case .sign, .end: throw expected(["the name of \(what)"])
    }
    guard name.text.utf8.count <= limits.nameLength else {
      throw name.refusal(
        "the name of \(what) has \(name.text.utf8.count) characters, at most "
          + "\(limits.nameLength) allowed")
    }
    try advance()
    return name
  }

  private func badName(_ name: SchemaToken, _ what: String) -> SchemaTextError {
    name.refusal(
      "\(name.description) cannot be the name of \(what)",
      expected: "an ASCII letter, then ASCII letters, digits and '_'")
  }
}
