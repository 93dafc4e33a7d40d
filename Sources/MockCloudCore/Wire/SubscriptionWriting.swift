/// Writes subscription dictionaries.
extension JSONWriter {
  mutating func subscription(_ subscription: Subscription) {
    beginObject()
    subscriptionBody(subscription)
    endObject()
  }

  /// The members of the dictionary, for those who add more.
  mutating func subscriptionBody(_ subscription: Subscription) {
    member("subscriptionID", subscription.subscriptionID)
    member("subscriptionType", subscription.kind.rawValue)
    if let zoneID = subscription.zoneID { self.zoneID("zoneID", zoneID) }
    if let query = subscription.query {
      key("query")
      self.query(query)
      key("firesOn")
      array(subscription.firesOn) { $0.string($1.rawValue) }
      member("firesOnce", subscription.firesOnce)
    }
    if subscription.zoneWide { member("zoneWide", true) }
    if let type = subscription.recordType { member("recordType", type) }
    if let info = subscription.notificationInfo {
      key("notificationInfo")
      notificationInfo(info)
    }
  }

  private mutating func notificationInfo(_ info: NotificationInfo) {
    beginObject()
    for text in NotificationInfo.texts {
      if let value = info[keyPath: text.path] { member(text.name, value) }
    }
    for list in NotificationInfo.lists {
      guard let value = info[keyPath: list.path] else { continue }
      key(list.name)
      array(value) { $0.string($1) }
    }
    for flag in NotificationInfo.flags where info[keyPath: flag.path] { member(flag.name, true) }
    endObject()
  }

  /// A query as `QueryReader` reads it.
  private mutating func query(_ query: Query) {
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

  private mutating func queryKey(_ queryKey: QueryKey) {
    switch queryKey {
    case .field(let name): member("fieldName", name)
    case .system(let field): member("systemFieldName", field.rawValue)
    // A search of all text names no field.
    case .anyText: return
    }
  }

  private mutating func typedValue(_ value: FieldValue) {
    beginObject()
    key("value")
    fieldValue(value, StateDocument.style)
    key("type")
    typeName(value.type)
    endObject()
  }
}
