/// What an environment knows of its record types. It grows just in time in development and is
/// enforced in production (DOC: TN3164).
struct Schema: Sendable, Equatable {
  private var byName = SortedByName<RecordType>()
  private var rolesByName = SortedByName<Role>()

  init() {}

  /// Names must differ.
  init(types: [RecordType], roles: [Role]) {
    byName = SortedByName(types)
    rolesByName = SortedByName(roles)
  }

  /// Sorted by name.
  var types: [RecordType] { byName.elements }

  /// The roles beside those that every container has, sorted by name.
  var roles: [Role] { rolesByName.elements }

  var isEmpty: Bool { types.isEmpty && roles.isEmpty }

  func type(named name: String) -> RecordType? { byName[name] }

  /// Adds the type, or replaces the one of that name.
  mutating func set(_ type: RecordType) { byName.set(type) }

  mutating func add(_ role: Role) { rolesByName.set(role) }
}

/// A record type and its fields.
struct RecordType: Sendable, Equatable, Named {
  let name: String
  private var byName = SortedByName<FieldDefinition>()
  /// System fields with an index; the others have none.
  private(set) var systemFields = SortedByName<FieldDefinition>()
  /// What roles may do in the public database. One that is not named may do nothing.
  private(set) var grants: SortedByName<Grant>

  /// A type as it begins to grow: with what such types grant, and no index on a system field (LOG).
  init(name: String) {
    self.name = name
    grants = Grant.standard
  }

  /// Names must differ.
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

  /// Adds the field, or replaces the one of that name.
  mutating func set(_ field: FieldDefinition) { byName.set(field) }

  /// Gives every system field the indexes that it can have.
  mutating func indexSystemFields() { systemFields = SystemDefinitions.indexed }

  /// Whether any field, of the system or not, has such an index.
  func hasField(with option: IndexOptions) -> Bool {
    fields.contains { $0.indexes.contains(option) }
      || systemFields.elements.contains { $0.indexes.contains(option) }
  }
}

/// The type that a field has in every record of its type.
struct FieldDefinition: Sendable, Equatable, Named {
  let name: String
  let type: FieldType
  /// Whether the field was encrypted when it was created; that never changes (DOC).
  let isEncrypted: Bool
  /// Set where the schema calls the field a NUMBER.
  let number: NumberForm?
  let indexes: IndexOptions

  /// - Parameter indexes: Nil means those of a field that grew just in time: all that it can have.
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
    /// Holds DOUBLE as long as nobody prefers anything, and takes integers too.
    case open
    /// The schema says what it holds.
    case preferred
  }

  /// The type as CloudKit's texts name it, for example `ENCRYPTED_STRING`.
  var typeName: String { isEncrypted ? "ENCRYPTED_\(type.rawValue)" : type.rawValue }

  /// Whether values of the one are values of the other.
  func holdsTheSame(as other: FieldDefinition) -> Bool {
    type == other.type && isEncrypted == other.isEncrypted
  }
}
