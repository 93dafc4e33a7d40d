extension FetchDatabaseChanges: WireOperation {
  static let keys: [StaticString] = ["syncToken", "resultsLimit"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    for (key, value) in request.members {
      switch key {
      case "syncToken": syncToken = try value.text("syncToken")
      case "resultsLimit": resultsLimit = try value.count("resultsLimit")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
  }

  func write(_ answer: DatabaseChanges, to writer: inout AnswerWriter) -> Int32 {
    writer.json.changes(answer, tokenKey: "syncToken")
    return 0
  }
}

extension FetchChangedZones: WireOperation {
  static let keys: [StaticString] = ["metaSyncToken", "resultsLimit"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    for (key, value) in request.members {
      switch key {
      case "metaSyncToken": metaSyncToken = try value.text("metaSyncToken")
      case "resultsLimit": resultsLimit = try value.count("resultsLimit")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
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

extension JSONNode {
  /// A whole number of things; one that no `Int` holds is as good as the nearest that it does.
  func count(_ key: StaticString) throws(RequestError) -> Int? {
    try integer(key).map { Int(clamping: $0) }
  }
}
