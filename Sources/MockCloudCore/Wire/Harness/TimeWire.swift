extension JSONWriter {
  /// Writes `{"now": …}` without the closing brace.
  fileprivate mutating func beginNow(_ milliseconds: Int64) {
    beginObject()
    member("now", ISO8601.format(milliseconds))
  }
}

/// A request whose answer is only the time.
private protocol TimeRequest: WireHarnessOperation where Answer == Int64 {}

extension TimeRequest {
  func write(_ answer: Int64, to writer: inout AnswerWriter) {
    writer.json.beginNow(answer)
    writer.json.endObject()
  }
}

extension GetClock: TimeRequest, KeylessRequest {}

extension AdvanceClock: WireHarnessOperation, WireRequest {
  init() { self.init(milliseconds: 0) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("seconds", &milliseconds, as: Advance.self)
  }

  /// Seconds by which a clock advances.
  private enum Advance: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> Int64 {
      if let seconds = node.double, seconds < 0 { throw .backwards(key, seconds: seconds) }
      return try Seconds.read(node, key, &reader)
    }

    static func write(_ value: Int64, to writer: inout KeyWriter) {
      Seconds.write(value, to: &writer)
    }
  }

  func write(_ answer: Answer, to writer: inout AnswerWriter) {
    writer.json.beginNow(answer.now)
    writer.json.member("events", answer.events)
    writer.json.endObject()
  }
}

extension SetClock: TimeRequest, WireRequest {
  init() { self.init(milliseconds: 0) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("now", &milliseconds, as: TimeText.self)
  }
}

extension RunUntilIdle: TimeRequest, WireRequest {
  init() { self.init(limitMilliseconds: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("limitSeconds", &limitMilliseconds, as: Seconds.self)
    try keys.key("operationID", &operationID)
  }
}
