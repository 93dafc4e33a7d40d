extension FetchZoneChanges.Item: WireRequest {
  init() { self.init(ZoneID(zoneName: "", ownerName: "")) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("zoneID", &zoneID)
    try keys.key("syncToken", &syncToken)
    try options.keys(&keys)
  }
}

extension FetchZoneChanges: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("zones", &items)
    try options.keys(&keys)
  }

  func write(_ answer: [ItemResult<ZoneChanges>], to writer: inout AnswerWriter) -> Int32 {
    writer.json.beginObject()
    writer.json.key("zones")
    writer.json.beginArray()
    var failures = AnswerWriter.Failures()
    for (index, result) in answer.enumerated() {
      switch result {
      case .failure(let failure): writer.item(failure, &failures)
      case .success(let changes):
        writer.json.beginObject()
        writer.json.zoneID("zoneID", changes.zoneID)
        let numbersAsStrings = writer.style.numbersAsStrings(ofItem: index)
        writer.members(of: changes, numbersAsStrings: numbersAsStrings, &failures)
        writer.json.endObject()
      }
    }
    writer.json.endArray()
    let status = writer.partialFailure(failures, ServerText.someZonesNotFetched)
    writer.json.endObject()
    return status
  }
}

extension FetchRecordChanges: WireOperation, WireRequest {
  init() { self.init(ZoneID(zoneName: "", ownerName: "")) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("zoneID", &zoneID)
    try keys.key("syncToken", &syncToken)
    try options.keys(&keys, narrowing: false)
  }

  func write(_ answer: ZoneChanges, to writer: inout AnswerWriter) -> Int32 {
    writer.json.beginObject()
    var failures = AnswerWriter.Failures()
    writer.members(
      of: answer, numbersAsStrings: writer.style.numbersAsStrings, &failures)
    let status = writer.partialFailure(failures, ServerText.someRecordsNotFetched)
    writer.json.endObject()
    return status
  }
}

extension ZoneChanges.Options {
  /// What may be said for all zones and for each of them.
  fileprivate mutating func keys<Keys: RequestKeys & ~Copyable>(
    _ keys: inout Keys
  ) throws(Keys.Failure) {
    try self.keys(&keys, narrowing: true)
  }

  /// - Parameter narrowing: Whether it may be said which record types are wanted.
  fileprivate mutating func keys<Keys: RequestKeys & ~Copyable>(
    _ keys: inout Keys, narrowing: Bool
  ) throws(Keys.Failure) {
    try keys.key("resultsLimit", &resultsLimit)
    try keys.key("desiredKeys", &desiredKeys)
    if narrowing { try keys.key("desiredRecordTypes", &desiredRecordTypes) }
    try keys.key("reverse", &reverse)
    try keys.answerStyle()
  }
}

extension AnswerWriter {
  /// The changes of one zone: all members but the zone's name.
  fileprivate mutating func members(
    of changes: ZoneChanges, numbersAsStrings: Bool, _ failures: inout Failures
  ) {
    let style = RecordStyle(
      desiredKeys: changes.options.desiredKeys, viewer: viewer,
      numbersAsStrings: numbersAsStrings)
    json.key("records")
    json.beginArray()
    for result in changes.records {
      switch result {
      case .success(let change): json.change(change, style)
      case .failure(let failure): item(failure, &failures)
      }
    }
    json.endArray()
    json.member("syncToken", changes.syncToken)
    json.member("moreComing", changes.moreComing)
    if let token = changes.clientChangeToken { json.member("clientChangeToken", token) }
  }
}

extension JSONWriter {
  fileprivate mutating func change(_ change: ZoneChanges.Change, _ style: RecordStyle) {
    switch change {
    case .saved(let record): self.record(record, style)
    case .deleted(let id, let recordType):
      beginObject()
      member("recordName", id.recordName)
      member("recordType", recordType)
      zoneID("zoneID", id.zoneID)
      member("deleted", true)
      endObject()
    }
  }
}
