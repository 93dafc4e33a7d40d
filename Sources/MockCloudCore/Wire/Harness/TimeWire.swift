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
    try keys.required("seconds", &milliseconds, as: Seconds.self)
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
