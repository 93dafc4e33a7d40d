/// The record types of an environment. The schema grows just in time in development and is enforced
/// in production (DOC: TN3164).
struct Schema: Sendable, Equatable {
  private var byName = SortedByName<RecordType>()
  private var rolesByName = SortedByName<Role>()

  init() {}

  /// Creates a schema. Names must be unique.
  init(types: [RecordType], roles: [Role]) {
    byName = SortedByName(types)
    rolesByName = SortedByName(roles)
  }

  /// Sorted by name.
  var types: [RecordType] { byName.elements }

  /// The roles in addition to the built-in ones, sorted by name.
  var roles: [Role] { rolesByName.elements }

  var isEmpty: Bool { types.isEmpty && roles.isEmpty }

  func type(named name: RecordTypeName) -> RecordType? { byName[name.text] }

  func type(named name: String) -> RecordType? { byName[name] }

  /// Returns a type, also that of user records before it has fields.
  func known(_ name: RecordTypeName) -> RecordType? {
    type(named: name)
      ?? (name == SystemDefinitions.users ? RecordType(name: SystemDefinitions.users.text) : nil)
  }

  /// Adds the type, or replaces the one with the same name.
  mutating func set(_ type: RecordType) { byName.set(type) }

  mutating func add(_ role: Role) { rolesByName.set(role) }
}

/// A record type and its fields.
struct RecordType: Sendable, Equatable, Named {
  let name: String
  private var byName = SortedByName<FieldDefinition>()
  /// The system fields that have an index.
  private(set) var systemFields = SortedByName<FieldDefinition>()
  /// The permissions of roles in the public database. Roles without a grant have none.
  private(set) var grants: SortedByName<Grant>

  /// Creates a type that grows just in time, with the standard grants, and without indexes on
  /// system fields (LOG).
  init(name: String) {
    self.name = name
    grants = name == SystemDefinitions.users.text ? Grant.users : Grant.standard
    if name == Share.recordType.text { addShareFields() }
  }

  /// Adds the fields that the type of shares always has.
  mutating func addShareFields() {
    for field in SystemDefinitions.shareFields where self.field(named: field.name) == nil {
      set(field)
    }
  }

  /// Creates a type. Names must be unique.
  init(
    name: String, fields: [FieldDefinition], systemFields: [FieldDefinition], grants: [Grant]
  ) {
    self.name = name
    byName = SortedByName(fields)
    self.systemFields = SortedByName(systemFields.filter { !$0.indexes.isEmpty })
    self.grants = SortedByName(grants)
  }

  /// Sorted by name.
  var fields: [FieldDefinition] { byName.elements }

  func field(named name: String) -> FieldDefinition? { byName[name] }

  /// Adds the field, or replaces the one with the same name.
  mutating func set(_ field: FieldDefinition) { byName.set(field) }

  /// Adds all possible indexes to the system fields.
  mutating func indexSystemFields() { systemFields = SystemDefinitions.indexed }

  /// Whether any field has such an index, system fields included.
  func hasField(with option: IndexOptions) -> Bool {
    fields.contains { $0.indexes.contains(option) }
      || systemFields.elements.contains { $0.indexes.contains(option) }
  }
}

/// The type of a field in all records of its record type.
struct FieldDefinition: Sendable, Equatable, Named {
  var name: String
  var type: FieldType
  /// Whether the field was created as an encrypted one, which cannot change (DOC).
  var isEncrypted: Bool
  /// Set if the schema declares the field as NUMBER.
  var number: NumberForm?
  var indexes: IndexOptions

  /// - Parameter indexes: Nil means those of a field that grew just in time: all possible ones.
  init(
    name: String, type: FieldType, isEncrypted: Bool = false, number: NumberForm? = nil,
    indexes: IndexOptions? = nil
  ) {
    self.name = name
    self.type = type
    self.isEncrypted = isEncrypted
    self.number = number
    self.indexes = indexes ?? .possible(for: type, isEncrypted: isEncrypted)
  }

  enum NumberForm: String, Sendable, CaseIterable {
    /// The field has type DOUBLE by default, and also accepts integers.
    case open
    /// The schema specifies the type.
    case preferred
  }

  /// The type as CloudKit's error texts name it, for example `ENCRYPTED_STRING`.
  var typeName: String { isEncrypted ? "ENCRYPTED_\(type.rawValue)" : type.rawValue }

  /// Whether both fields have values of the same type.
  func holdsTheSame(as other: FieldDefinition) -> Bool {
    type == other.type && isEncrypted == other.isEncrypted
  }
}
