extension DiscoverUsers: WireOperation {
  static let keys: [StaticString] = ["lookupInfos"]

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
}

extension LookupUsersByEmail: WireOperation {
  static let keys: [StaticString] = ["users"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init(try request.users("emailAddress", Self.keys))
  }
}

extension LookupUsersByRecordName: WireOperation {
  static let keys: [StaticString] = ["users"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init(try request.users("userRecordName", Self.keys))
  }
}

extension LookupContacts: WireOperation, KeylessRequest {
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
