/// The properties of a field's definition that a query needs.
struct QueryableField: Hashable, Sendable {
  var type: FieldType
  var isEncrypted: Bool
  var isQueryable: Bool
  var isSortable: Bool
  var isSearchable: Bool

  init(
    _ type: FieldType, isEncrypted: Bool = false, isQueryable: Bool = true, isSortable: Bool = true,
    isSearchable: Bool = true
  ) {
    self.type = type
    self.isEncrypted = isEncrypted
    self.isQueryable = isQueryable
    self.isSortable = isSortable
    self.isSearchable = isSearchable
  }

  /// The name of the type in error texts.
  var typeName: String { isEncrypted ? "ENCRYPTED_\(type.rawValue)" : type.rawValue }
}

/// The checks of a query before it runs, given the definition of its record type.
struct QueryCheck {
  typealias Definition = (String) -> QueryableField?

  private let recordType: RecordTypeName
  private let definition: Definition
  private let valuesLimit: Int
  private let container: String
  private let indexes: Indexes
  private let fieldNames: [String]
  private let purpose: Purpose

  /// What a query is for.
  enum Purpose: Sendable {
    case search
    /// A subscription, which needs no index if it matches all records (LIVE).
    case subscription
    /// The same in production, which has a text of its own for a missing index (LIVE).
    case deployedSubscription
  }

  /// The indexes of the record type, on any field.
  struct Indexes: Hashable, Sendable {
    var isQueryable: Bool
    var isSearchable: Bool

    init(isQueryable: Bool = true, isSearchable: Bool = true) {
      self.isQueryable = isQueryable
      self.isSearchable = isSearchable
    }
  }

  /// `definition` takes a field's name, or a system field's stored name (`___modTime`); if it
  /// returns nil for a system field, the field is treated as indexed. `fieldNames` are used for
  /// suggestions after an unknown name.
  init(
    recordType: RecordTypeName, container: String, valuesLimit: Int = 250,
    indexes: Indexes = Indexes(), fieldNames: [String] = [], purpose: Purpose = .search,
    definition: @escaping Definition
  ) {
    self.recordType = recordType
    self.purpose = purpose
    self.definition = definition
    self.valuesLimit = valuesLimit
    self.container = container
    self.indexes = indexes
    self.fieldNames = fieldNames
  }

  /// Refuses record types that queries cannot name.
  static func checkType(_ recordType: RecordTypeName) throws(QueryRefusal) {
    if recordType.isEmpty {
      throw QueryRefusal("recordType must not be empty; expected the name of a record type")
    }
    if recordType == SystemDefinitions.users { throw QueryRefusal(ServerText.systemTypeQuery) }
  }

  func check(_ query: Query) throws(QueryRefusal) {
    try Self.checkType(query.recordType)
    for filter in query.predicate.filters { try check(filter) }
    for key in query.sort { try check(key) }
    // LOG: a query without filters is treated as one on the record's name.
    if query.predicate == .everything, purpose == .search {
      try requireQueryable(.system(.recordName), field(.system(.recordName)))
    }
  }

  private func field(_ key: QueryKey) throws(QueryRefusal) -> QueryableField {
    switch key {
    case .field(let name):
      guard let field = definition(name) else {
        throw QueryRefusal(
          "Did not find field: '\(key.nameInErrors)' in type: '\(recordType)'\(hint(name))")
      }
      return field
    case .system(let system):
      var field = definition(system.storedName) ?? QueryableField(system.type)
      field.type = system.type
      return field
    case .anyText:
      return QueryableField(.string, isSearchable: indexes.isSearchable)
    }
  }

  /// Returns a hint for an unknown field.
  private func hint(_ name: String) -> String {
    if let system = SystemField(predicateKey: name) ?? SystemField(systemFieldName: name) {
      return
        "; the system's field is '\(system.nativeName)' in a predicate and the systemFieldName "
        + "'\(system.rawValue)' elsewhere"
    }
    if let nearest = Spelling.nearest(to: name, among: fieldNames) {
      return "; \(ErrorHint.suggestion(nearest))"
    }
    return fieldNames.isEmpty
      ? "; the type has no fields"
      : "; expected " + fieldNames.prefix(ErrorHint.mostCompared).joined(separator: ", ")
  }

  private func requireQueryable(_ key: QueryKey, _ field: QueryableField) throws(QueryRefusal) {
    guard field.isQueryable else {
      guard indexes.isQueryable else {
        throw missingIndex("Type is not marked indexable: \(recordType)")
      }
      throw missingIndex("Field '\(key.nameInErrors)' is not marked queryable")
    }
  }

  private func missingIndex(_ reason: String) -> QueryRefusal {
    guard purpose == .deployedSubscription else { return QueryRefusal(reason) }
    return QueryRefusal(ServerText.noNewSubscription(because: reason))
  }

  private func check(_ filter: QueryFilter) throws(QueryRefusal) {
    let field = try field(filter.key)
    guard isComparable(filter, field) else {
      throw QueryRefusal(
        "Field '\(filter.key.nameInErrors)' has a value type of \(field.typeName) and cannot be "
          + "queried using filter type \(filter.comparator.rawValue); \(remedy(filter, field))")
    }
    try checkValue(of: filter, field)
    if !filter.comparator.isTokenSearch {
      try requireQueryable(filter.key, field)
    } else if !field.isSearchable {
      throw missingIndex("Field '\(filter.key.nameInErrors)' is not marked searchable")
    }
  }

