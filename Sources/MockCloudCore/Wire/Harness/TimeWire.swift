extension JSONWriter {
  /// `{"now": …}` without the closing brace.
  fileprivate mutating func beginNow(_ milliseconds: Int64) {
    beginObject()
    member("now", ISO8601.format(milliseconds))
  }
}

/// A request that is answered by the time and nothing else.
private protocol TimeRequest: WireHarnessOperation where Answer == Int64 {}

extension TimeRequest {
  func write(_ answer: Int64, to writer: inout AnswerWriter) {
    writer.json.beginNow(answer)
    writer.json.endObject()
  }
}

extension GetClock: TimeRequest, KeylessRequest {}

extension AdvanceClock: WireHarnessOperation {
  static let keys: [StaticString] = ["seconds"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var milliseconds: Int64?
    for (key, value) in request.members {
      switch key {
      case "seconds": milliseconds = try value.duration("seconds")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let milliseconds else { throw RequestError.missing("seconds") }
    self.init(milliseconds: milliseconds)
  }

  func write(_ answer: Answer, to writer: inout AnswerWriter) {
    writer.json.beginNow(answer.now)
    writer.json.member("events", answer.events)
    writer.json.endObject()
  }
}

extension SetClock: TimeRequest {
  static let keys: [StaticString] = ["now"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var now: Int64?
    for (key, value) in request.members {
      switch key {
      case "now": now = try value.time("now")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let now else { throw RequestError.missing("now") }
    self.init(milliseconds: now)
  }
}

extension RunUntilIdle: TimeRequest {
  static let keys: [StaticString] = ["limitSeconds"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    for (key, value) in request.members {
      switch key {
      case "limitSeconds": limitMilliseconds = try value.duration("limitSeconds")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
  }
}
