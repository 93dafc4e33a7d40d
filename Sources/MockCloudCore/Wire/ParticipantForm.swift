/// A participant in answers and in state documents.
extension Share.Participant: SpecializedAnswer {
  init() {
    self.init(
      participantID: "", userRecordName: nil, lookupInfo: Share.LookupInfo(), nameComponents: nil,
      permission: .none, role: .user, acceptance: .invited)
  }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("participantId", &participantID, or: "")
    var identity = UserIdentity(self)
    try keys.required("userIdentity", &identity)
    userRecordName = identity.userRecordName
    lookupInfo = identity.lookupInfo
    nameComponents = identity.nameComponents
    try keys.required("permission", &permission)
    try keys.required("type", &role)
    try keys.required("acceptanceStatus", &acceptance)
  }
}
