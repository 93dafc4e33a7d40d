extension ExplainQuery: WireHarnessOperation, WireRequest {
  static let contextKeys = ContextKeys.all

  init() { self.init(QueryRecords()) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try query.keys(&keys)
  }

  func write(_ answer: Explanation, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("query")
    writer.json.query(answer.query)
    if let predicate = answer.predicate { writer.json.predicate(predicate) }
    writer.json.key("plan")
    writer.json.beginObject()
    writer.json.member("recordType", answer.query.recordType)
    writer.json.key("zones")
    writer.json.beginArray()
    for zone in answer.zones { writer.json.search(zone) }
    writer.json.endArray()
    if let order = answer.order { writer.json.member("order", order.rawValue) }
    writer.json.member("recordsExamined", answer.examined)
    writer.json.member("recordsFound", answer.found)
    writer.json.endObject()
    writer.json.endObject()
  }
}

extension JSONWriter {
  /// Writes the members that replace a query's `filterBy`.
  fileprivate mutating func predicate(_ predicate: PredicateText.Format) {
    member("predicate", predicate.text)
    if predicate.arguments.isEmpty { return }
    key("predicateArguments")
    withKeyWriter { $0.list(predicate.arguments, as: PredicateArgument.self) }
  }

  fileprivate mutating func search(_ zone: ExplainQuery.ZoneSearch) {
    beginObject()
    key("zoneID")
    zoneID(zone.zoneID)
    member("recordsOfType", zone.records)
    member("access", zone.access.rawValue)
    member("candidates", zone.candidates)
    key("filters")
    beginArray()
    for filter in zone.filters { search(filter) }
    endArray()
    endObject()
  }

  private mutating func search(_ filter: ExplainQuery.FilterSearch) {
    beginObject()
    queryKey(filter.key)
    member("comparator", filter.comparator.rawValue)
    if let index = filter.index { member("index", index) }
    if let candidates = filter.candidates { member("candidates", candidates) }
    member("used", filter.isUsed)
    endObject()
  }
}
