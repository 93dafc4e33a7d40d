extension PushEnvironment: RequestChoice {}

extension CreateToken: WireOperation, WireRequest {
  init() { self.init(.development) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("apnsEnvironment", &environment)
  }

  func write(_ answer: PushToken, to writer: inout AnswerWriter) -> Int32 {
    writer.json.beginObject()
    writer.json.member("apnsEnvironment", answer.environment.rawValue)
    writer.json.member("apnsToken", answer.token)
    writer.json.member("webcourierURL", answer.webcourierURL)
    writer.json.endObject()
    return 0
  }
}

extension RegisterToken: WireOperation, WireRequest {
  init() { self.init(.development, token: "") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("apnsEnvironment", &environment)
    try keys.required("apnsToken", &token)
  }

  func write(_ answer: Void, to writer: inout AnswerWriter) -> Int32 {
    writer.json.beginObject()
    writer.json.endObject()
    return 0
  }
}
