extension ListOperations: WireHarnessOperation, KeylessRequest {
  static let contextKeys: ContextKeys = [.user, .device]

  func write(_ answer: [Entry], to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("operations")
    writer.json.array(answer) { json, entry in
      json.beginObject()
      json.member("operationID", entry.operationID)
      json.member("operation", entry.operation)
      json.member("state", entry.state.rawValue)
      json.member("longLived", entry.isLongLived)
      json.endObject()
    }
    writer.json.endObject()
  }
}

extension CancelOperation: WireHarnessOperation, WireRequest {
  init() { self.init("") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("operationID", &operationID)
  }
}
