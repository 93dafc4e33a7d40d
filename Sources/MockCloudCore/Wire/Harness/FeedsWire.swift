extension JSONNode {
  /// The `zoneID` of a request that has no other key.
  fileprivate func onlyZoneID(_ keys: [StaticString]) throws(RequestError) -> ZoneID? {
    var zoneID: ZoneID?
    for (key, value) in members {
      switch key {
      case "zoneID": zoneID = try value.zoneID("zoneID")
      default: try ContextKeys.check(key, own: keys)
      }
    }
    return zoneID
  }
}

extension ExpireTokens: WireHarnessOperation {
  static let keys: [StaticString] = ["zoneID"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init(try request.onlyZoneID(Self.keys))
  }
}

extension PurgeZone: WireHarnessOperation {
  static let keys: [StaticString] = ["zoneID"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    guard let zoneID = try request.onlyZoneID(Self.keys) else {
      throw RequestError.missing("zoneID")
    }
    self.init(zoneID)
  }
}

extension ResetEncryptedData: WireHarnessOperation {
  static let keys: [StaticString] = ["zoneID"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    guard let zoneID = try request.onlyZoneID(Self.keys) else {
      throw RequestError.missing("zoneID")
    }
    self.init(zoneID)
  }

  func write(_ answer: [ZoneID], to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("zones")
    writer.json.array(answer) { $0.zoneID($1) }
    writer.json.endObject()
  }
}
