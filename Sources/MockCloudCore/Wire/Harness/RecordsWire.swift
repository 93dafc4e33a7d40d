extension ListRecords: WireHarnessOperation, WireRequest {
  static let contextKeys = ContextKeys.all

  init() { self.init(all: false) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("zoneID", &zoneID)
    try keys.key("recordType", &recordType)
    try keys.key("all", &all, or: false)
    try keys.key("inlineAssets", &inlinesAssets, or: false)
    try keys.key("resultsLimit", &resultsLimit)
    try keys.key("continuationMarker", &after, as: PlaceMarker.self)
  }

  func write(_ answer: Page, to writer: inout AnswerWriter) {
    let style = RecordStyle(desiredKeys: nil, viewer: nil, assets: inlinesAssets ? .data : .url)
    writer.json.beginObject()
    writer.json.key("records")
    writer.json.array(answer.records) { json, stored in
      json.beginObject()
      json.recordBody(stored.record, style)
      if all { json.database(stored.database) }
      json.endObject()
    }
    if let end = answer.end {
      writer.json.member("continuationMarker", PlaceMarker.text(of: end))
    }
    writer.json.endObject()
  }
}

/// The place of a record as an opaque text.
enum PlaceMarker: RequestForm {
  static func text(of place: ListRecords.Place) -> String {
    var json = JSONWriter()
    json.beginArray()
    json.string(place.database.container.text)
    json.string(place.database.environment.rawValue)
    json.optional(place.database.owner?.text)
    json.string(place.zoneName)
    json.string(place.recordName)
    json.endArray()
    return json.withBytes { Base64.encode(Array($0)) }
  }

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> ListRecords.Place {
    guard let place = try node.text(key).flatMap(place) else {
      throw RequestError(
        "\(key)", "'\(key)' is not a marker", expected: "the marker of a response")
    }
    return place
  }

  static func write(_ value: ListRecords.Place, to writer: inout KeyWriter) {
    writer.json.string(text(of: value))
  }

  private static func place(_ text: String) -> ListRecords.Place? {
    guard let bytes = Base64.decode(text) else { return nil }
    let value = bytes.withUnsafeBufferPointer { JSONValue(text: $0) }
    guard let parts = value?.elements, parts.count == 5, let container = parts[0].string,
      let environment = parts[1].string.flatMap(Environment.init(rawValue:)),
      let zoneName = parts[3].string, let recordName = parts[4].string
    else { return nil }
    let key = DatabaseKey(
      container: ContainerIdentifier(container), environment: environment,
      owner: parts[2].string.map { ExactText($0) })
    return ListRecords.Place(
      database: key, zoneName: ZoneName(zoneName),
      recordName: RecordName(recordName))
  }
}
