extension ShareLink: WireRequest {
  init() { self.init("") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("value", &value)
    try keys.key("shouldFetchRootRecord", &fetchesRootRecord, or: false)
    try keys.key("rootRecordDesiredKeys", &rootDesiredKeys)
  }
}

extension JSONWriter {
  mutating func metadataBody(_ metadata: ShareMetadata, _ viewer: UserRecordName?) {
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
      request(UserIdentity(owner))
    }
    let publicPermission = metadata.share.share?.publicPermission ?? .none
    member("participantType", (metadata.participant?.role ?? .publicUser).rawValue)
    member("participantStatus", metadata.participant?.acceptance.rawValue ?? "UNKNOWN")
    member(
      "participantPermission", (metadata.participant?.permission ?? publicPermission).rawValue)
  }
}

extension ResolveShares: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("shortGUIDs", &links)
  }
}

extension AcceptShares: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("shortGUIDs", &links)
  }
}

extension FetchShareParticipants: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("lookupInfos", &lookupInfos)
  }
}
