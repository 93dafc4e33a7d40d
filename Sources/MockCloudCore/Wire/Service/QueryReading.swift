/// Reads the query dictionary of Web Services, `{recordType, filterBy, sortBy}`, in which predicate
/// text with its arguments may take the place of `filterBy`.
struct QueryReader {
  /// Places of filters whose values name no type.
  private(set) var inferredFilters: Set<Int> = []
  /// The condition, where it came as text.
  private(set) var predicate: PredicateText.Format?

  private static let keys: [StaticString] = [
    "recordType", "filterBy", "sortBy", "predicate", "predicateArguments",
  ]

  mutating func query(_ node: JSONNode, _ fields: inout FieldReader) throws(RequestError) -> Query {
    try node.requireObject("query")
    var recordType: String?
    var filters: [QueryFilter]?
    var arguments: [PredicateArgument]?
    var sort: [SortKey] = []
    for (key, value) in node.members {
      switch key {
      case "recordType": recordType = try value.text("recordType")
      case "filterBy": filters = value.isNull ? nil : try self.filters(value, &fields)
      case "sortBy":
        sort =
          try value.optionalList("sortBy") { (node) throws(RequestError) in
            try Self.sortKey(node, &fields)
          } ?? []
      case "predicate":
        predicate = try value.text("predicate").map { PredicateText.Format(text: $0) }
      case "predicateArguments":
        arguments = try value.optionalList("predicateArguments") { (node) throws(RequestError) in
          try Self.argument(node, &fields)
        }
      default: throw key.unknown(among: Self.keys)
      }
    }
    guard let recordType else { throw RequestError.missing("recordType") }
    if predicate != nil, filters != nil {
      throw RequestError("predicate", "'predicate' and 'filterBy' exclude each other")
    }
    if predicate == nil, arguments != nil {
      throw RequestError("predicateArguments", "'predicateArguments' need a 'predicate'")
    }
    predicate?.arguments = arguments ?? []
    return Query(recordType: recordType, predicate: .all(filters ?? []), sort: sort)
  }

  /// A plain value, or `{value, type}`.
  private static func argument(
    _ node: JSONNode, _ fields: inout FieldReader
  ) throws(RequestError) -> PredicateArgument {
    if node.isNull { return .null }
    if let flag = node.bool { return .value(.int64(flag ? 1 : 0)) }
    if node.kind == .object, node.member("value") != nil || node.member("type") != nil {
      return try value("", node, &fields).value.map { .value($0) } ?? .null
    }
    fields.beginRecord()
    let value = fields.value(node, nil)
    if let defect = fields.defect { throw RequestError("", defect.reason) }
    return value.map { .value($0) } ?? .null
  }

  private mutating func filters(
    _ node: JSONNode, _ fields: inout FieldReader
  ) throws(RequestError) -> [QueryFilter] {
    guard node.kind == .array else {
      throw RequestError.wrongType("filterBy", node, expected: "a list")
    }
    var filters: [QueryFilter] = []
    for element in node.elements {
      do throws(RequestError) {
        let read = try filter(element, &fields)
        if read.isInferred { inferredFilters.insert(filters.count) }
        filters.append(read.filter)
      } catch {
        throw error.inside("filterBy", at: filters.count)
      }
    }
    return filters
  }

  private static let filterKeys: [StaticString] = [
    "comparator", "fieldName", "systemFieldName", "fieldValue", "distance",
  ]

  private func filter(
    _ node: JSONNode, _ fields: inout FieldReader
  ) throws(RequestError) -> (filter: QueryFilter, isInferred: Bool) {
    try node.requireObject("filterBy")
    var comparator: FilterComparator?
    var queryKey: QueryKey?
    var value: FieldDraft?
    var distance: Double?
    for (key, member) in node.members {
      switch key {
      case "comparator": comparator = try Self.comparator(member)
      case "fieldName", "systemFieldName": queryKey = try Self.key(key, member, queryKey)
      case "fieldValue": value = try Self.value("fieldValue", member, &fields)
      case "distance": distance = try member.number("distance")
      default: throw key.unknown(among: Self.filterKeys)
      }
    }
    // CloudKit JS leaves the comparator out of filters by distance (CKJS).
    if comparator == nil, distance != nil { comparator = .near }
    guard let comparator else { throw RequestError.missing("comparator") }
    if queryKey == nil, comparator.isTokenSearch { queryKey = .anyText }
    guard let queryKey else { throw RequestError.missing("fieldName") }
    guard let value else { throw RequestError.missing("fieldValue") }
    guard let fieldValue = value.value else {
      throw RequestError("fieldValue", "'value' must not be null", expected: "a value")
    }
    return (
      QueryFilter(queryKey, comparator, fieldValue, distance: distance), value.isInferred
    )
  }

  private static func comparator(_ node: JSONNode) throws(RequestError) -> FilterComparator? {
    guard let text = try node.text("comparator") else { return nil }
    guard let comparator = FilterComparator(wireName: text) else {
      throw RequestError.unknownValue(
        "comparator", text, known: FilterComparator.allCases.map(\.rawValue))
    }
    return comparator
  }

  /// The field that a filter or a sort names, once.
  private static func key(
    _ key: JSONKey, _ node: JSONNode, _ earlier: QueryKey?
  ) throws(RequestError) -> QueryKey? {
    guard let name = try node.text("fieldName") else { return earlier }
    guard earlier == nil else {
      throw RequestError(key.text, "'fieldName' and 'systemFieldName' exclude each other")
    }
    guard case "systemFieldName" = key else { return QueryKey(fieldName: name) }
    guard let field = SystemField(systemFieldName: name) else {
      throw RequestError.unknownValue(
        "systemFieldName", name, known: SystemField.allCases.map(\.rawValue))
    }
    return .system(field)
  }

  /// - Parameter key: What the value stands under, empty for an element of a list.
  private static func value(
    _ key: String, _ node: JSONNode, _ fields: inout FieldReader
  ) throws(RequestError) -> FieldDraft {
    fields.beginRecord()
    let draft = try fields.field(named: key, node)
    if let defect = fields.defect { throw RequestError(key, defect.reason) }
    return draft
  }

  private static let sortKeys: [StaticString] = [
    "fieldName", "systemFieldName", "ascending", "relativeLocation",
  ]

  private static func sortKey(
    _ node: JSONNode, _ fields: inout FieldReader
  ) throws(RequestError) -> SortKey {
    try node.requireObject("sortBy")
    var queryKey: QueryKey?
    var ascending = true
    var origin: Location?
    for (key, member) in node.members {
      switch key {
      case "fieldName", "systemFieldName": queryKey = try Self.key(key, member, queryKey)
      case "ascending": ascending = try member.flag("ascending") ?? true
      case "relativeLocation":
        let value = try value("relativeLocation", member, &fields)
        guard case .location(let location)? = value.value else {
          throw RequestError(
            "relativeLocation", "'relativeLocation' must hold a location",
            expected: "{\"value\": {latitude, longitude}, \"type\": \"LOCATION\"}")
        }
        origin = location
      default: throw key.unknown(among: Self.sortKeys)
      }
    }
    guard let queryKey else { throw RequestError.missing("fieldName") }
    return SortKey(queryKey, ascending: ascending, relativeLocation: origin)
  }
}
