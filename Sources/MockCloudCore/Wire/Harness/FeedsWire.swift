extension ExpireTokens: WireHarnessOperation, WireRequest {
  static let contextKeys = ContextKeys.all

  init() { self.init(nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("zoneID", &zoneID)
  }

  func write(_ answer: Bool, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("expired", answer)
    writer.json.endObject()
  }
}

extension PurgeZone: WireHarnessOperation, WireRequest {
  static let contextKeys = ContextKeys.all

  init() { self.init(ZoneID(zoneName: "", ownerName: "")) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("zoneID", &zoneID)
  }
}

extension ResetEncryptedData: WireHarnessOperation, WireRequest {
  static let contextKeys = ContextKeys.all

  init() { self.init(ZoneID(zoneName: "", ownerName: "")) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("zoneID", &zoneID)
  }

  func write(_ answer: [ZoneID], to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("zones")
    writer.json.array(answer) { $0.zoneID($1) }
    writer.json.endObject()
  }
}
