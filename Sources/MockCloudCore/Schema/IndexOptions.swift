/// The indexes that a field has: what queries may ask of it.
struct IndexOptions: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// Filters may name the field.
  static let queryable = IndexOptions(rawValue: 1)
  /// Full-text search looks into the field.
  static let searchable = IndexOptions(rawValue: 2)
  /// Queries may sort by the field.
  static let sortable = IndexOptions(rawValue: 4)

  static let all: IndexOptions = [.queryable, .searchable, .sortable]

  /// The words of the schema language, in the order in which it writes them.
  static let words: [(word: StaticString, option: IndexOptions)] = [
    ("QUERYABLE", .queryable), ("SEARCHABLE", .searchable), ("SORTABLE", .sortable),
  ]

  /// What a field of the type can have (INFER from what queries can ask): nothing that is encrypted
  /// or only bytes; text search for texts, an order for what is not a list.
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
