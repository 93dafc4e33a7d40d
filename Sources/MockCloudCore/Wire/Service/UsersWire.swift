extension DiscoverUsers: WireOperation {
  static let keys: [StaticString] = ["lookupInfos"]
  static let standardScope: DatabaseScope? = .public

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    for (key, value) in request.members {
      switch key {
      case "lookupInfos":
        lookupInfos = try value.optionalList("lookupInfos") { (node) throws(RequestError) in
          try ShareReader.lookupInfo(node)
        }
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
  }

  func write(_ answer: [DiscoveredUser], to writer: inout AnswerWriter) -> Int32 {
    writer.json.beginObject()
    writer.json.key("users")
    writer.json.array(answer) { json, found in
      json.beginObject()
      if let info = found.lookupInfo {
        json.member("userRecordName", found.user.userRecordName)
        json.lookupInfo(info)
        if let components = found.user.nameComponents { json.nameComponents(components) }
      } else {
        json.identityBody(found.user)
      }
      json.endObject()
    }
    writer.json.endObject()
    return 0
  }
}

extension LookupUsersByEmail: WireOperation {
  static let keys: [StaticString] = ["users"]
  static let standardScope: DatabaseScope? = .public

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init(try request.users("emailAddress", Self.keys))
  }

  func write(_ answer: [ItemResult<User>], to writer: inout AnswerWriter) -> Int32 {
    writer.users(answer)
  }
}

extension LookupUsersByRecordName: WireOperation {
  static let keys: [StaticString] = ["users"]
  static let standardScope: DatabaseScope? = .public

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init(try request.users("userRecordName", Self.keys))
  }

  func write(_ answer: [ItemResult<User>], to writer: inout AnswerWriter) -> Int32 {
    writer.users(answer)
  }
}

extension LookupContacts: WireOperation, KeylessRequest {
  static let standardScope: DatabaseScope? = .public

  func write(_ answer: [ItemResult<User>], to writer: inout AnswerWriter) -> Int32 {
    writer.users(answer)
  }
}

extension JSONNode {
  /// `users`: a list of objects with the one key that users are looked up by.
  fileprivate func users(
    _ name: StaticString, _ own: [StaticString]
  ) throws(RequestError) -> [String] {
    let users = try onlyValue("users")
    return try users.list("users") { (node) throws(RequestError) -> String in
      try node.requireObject("users")
      var found: String?
      for (key, value) in node.members {
        guard name ~= key else { throw key.unknown(among: [name]) }
        found = try value.text(name)
      }
      guard let found else { throw RequestError.missing(name) }
      return found
    }
  }
}

extension AnswerWriter {
  fileprivate mutating func users(_ answer: [ItemResult<User>]) -> Int32 {
    items("users", answer, failing: ServerText.someUsersNotFetched) { json, user in
      json.beginObject()
      json.userBody(user)
      if let address = user.emailAddress { json.member("emailAddress", address) }
      json.endObject()
    }
  }
}
