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

  /// Returns the possible indexes of a type (INFER from the possible queries): none for encrypted
  /// fields and for bytes; text search for text, sorting for types other than lists.
  static func possible(for type: FieldType, isEncrypted: Bool) -> IndexOptions {
    guard !isEncrypted else { return [] }
    switch type {
    case .bytes, .asset, .bytesList, .assetList: return []
    case .string: return .all
    case .stringList: return [.queryable, .searchable]
    case .int64, .double, .timestamp, .reference, .location: return [.queryable, .sortable]
    case .int64List, .doubleList, .timestampList, .referenceList, .locationList:
      return .queryable
    }
  }
}