  /// Returns the comparators that are valid for fields of this type.
  private func remedy(_ filter: QueryFilter, _ field: QueryableField) -> String {
    var other = filter
    let valid = FilterComparator.allCases.filter { comparator in
      other.comparator = comparator
      return isComparable(other, field)
    }
    if valid.isEmpty { return "no comparison is possible with fields of this type" }
    let names = "expected " + valid.map(\.rawValue).joined(separator: ", ")
    guard field.type == .string else { return names }
    switch filter.comparator {
    case .listContains:
      return
        "a string has no search for a part: BEGINSWITH compares its beginning, 'self CONTAINS' "
        + "searches words; \(names)"
    case .notListContains:
      return
        "a string has no search for a part: NOT BEGINSWITH compares its beginning, and a search "
        + "of words, 'self CONTAINS', has no negative; \(names)"
    default: return names
    }
  }

  /// Whether the comparator is valid for fields of this type.
  private func isComparable(_ filter: QueryFilter, _ field: QueryableField) -> Bool {
    if field.isEncrypted { return false }
    if filter.key == .anyText { return filter.comparator.isTokenSearch }
    switch filter.comparator {
    case .equals, .notEquals, .isIn, .notIn:
      return field.type.isOrdered || field.type == .reference
    case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals:
      return field.type.isOrdered
    case .near: return field.type == .location
    case .containsAllTokens, .containsAnyTokens:
      return field.type == .string || field.type == .stringList
    case .beginsWith, .notBeginsWith: return field.type == .string
    case .listMemberBeginsWith, .notListMemberBeginsWith: return field.type == .stringList
    case .listContains, .notListContains, .listContainsAny, .notListContainsAny, .listContainsAll,
      .notListContainsAll:
      guard let element = field.type.element else { return false }
      return element.isOrdered || element == .reference
    }
  }

  private func checkValue(of filter: QueryFilter, _ field: QueryableField) throws(QueryRefusal) {
    let single = filter.comparator.isTokenSearch ? .string : field.type.element ?? field.type
    let expected = filter.comparator.takesList ? single.list : single
    // An empty list has no members of the wrong type.
    let fits =
      accepts(filter.value.type, as: expected, for: filter.key)
      || (filter.comparator.takesList && filter.value.isEmptyList)
    guard fits else {
      throw QueryRefusal(
        "Invalid value, expected type \(expected.rawValue) but actual value was of type "
          + "\(filter.value.type.rawValue) for field '\(filter.key.nameInErrors)'")
    }
    if let defect = filter.value.defect { throw QueryRefusal(defect.reason) }
    let count = filter.value.listCount
    guard count <= valuesLimit else {
      throw QueryRefusal(
        .limitExceeded,
        "Query filter exceeds the limit of values: \(valuesLimit) for container '\(container)'")
    }
    if filter.comparator == .near {
      guard let distance = filter.distance, distance.isFinite, distance >= 0 else {
        throw QueryRefusal(
          "Invalid value, expected a distance in metres for field '\(filter.key.nameInErrors)'")
      }
    } else if filter.distance != nil {
      throw QueryRefusal(
        "A distance is not valid with filter type \(filter.comparator.rawValue) for field "
          + "'\(filter.key.nameInErrors)'")
    }
  }

  private func accepts(_ actual: FieldType, as expected: FieldType, for key: QueryKey) -> Bool {
    if actual == expected { return true }
    switch (expected, actual) {
    // Numbers are compared by value, regardless of their stored type.
    case (.int64, .double), (.double, .int64): return true
    case (.int64List, .doubleList), (.doubleList, .int64List): return true
    // The name of a record or a user may replace a reference to it.
    case (.reference, .string), (.referenceList, .stringList):
      if case .system = key { return true }
      return false
    default: return false
    }
  }

  private func check(_ sort: SortKey) throws(QueryRefusal) {
    let name = sort.key.nameInErrors
    guard sort.key != .anyText else { throw QueryRefusal("Cannot sort by 'self'") }
    let field = try field(sort.key)
    let isLocation = field.type == .location
    guard field.type.isOrdered || field.type == .reference || isLocation else {
      throw QueryRefusal(
        "Field '\(name)' has a value type of \(field.typeName) and cannot be sorted by")
    }
    guard isLocation == (sort.relativeLocation != nil) else {
      throw QueryRefusal(
        isLocation
          ? "Sorting by the location field '\(name)' needs a relativeLocation"
          : "A relativeLocation is not valid for field '\(name)' of type \(field.typeName)")
    }
    if let defect = sort.relativeLocation.flatMap({ FieldValue.location($0).defect }) {
      throw QueryRefusal(defect.reason)
    }
    guard field.isSortable else { throw QueryRefusal("Field '\(name)' is not marked sortable") }
  }
}

extension FieldType {
  /// Whether values of the type are ordered.
  var isOrdered: Bool {
    switch self {
    case .string, .int64, .double, .timestamp: true
    default: false
    }
  }

  /// The list type with members of this type; a list type itself.
  var list: FieldType {
    switch self {
    case .string: .stringList
    case .int64: .int64List
    case .double: .doubleList
    case .timestamp: .timestampList
    case .bytes: .bytesList
    case .reference: .referenceList
    case .location: .locationList
    case .asset: .assetList
    default: self
    }
  }
}

extension FieldValue {
  /// The number of a list's members; 0 for other types.
  var listCount: Int {
    switch self {
    case .stringList(let members): members.count
    case .int64List(let members), .timestampList(let members): members.count
    case .doubleList(let members): members.count
    case .bytesList(let members): members.count
    case .referenceList(let members): members.count
    case .locationList(let members): members.count
    case .assetList(let members): members.count
    default: 0
    }
  }
}
