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
}
