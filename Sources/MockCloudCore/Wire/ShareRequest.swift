/// The sharing keys of a record dictionary in requests.
extension ShareDraft: WireRequest {
  init() { self.init(forRecord: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    var root = rootRecordName.map { Root(recordName: $0, recordChangeTag: rootChangeTag) }
    try keys.key("forRecord", &root)
    rootRecordName = root?.recordName
    rootChangeTag = root?.recordChangeTag
    try keys.key("publicPermission", &publicPermission)
    try keys.key("participants", &participants)
  }

  private struct Root: WireRequest {
    var recordName: RecordName = ""
    var recordChangeTag: RecordChangeTag?

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("recordName", &recordName)
      try keys.key("recordChangeTag", &recordChangeTag)
    }
  }
}

extension ParticipantDraft: WireRequest {
  init() { self.init(Share.LookupInfo()) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    keys.passed("participantId")
    try keys.required("userIdentity", &lookupInfo, as: IdentityForm.self)
    try keys.key("permission", &permission, or: .readOnly)
    try keys.key("type", &role, or: .user)
    try keys.key("acceptanceStatus", &acceptance, or: .invited)
  }
}

extension Share.Permission: RequestChoice {}
extension Share.Role: RequestChoice {}
extension Share.Acceptance: RequestChoice {}

/// A user identity dictionary: its lookup information.
private enum IdentityForm: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Share.LookupInfo {
    let identity = try Identity.read(node, key, &reader)
    var info = identity.lookupInfo ?? Share.LookupInfo()
    info.userRecordName = identity.userRecordName ?? info.userRecordName
    if let problem = info.problem { throw problem.inside("\(key)") }
    return info
  }

  static func write(_ value: Share.LookupInfo, to writer: inout KeyWriter) {
    Identity.write(Identity(lookupInfo: value), to: &writer)
  }

  private struct Identity: WireRequest {
    var userRecordName: UserRecordName?
    var lookupInfo: Share.LookupInfo?

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.key("userRecordName", &userRecordName)
      try keys.key("lookupInfo", &lookupInfo)
      keys.passed("nameComponents")
      keys.passed("hasiCloudAccount")
    }

    func check() throws(RequestError) {
      if userRecordName == nil, lookupInfo == nil {
        throw RequestError.missing("lookupInfo", or: "userRecordName")
      }
    }
  }
}

/// `{emailAddress | phoneNumber | userRecordName}`.
extension Share.LookupInfo: SpecializedAnswer {
  init() { self.init(emailAddress: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("emailAddress", &emailAddress)
    try keys.key("phoneNumber", &phoneNumber)
    try keys.key("userRecordName", &userRecordName)
  }

  func check() throws(RequestError) {
    if let problem { throw problem }
  }
}
