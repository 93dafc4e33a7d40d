extension FaultProfile: RequestChoice {}

extension AddFaultProfile: WireHarnessOperation, WireRequest {
  init() { self.init(.everything) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("name", &profile)
    try keys.key("intensity", &intensity, or: Self.standardIntensity)
  }

  func write(_ answer: [String], to writer: inout AnswerWriter) { writer.ids(answer) }
}

extension HealFaults: WireHarnessOperation, KeylessRequest {}

extension AnswerWriter {
  /// Writes `{"ids": […]}`: the names of rules.
  mutating func ids(_ ids: [String]) {
    json.beginObject()
    json.key("ids")
    json.array(ids) { $0.string($1) }
    json.endObject()
  }
}
