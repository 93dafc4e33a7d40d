extension DiscoverUsers: WireOperation, WireRequest {
  static let standardScope: DatabaseScope? = .public

  init() { self.init(nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("lookupInfos", &lookupInfos)
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

extension LookupUsersByEmail: WireOperation, WireRequest {
  static let standardScope: DatabaseScope? = .public

  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("users", &addresses, as: ListOf<Name>.self)
  }

  private enum Name: OnlyTextKey {
    static var key: StaticString { "emailAddress" }
  }

  func write(_ answer: [ItemResult<User>], to writer: inout AnswerWriter) -> Int32 {
    writer.users(answer)
  }
}

extension LookupUsersByRecordName: WireOperation, WireRequest {
  static let standardScope: DatabaseScope? = .public

  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("users", &recordNames, as: ListOf<Name>.self)
  }

  private enum Name: OnlyTextKey {
    static var key: StaticString { "userRecordName" }
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
