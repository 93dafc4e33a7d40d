/// What an environment knows of its record types. It grows just in time in development and is
/// enforced in production (DOC: TN3164).
public struct Schema: Sendable {
  private var byName = SortedByName<RecordType>()

  /// Sorted by name.
  var types: [RecordType] { byName.elements }

  func type(named name: String) -> RecordType? { byName[name] }

  /// Adds the type, or replaces the one of that name.
  mutating func set(_ type: RecordType) { byName.set(type) }
}

/// A record type and its fields.
public struct RecordType: Sendable, Equatable, Named {
  public let name: String
  private var byName = SortedByName<FieldDefinition>()

  init(name: String) { self.name = name }

  /// Sorted by name.
  public var fields: [FieldDefinition] { byName.elements }

  func field(named name: String) -> FieldDefinition? { byName[name] }

  /// Adds the field, or replaces the one of that name.
  mutating func set(_ field: FieldDefinition) { byName.set(field) }
}

/// The type that a field has in every record of its type.
public struct FieldDefinition: Sendable, Equatable, Named {
  public let name: String
  public let type: FieldType
  /// Whether the field was encrypted when it was created; that never changes (DOC).
  public let isEncrypted: Bool

  init(name: String, type: FieldType, isEncrypted: Bool = false) {
    self.name = name
    self.type = type
    self.isEncrypted = isEncrypted
  }

  /// The type as CloudKit's texts name it, for example `ENCRYPTED_STRING`.
  var typeName: String { isEncrypted ? "ENCRYPTED_\(type.rawValue)" : type.rawValue }
}
