extension AddUser: WireHarnessOperation {
  static let keys: [StaticString] = [
    "alias", "userRecordName", "emailAddress", "phoneNumber", "nameComponents", "devices", "roles",
  ]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    try self.init(dictionary: request) { (key) throws(RequestError) in
      try ContextKeys.check(key, own: Self.keys)
    }
  }

  /// Reads a user dictionary, as it stands in a seed or a configuration too.
  init(
    dictionary: JSONNode,
    other: (JSONKey) throws(RequestError) -> Void = { (key) throws(RequestError) in
      throw key.unknown(among: Self.keys)
    }
  ) throws(RequestError) {
    try dictionary.requireObject("users")
    self.init("")
    var alias: String?
    for (key, value) in dictionary.members {
      switch key {
      case "alias": alias = try value.text("alias")
      case "userRecordName": userRecordName = try value.text("userRecordName")
      case "emailAddress": emailAddress = try value.text("emailAddress")
      case "phoneNumber": phoneNumber = try value.text("phoneNumber")
      case "nameComponents": nameComponents = try NameComponents(reading: value)
      case "devices": devices = try value.texts("devices") ?? []
      case "roles": roles = try value.texts("roles") ?? []
      default: try other(key)
      }
    }
    guard let alias else { throw RequestError.missing("alias") }
    self.alias = alias
  }

  func write(_ answer: String, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("userRecordName", answer)
    writer.json.endObject()
  }
}

extension NameComponents {
  init?(reading node: JSONNode) throws(RequestError) {
    if node.isNull { return nil }
    try node.requireObject("nameComponents")
    self.init()
    for (key, value) in node.members {
      guard let part = Self.parts.first(where: { $0.name ~= key }) else {
        throw key.unknown(among: Self.parts.map(\.name)).inside("nameComponents")
      }
      self[keyPath: part.path] = try value.text(part.name)
    }
  }
}

extension AddDevice: WireHarnessOperation {
  static let keys: [StaticString] = ["device", "user"]
  /// The device is not there yet.
  static var readsContext: Bool { false }

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var device: String?
    var user: String?
    for (key, value) in request.members {
      switch key {
      case "device": device = try value.text("device")
      case "user": user = try value.text("user")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let device else { throw RequestError.missing("device") }
    self.init(device, user: user)
  }
}

extension SetAccountStatus: WireHarnessOperation {
  static let keys: [StaticString] = ["accountStatus", "user", "device"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var status: AccountStatus?
    var user: String?
    var device: String?
    for (key, value) in request.members {
      switch key {
      case "accountStatus": status = try value.choice("accountStatus", AccountStatus.self)
      case "user": user = try value.text("user")
      case "device": device = try value.text("device")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let status else { throw RequestError.missing("accountStatus") }
    self.init(status, user: user, device: device)
  }
}
