extension SignIn: WireHarnessOperation {
  static let keys: [StaticString] = ["user", "device"]
  /// The device may still be somebody else's.
  static var readsContext: Bool { false }

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    for (key, value) in request.members {
      switch key {
      case "user": user = try value.text("user")
      case "device": device = try value.text("device")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
  }

  func write(_ answer: String, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("userRecordName", answer)
    writer.json.endObject()
  }
}

extension SignOut: WireHarnessOperation {
  static let keys: [StaticString] = ["device"]
  static var readsContext: Bool { false }

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    for (key, value) in request.members {
      switch key {
      case "device": device = try value.text("device")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
  }
}
