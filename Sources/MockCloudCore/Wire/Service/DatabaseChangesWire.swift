extension FetchDatabaseChanges: WireOperation, WireRequest {
  init() { self.init(syncToken: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("syncToken", &syncToken)
    try keys.key("resultsLimit", &resultsLimit)
  }

  func write(_ answer: DatabaseChanges, to writer: inout AnswerWriter) -> Int32 {
    writer.json.changes(answer, tokenKey: "syncToken")
    return 0
  }
}

extension FetchChangedZones: WireOperation, WireRequest {
  init() { self.init(metaSyncToken: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("metaSyncToken", &metaSyncToken)
    try keys.key("resultsLimit", &resultsLimit)
  }

  func write(_ answer: DatabaseChanges, to writer: inout AnswerWriter) -> Int32 {
    writer.json.changes(answer, tokenKey: "metaSyncToken")
    return 0
  }
}

extension JSONWriter {
  fileprivate mutating func changes(_ changes: DatabaseChanges, tokenKey: StaticString) {
    beginObject()
    key("zones")
    array(changes.zones) { json, change in
      json.beginObject()
      switch change {
      case .saved(let zoneID):
        json.zoneID("zoneID", zoneID)
        json.member("deleted", false)
      case .deleted(let zoneID, let reason):
        json.zoneID("zoneID", zoneID)
        json.member("deleted", true)
        json.member("deletionReason", reason.rawValue)
      }
      json.endObject()
    }
    member(tokenKey, changes.syncToken)
    member("moreComing", changes.moreComing)
    endObject()
  }
}
