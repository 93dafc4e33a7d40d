/// The indexes of a field, which determine the possible queries.
struct IndexOptions: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// Filters may refer to the field.
  static let queryable = IndexOptions(rawValue: 1)
  /// Full-text search covers the field.
  static let searchable = IndexOptions(rawValue: 2)
  /// Queries may sort by the field.
  static let sortable = IndexOptions(rawValue: 4)

  static let all: IndexOptions = [.queryable, .searchable, .sortable]

  /// The words of the schema language, in the order in which they are written.
  static let words: [(word: StaticString, option: IndexOptions)] = [
    ("QUERYABLE", .queryable), ("SEARCHABLE", .searchable), ("SORTABLE", .sortable),
  ]

  /// Returns the indexes that a field can have, as exported schemas show them (LOG), whether or not
  /// a query can use them: text search only for text, none for files and encrypted fields. A list
  /// has those of its members.
  static func possible(for type: FieldType, isEncrypted: Bool) -> IndexOptions {
    guard !isEncrypted else { return [] }
    switch type.element ?? type {
    case .asset: return []
    case .string: return .all
    default: return [.queryable, .sortable]
    }
  }
}
