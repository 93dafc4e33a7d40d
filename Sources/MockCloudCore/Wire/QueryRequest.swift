/// The query dictionary of Web Services, `{recordType, filterBy, sortBy}`, in which predicate text
/// with its arguments may replace `filterBy`.
struct QueryDraft: SpecializedRequest, SpecializedAnswer {
  private var recordType: RecordTypeName
  private var filters: [FilterDraft]?
  private var sort: [SortKey]
  private var predicate: String?
  private var arguments: [PredicateArgument]?

  init() {
    recordType = ""
    sort = []
  }

  /// - Parameters:
  ///   - inferred: The indices of filters whose values name no type.
  ///   - format: The condition, if it is predicate text.
  init(_ query: Query, _ inferred: Set<Int>, _ format: PredicateText.Format?) {
    recordType = query.recordType
    sort = query.sort
    let filters = query.predicate.filters
    if let format {
      predicate = format.text
      arguments = format.arguments.isEmpty ? nil : format.arguments
    } else if query.predicate == .nothing {
      predicate = "FALSEPREDICATE"
    } else if !filters.isEmpty {
      self.filters = filters.enumerated().map { index, filter in
        FilterDraft(filter, isInferred: inferred.contains(index))
      }
    }
  }

  /// The arguments of `init`. Valid after `check`, which ensures that nothing is missing.
  var parts: (Query, Set<Int>, PredicateText.Format?) {
    var filters: [QueryFilter] = []
    var inferred: Set<Int> = []
    for draft in self.filters ?? [] {
      if draft.isInferred { inferred.insert(filters.count) }
      filters.append(draft.filter)
    }
    let query = Query(recordType: recordType, predicate: .all(filters), sort: sort)
    let format = predicate.map { PredicateText.Format(text: $0, arguments: arguments ?? []) }
    return (query, inferred, format)
  }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("recordType", &recordType)
    try keys.key("filterBy", &filters)
    if keys.isAnswer { try keys.key("predicate", &predicate) }
    try keys.list("sortBy", &sort, as: SortForm.self)
    if !keys.isAnswer { try keys.key("predicate", &predicate) }
    try keys.key("predicateArguments", &arguments)
  }

  func check() throws(RequestError) {
    if predicate != nil, filters != nil {
      throw RequestError(
        "predicate", "'predicate' and 'filterBy' exclude each other", expected: "one of them")
    }
    if predicate == nil, arguments != nil {
      throw RequestError("predicateArguments", "'predicateArguments' need a 'predicate'")
    }
  }

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> QueryDraft {
    reader.fields.isInQuery = true
    let draft = try dictionary(node, key, &reader)
    reader.fields.isInQuery = false
    return draft
  }
}

/// An element of `filterBy`.
private struct FilterDraft: SpecializedRequest, SpecializedAnswer {
  private var comparator: FilterComparator?
  private var field = NamedField(nil)
  private var value = FieldDraft(name: "", value: nil)
  private var distance: Double?

  init() {}

  init(_ filter: QueryFilter, isInferred: Bool) {
    comparator = filter.comparator
    field = NamedField(filter.key)
    value = FieldDraft(name: "", value: filter.value, isInferred: isInferred)
    distance = filter.distance
  }

  var isInferred: Bool { value.isInferred }

  /// Valid after `check`, which ensures that nothing is missing.
  var filter: QueryFilter {
    QueryFilter(
      field.key ?? .anyText, comparator ?? .equals, value.value ?? .string(""),
      distance: distance)
  }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    if keys.isAnswer { try field.keys(&keys) }
    try keys.key("comparator", &comparator)
    if !keys.isAnswer { try field.keys(&keys) }
    try keys.required("fieldValue", &value, as: QueryValue.self)
    try keys.key("distance", &distance)
  }

  mutating func check() throws(RequestError) {
    // CloudKit JS omits the comparator of filters by distance (CKJS).
    if comparator == nil, distance != nil { comparator = .near }
    guard let comparator else { throw RequestError.missing("comparator") }
    try field.check(required: !comparator.isTokenSearch)
    if value.value == nil {
      throw RequestError.missing("value").inside("fieldValue")
    }
  }
}

/// The field of a filter or a sort key, named in one of two ways.
private struct NamedField {
  private var name: String?
  private var systemField: SystemField?

