/// What an environment knows of its record types. It grows just in time in development and is
/// enforced in production (DOC: TN3164).
public struct Schema: Sendable {
  /// Sorted by name.
  private(set) var types: [RecordType] = []

  func type(named name: String) -> RecordType? {
    let index = lowerBound(of: name)
    return index < types.count && types[index].name == name ? types[index] : nil
  }

  /// Adds the type, or replaces the one of that name.
  mutating func set(_ type: RecordType) {
    let index = lowerBound(of: type.name)
    if index < types.count, types[index].name == type.name {
      types[index] = type
    } else {
      types.insert(type, at: index)
    }
  }

  private func lowerBound(of name: String) -> Int {
    var low = 0
    var high = types.count
    while low < high {
      let middle = low + (high - low) / 2
      if types[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A record type and its fields.
public struct RecordType: Sendable, Equatable {
  public let name: String
  /// Sorted by name.
  public internal(set) var fields: [FieldDefinition] = []

  init(name: String) { self.name = name }

  func field(named name: String) -> FieldDefinition? {
    let index = lowerBound(of: name)
    return index < fields.count && fields[index].name == name ? fields[index] : nil
  }

  mutating func set(_ field: FieldDefinition) {
    let index = lowerBound(of: field.name)
    if index < fields.count, fields[index].name == field.name {
      fields[index] = field
    } else {
      fields.insert(field, at: index)
    }
  }

  private func lowerBound(of name: String) -> Int {
    var low = 0
    var high = fields.count
    while low < high {
      let middle = low + (high - low) / 2
      if fields[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The type that a field has in every record of its type.
public struct FieldDefinition: Sendable, Equatable {
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
