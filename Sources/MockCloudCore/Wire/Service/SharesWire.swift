extension ShareLink: WireRequest {
  init() { self.init("") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("value", &value)
    try keys.key("shouldFetchRootRecord", &fetchesRootRecord, or: false)
    try keys.key("rootRecordDesiredKeys", &rootDesiredKeys)
  }
}

extension JSONWriter {
  fileprivate mutating func metadata(_ metadata: ShareMetadata, _ viewer: String?) {
    beginObject()
    key("shortGUID")
    beginObject()
    member("value", metadata.shortGUID)
    endObject()
    member("containerIdentifier", metadata.container)
    member("environment", metadata.environment.rawValue)
    member("databaseScope", metadata.scope == .private ? "PRIVATE" : "SHARED")
    zoneID("zoneID", metadata.zoneID)
    if let name = metadata.rootRecordName { member("rootRecordName", name) }
    if let root = metadata.rootRecord {
      key("rootRecord")
      record(root, RecordStyle(desiredKeys: metadata.rootDesiredKeys, viewer: viewer))
    }
    key("share")
    record(metadata.share, RecordStyle(desiredKeys: nil, viewer: viewer))
    if let owner = metadata.owner {
      key("ownerIdentity")
      identity(owner)
    }
    let publicPermission = metadata.share.share?.publicPermission ?? .none
    member("participantType", (metadata.participant?.role ?? .publicUser).rawValue)
    member("participantStatus", metadata.participant?.acceptance.rawValue ?? "UNKNOWN")
    member(
      "participantPermission", (metadata.participant?.permission ?? publicPermission).rawValue)
    endObject()
  }
}

extension ResolveShares: WireOperation, WireRequest {
  static let standardScope: DatabaseScope? = .public

  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("shortGUIDs", &links)
  }

  func write(_ answer: [ItemResult<ShareMetadata>], to writer: inout AnswerWriter) -> Int32 {
    let viewer = writer.viewer
    return writer.items("results", answer, failing: ServerText.someSharesNotFetched) {
      $0.metadata($1, viewer)
    }
  }
}

extension AcceptShares: WireOperation, WireRequest {
  static let standardScope: DatabaseScope? = .public

  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("shortGUIDs", &links)
  }

  func write(_ answer: [ItemResult<ShareMetadata>], to writer: inout AnswerWriter) -> Int32 {
    let viewer = writer.viewer
    return writer.items("results", answer, failing: ServerText.someSharesNotAccepted) {
      $0.metadata($1, viewer)
    }
  }
}

extension FetchShareParticipants: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("lookupInfos", &lookupInfos)
  }

  func write(_ answer: [ItemResult<Share.Participant>], to writer: inout AnswerWriter) -> Int32 {
    writer.items("participants", answer, failing: ServerText.someParticipantsNotFetched) {
      $0.participant($1)
    }
  }
}
