extension LookupRecords.Item: WireRequest {
  init() { self.init("") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("recordName", &recordName)
    try keys.key("zoneID", &zoneID)
    try keys.key("desiredKeys", &desiredKeys)
  }
}

extension LookupRecords: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("records", &items)
    try keys.key("zoneID", &zoneID)
    try keys.key("desiredKeys", &desiredKeys)
    try keys.answerStyle()
  }

  func write(_ answer: [ItemResult<Found>], to writer: inout AnswerWriter) -> Int32 {
    let viewer = writer.viewer
    let numbersAsStrings = writer.style.numbersAsStrings
    return writer.items("records", answer, failing: ServerText.someRecordsNotFetched) {
      json, found in
      json.record(
        found.record,
        RecordStyle(
          desiredKeys: found.desiredKeys, viewer: viewer, numbersAsStrings: numbersAsStrings))
    }
  }
}
