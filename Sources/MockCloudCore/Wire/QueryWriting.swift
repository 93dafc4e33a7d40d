/// Writes query dictionaries.
extension JSONWriter {
  /// Writes a query in the form that `QueryDraft` reads.
  mutating func query(_ query: Query) {
    beginObject()
    member("recordType", query.recordType)
    if query.predicate == .nothing { member("predicate", "FALSEPREDICATE") }
    if !query.predicate.filters.isEmpty {
      key("filterBy")
      array(query.predicate.filters) { $0.filter($1) }
    }
    if !query.sort.isEmpty {
      key("sortBy")
      array(query.sort) { $0.sortKey($1) }
    }
    endObject()
  }

  private mutating func filter(_ filter: QueryFilter) {
    beginObject()
    queryKey(filter.key)
    member("comparator", filter.comparator.rawValue)
    key("fieldValue")
    typedValue(filter.value)
    if let distance = filter.distance { member("distance", distance) }
    endObject()
  }

  private mutating func sortKey(_ sort: SortKey) {
    beginObject()
    queryKey(sort.key)
    member("ascending", sort.ascending)
    if let origin = sort.relativeLocation {
      key("relativeLocation")
      typedValue(.location(origin))
    }
    endObject()
  }

  mutating func queryKey(_ queryKey: QueryKey) {
    switch queryKey {
    case .field(let name): member("fieldName", name)
    case .system(let field): member("systemFieldName", field.rawValue)
    // A search of all text names no field.
    case .anyText: return
    }
  }

  mutating func typedValue(_ value: FieldValue) {
    beginObject()
    key("value")
    fieldValue(value, .request)
    key("type")
    typeName(value.type)
    endObject()
  }
}
