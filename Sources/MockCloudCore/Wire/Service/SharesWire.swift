extension ShareLink {
  private static let keys: [StaticString] = [
    "value", "shouldFetchRootRecord", "rootRecordDesiredKeys",
  ]

  /// Reads `shortGUIDs`, the one key that both endpoints have.
  static func links(
    reading request: JSONNode, _ own: [StaticString]
  ) throws(RequestError) -> [ShareLink] {
    let links = try request.onlyValue("shortGUIDs")
    return try links.list("shortGUIDs") { (node) throws(RequestError) in
      try ShareLink(reading: node)
    }
  }

  private init(reading node: JSONNode) throws(RequestError) {
    try node.requireObject("shortGUIDs")
    var value: String?
    self.init("")
    for (key, member) in node.members {
      switch key {
      case "value": value = try member.text("value")
      case "shouldFetchRootRecord":
        fetchesRootRecord = try member.flag("shouldFetchRootRecord") ?? false
      case "rootRecordDesiredKeys": rootDesiredKeys = try member.texts("rootRecordDesiredKeys")
      default: throw key.unknown(among: Self.keys)
      }
    }
    guard let value else { throw RequestError.missing("value") }
    self.value = value
  }
}

extension JSONWriter {
  mutating func metadataBody(_ metadata: ShareMetadata, _ viewer: String?) {
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
  }
}

extension ResolveShares: WireOperation {
  static let keys: [StaticString] = ["shortGUIDs"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init(try ShareLink.links(reading: request, Self.keys))
  }
}

extension AcceptShares: WireOperation {
  static let keys: [StaticString] = ["shortGUIDs"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init(try ShareLink.links(reading: request, Self.keys))
  }
}

extension FetchShareParticipants: WireOperation {
  static let keys: [StaticString] = ["lookupInfos"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    let infos = try request.onlyValue("lookupInfos")
    self.init(
      try infos.list("lookupInfos") { (node) throws(RequestError) in
        try ShareReader.lookupInfo(node)
      })
  }
}
