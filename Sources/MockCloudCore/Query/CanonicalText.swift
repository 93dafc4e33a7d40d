/// Writes a query as text in a unique form: equal queries have equal texts, and different queries
/// different ones, since every part includes its length. It is only for comparing queries.
struct CanonicalText {
  private(set) var text = ""

  mutating func add(_ part: String) {
    text += "\(part.utf8.count):\(part)"
  }

  mutating func add(_ number: Int64) { text += "i\(number);" }

  /// Doubles are compared by their bits: 0.0 and -0.0 differ.
  mutating func add(_ number: Double) { text += "d\(number.bitPattern);" }

  mutating func add<Member>(list: [Member], _ add: (inout CanonicalText, Member) -> Void) {
    text += "[\(list.count)"
    for member in list { add(&self, member) }
    text += "]"
  }

  private mutating func add(optional number: Double?) {
    add(list: number.map { [$0] } ?? []) { $0.add($1) }
  }

  mutating func add(_ query: Query) {
    add(query.recordType.text)
    switch query.predicate {
    case .nothing: text += "0"
    case .all(let filters): add(list: filters) { $0.add($1) }
    }
    add(list: query.sort) { text, key in
      text.add(key.key)
      text.text += key.ascending ? "<" : ">"
      text.add(list: key.relativeLocation.map { [$0] } ?? []) { $0.add($1) }
    }
  }

  private mutating func add(_ filter: QueryFilter) {
    add(filter.key)
    add(filter.comparator.rawValue)
    add(filter.value)
    add(optional: filter.distance)
  }

  private mutating func add(_ key: QueryKey) {
    switch key {
    case .field(let name):
      text += "f"
      add(name)
    case .system(let field):
      text += "s"
      add(field.rawValue)
    case .anyText: text += "*"
    }
  }

  private mutating func add(_ value: FieldValue) {
    add(value.type.rawValue)
    switch value {
    case .string(let value): add(value)
    case .int64(let value), .timestamp(let value): add(value)
    case .double(let value): add(value)
    case .bytes(let value): add(value)
    case .reference(let value): add(value)
    case .location(let value): add(value)
    case .asset(let value): add(value.fileChecksum)
    case .stringList(let values): add(list: values) { $0.add($1) }
    case .int64List(let values), .timestampList(let values): add(list: values) { $0.add($1) }
    case .doubleList(let values): add(list: values) { $0.add($1) }
    case .bytesList(let values): add(list: values) { $0.add($1) }
    case .referenceList(let values): add(list: values) { $0.add($1) }
    case .locationList(let values): add(list: values) { $0.add($1) }
    case .assetList(let values): add(list: values) { $0.add($1.fileChecksum) }
    }
  }

  private mutating func add(_ bytes: [UInt8]) { add(Base64.encode(bytes)) }

  private mutating func add(_ reference: Reference) {
    add(reference.recordName.text)
    add(list: reference.zoneID.map { [$0.zoneName, $0.ownerName] } ?? []) { $0.add($1.text) }
    add(reference.action.rawValue)
  }

  private mutating func add(_ location: Location) {
    add(location.latitude)
    add(location.longitude)
    let readings = [
      location.horizontalAccuracy, location.verticalAccuracy, location.altitude, location.speed,
      location.course,
    ]
    for reading in readings { add(optional: reading) }
    add(list: location.timestamp.map { [$0] } ?? []) { $0.add($1) }
  }
}