  init(_ key: QueryKey?) {
    switch key {
    case .field(let name): self.name = name
    case .system(let field): systemField = field
    // A search of all text names no field.
    case .anyText, nil: return
    }
  }

  var key: QueryKey? { systemField.map { .system($0) } ?? name.map { QueryKey(fieldName: $0) } }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("fieldName", &name)
    try keys.key("systemFieldName", &systemField)
  }

  func check(required: Bool) throws(RequestError) {
    if name != nil, systemField != nil {
      throw RequestError(
        "systemFieldName", "'fieldName' and 'systemFieldName' exclude each other",
        expected: "one of them")
    }
    if required, name == nil, systemField == nil {
      throw RequestError.missing("fieldName", or: "systemFieldName")
    }
  }
}

extension FilterComparator: RequestChoice {}

extension SystemField: RequestChoice {
  init?(wireName: String) { self.init(systemFieldName: wireName) }
}

extension JSONWriter {
  /// Writes a query in an answer.
  mutating func query(_ query: Query) {
    withKeyWriter(isAnswer: true) { QueryDraft.write(QueryDraft(query, [], nil), to: &$0) }
  }

  /// Writes the member that names the field of a filter.
  mutating func queryKey(_ key: QueryKey) {
    withKeyWriter {
      var field = NamedField(key)
      field.keys(&$0)
    }
  }

  /// Writes a value with its type.
  fileprivate mutating func typedValue(_ value: FieldValue) {
    field(FieldDraft(name: "", value: value))
  }
}

/// A value to compare with records.
private enum QueryValue: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> FieldDraft {
    try read(node, named: "\(key)", &reader)
  }

  /// - Parameter key: Empty for an element of a list.
  static func read(
    _ node: JSONNode, named key: String, _ reader: inout KeyReader
  ) throws(RequestError) -> FieldDraft {
    reader.fields.beginRecord()
    let draft = try reader.fields.field(named: key, node)
    if let defect = reader.fields.defect { throw RequestError(key, defect.reason) }
    return draft
  }

  static func write(_ value: FieldDraft, to writer: inout KeyWriter) {
    writer.json.field(value)
  }
}

/// An element of `sortBy`.
private enum SortForm: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> SortKey {
    let level = try Level.read(node, key, &reader)
    return SortKey(
      level.field.key ?? .anyText, ascending: level.ascending, relativeLocation: level.origin)
  }

  static func write(_ value: SortKey, to writer: inout KeyWriter) {
    var level = Level()
    level.field = NamedField(value.key)
    level.ascending = value.ascending
    level.origin = value.relativeLocation
    Level.write(level, to: &writer)
  }

  private struct Level: SpecializedRequest {
    var field = NamedField(nil)
    var ascending = true
    var origin: Location?

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try field.keys(&keys)
      if keys.isAnswer {
        try keys.required("ascending", &ascending)
      } else {
        try keys.key("ascending", &ascending, or: true)
      }
      try keys.key("relativeLocation", &origin, as: Origin.self)
    }

    func check() throws(RequestError) { try field.check(required: true) }
  }

  /// The place from which distances are measured.
  private enum Origin: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> Location {
      guard case .location(let location)? = try QueryValue.read(node, key, &reader).value else {
        throw RequestError(
          "\(key)", "'\(key)' must be a location",
          expected: "{\"value\": {latitude, longitude}, \"type\": \"LOCATION\"}")
      }
      return location
    }

    static func write(_ value: Location, to writer: inout KeyWriter) {
      writer.json.typedValue(.location(value))
    }
  }
}

/// A plain value, or `{value, type}`.
extension PredicateArgument: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> PredicateArgument {
    if node.isNull { return .null }
    if let flag = node.bool { return .value(.int64(flag ? 1 : 0)) }
    if node.kind == .object, node.member("value") != nil || node.member("type") != nil {
      return try QueryValue.read(node, named: "", &reader).value.map { .value($0) } ?? .null
    }
    reader.fields.beginRecord()
    let value = reader.fields.value(node, nil)
    if let defect = reader.fields.defect { throw RequestError("", defect.reason) }
    return value.map { .value($0) } ?? .null
  }

  static func write(_ value: PredicateArgument, to writer: inout KeyWriter) {
    switch value {
    case .null: writer.json.null()
    case .value(let value): writer.json.typedValue(value)
    }
  }
}
