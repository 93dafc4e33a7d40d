extension GetAccountStatus: WireOperation, KeylessRequest {
  func write(_ answer: AccountStatus, to writer: inout AnswerWriter) -> Int32 {
    writer.json.beginObject()
    writer.json.member("accountStatus", answer.rawValue)
    writer.json.endObject()
    return 0
  }
}

extension GetUserRecordID: WireOperation, KeylessRequest {
  func write(_ answer: String, to writer: inout AnswerWriter) -> Int32 {
    writer.json.beginObject()
    writer.json.member("userRecordName", answer)
    writer.json.endObject()
    return 0
  }
}

extension GetCaller: WireOperation, KeylessRequest {
  static let standardScope: DatabaseScope? = .public

  /// Apple documents `{users: [identity]}`, clients read a bare identity; the answer is both
  /// (DISAGREE).
  func write(_ answer: User, to writer: inout AnswerWriter) -> Int32 {
    writer.json.beginObject()
    writer.json.identityBody(answer)
    writer.json.key("users")
    writer.json.beginArray()
    writer.json.beginObject()
    writer.json.identityBody(answer)
    writer.json.endObject()
    writer.json.endArray()
    writer.json.endObject()
    return 0
  }
}

extension GetCurrentUser: WireOperation, KeylessRequest {
  static let standardScope: DatabaseScope? = .public

  func write(_ answer: User, to writer: inout AnswerWriter) -> Int32 {
    writer.json.beginObject()
    writer.json.userBody(answer)
    writer.json.endObject()
    return 0
  }
}

extension JSONWriter {
  /// The members of the older user dictionary.
  mutating func userBody(_ user: User) {
    member("userRecordName", user.userRecordName)
    key("firstName")
    optional(user.nameComponents?.givenName)
    key("lastName")
    optional(user.nameComponents?.familyName)
  }

  /// The members of a user identity dictionary.
  mutating func identityBody(_ user: User) {
    member("userRecordName", user.userRecordName)
    if user.emailAddress != nil || user.phoneNumber != nil {
      key("lookupInfo")
      beginObject()
      if let address = user.emailAddress { member("emailAddress", address) }
      if let number = user.phoneNumber { member("phoneNumber", number) }
      endObject()
    }
    if let components = user.nameComponents { nameComponents(components) }
  }

  mutating func nameComponents(_ components: NameComponents) {
    key("nameComponents")
    beginObject()
    for part in NameComponents.parts {
      if let text = components[keyPath: part.path] { member(part.name, text) }
    }
    endObject()
  }
}
