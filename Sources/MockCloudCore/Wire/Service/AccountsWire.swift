extension GetAccountStatus: WireOperation, KeylessRequest {}

extension GetUserRecordID: WireOperation, KeylessRequest {}

extension GetCaller: WireOperation, KeylessRequest {}

extension GetCurrentUser: WireOperation, KeylessRequest {}

extension JSONWriter {
  /// Writes the members of the older user dictionary.
  mutating func userBody(_ user: User) {
    member("userRecordName", user.userRecordName)
    key("firstName")
    optional(user.nameComponents?.givenName)
    key("lastName")
    optional(user.nameComponents?.familyName)
  }

  /// Writes the members of a user identity dictionary.
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
