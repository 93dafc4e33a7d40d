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
}
