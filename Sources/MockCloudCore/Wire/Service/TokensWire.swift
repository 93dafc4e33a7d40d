extension CreateToken: WireOperation {
  static let keys: [StaticString] = ["apnsEnvironment"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var environment: PushEnvironment?
    for (key, value) in request.members {
      switch key {
      case "apnsEnvironment":
        environment = try value.choice("apnsEnvironment", PushEnvironment.self)
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let environment else { throw RequestError.missing("apnsEnvironment") }
    self.init(environment)
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

extension RegisterToken: WireOperation {
  static let keys: [StaticString] = ["apnsEnvironment", "apnsToken"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var environment: PushEnvironment?
    var token: String?
    for (key, value) in request.members {
      switch key {
      case "apnsEnvironment":
        environment = try value.choice("apnsEnvironment", PushEnvironment.self)
      case "apnsToken": token = try value.text("apnsToken")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let environment else { throw RequestError.missing("apnsEnvironment") }
    guard let token else { throw RequestError.missing("apnsToken") }
    self.init(environment, token: token)
  }

  func write(_ answer: Void, to writer: inout AnswerWriter) -> Int32 {
    writer.json.beginObject()
    writer.json.endObject()
    return 0
  }
}
