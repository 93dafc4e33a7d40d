/// The JSON forms of the items of answers.
extension JSONWriter {
  /// - Parameter viewer: The record name of the user who receives the answer.
  mutating func answerItem(_ item: AnswerItem, _ numbersAsStrings: Bool, _ viewer: UserRecordName?)
  {
    beginObject()
    answerBody(item, numbersAsStrings, viewer)
    endObject()
  }

  /// Writes the members of the item's object, or those of the answer if the item is the whole
  /// answer.
  mutating func answerBody(_ item: AnswerItem, _ numbersAsStrings: Bool, _ viewer: UserRecordName?)
  {
    switch item {
    case .record(let record, let desiredKeys):
      recordBody(
        record,
        RecordStyle(
          desiredKeys: desiredKeys, viewer: viewer, numbersAsStrings: numbersAsStrings))
    case .deletedRecord(let id, let recordType):
      member("recordName", id.recordName)
      if let recordType { member("recordType", recordType) }
      zoneID("zoneID", id.zoneID)
      member("deleted", true)
    case .zone(let zone): zoneBody(zone)
    case .deletedZone(let zoneID):
      self.zoneID("zoneID", zoneID)
      member("deleted", true)
    case .zoneChange(let change): zoneChangeBody(change)
    case .subscription(let subscription): subscriptionBody(subscription)
    case .deletedSubscription(let id):
      // The name is returned (LIVE); the rest is as in other deletions.
      member("subscriptionID", id)
      member("deleted", true)
    case .shareMetadata(let metadata): metadataBody(metadata, viewer)
    case .participant(let participant): withKeyWriter { $0.members(of: participant) }
    case .upload, .uploadAddress, .file: fileBody(item)
    case .user, .discoveredUser, .caller, .currentUser: personBody(item)
    case .userRecordName(let name): member("userRecordName", name)
    case .accountStatus(let status): member("accountStatus", status.rawValue)
    case .pushToken(let token):
      member("apnsEnvironment", token.environment.rawValue)
      member("apnsToken", token.token)
      member("webcourierURL", token.webcourierURL)
    case .nothing: return
    }
  }

  private mutating func zoneBody(_ zone: ZoneDescription) {
    zoneID("zoneID", zone.zoneID)
    key("capabilities")
    array(zone.capabilities) { $0.string($1.rawValue) }
    member("atomic", zone.isAtomic)
    let scope = zone.encryptionScope
    if scope != .perRecord { member("encryptionScope", scope.rawValue) }
    if let token = zone.syncToken { member("syncToken", token) }
  }

  private mutating func zoneChangeBody(_ change: DatabaseChanges.Change) {
    switch change {
    case .saved(let zone):
      zoneBody(zone)
      member("deleted", false)
    case .deleted(let zoneID, let reason):
      self.zoneID("zoneID", zoneID)
      member("deleted", true)
      member("deletionReason", reason.rawValue)
    }
  }

  private mutating func fileBody(_ item: AnswerItem) {
    switch item {
    case .upload(let uploaded):
      member("recordName", uploaded.recordName)
      member("fieldName", uploaded.fieldName)
      receiptBody(uploaded)
    case .uploadAddress(let uploaded):
      member("recordName", uploaded.recordName)
      member("fieldName", uploaded.fieldName)
      member("url", uploaded.url)
    case .file(let file):
      member("recordName", file.recordName)
      member("fieldName", file.fieldName)
      member("size", file.asset.size)
      member("fileChecksum", file.asset.fileChecksum)
      key("data")
      base64(file.asset.data)
    default: return
    }
  }

  private mutating func personBody(_ item: AnswerItem) {
    switch item {
    case .user(let user):
      userBody(user)
      if let address = user.emailAddress { member("emailAddress", address) }
    case .discoveredUser(let found):
      withKeyWriter { $0.members(of: UserIdentity(found.user, foundBy: found.lookupInfo)) }
    case .caller(let user):
      // Apple documents `{users: [identity]}`, clients read a single identity; the answer has both
      // (DISAGREE).
      let identity = UserIdentity(user)
      withKeyWriter { $0.members(of: identity) }
      key("users")
      array([identity]) { $0.request($1) }
    case .currentUser(let user): userBody(user)
    default: return
    }
  }

  /// Writes the ID of the item that an error refers to.
  mutating func itemID(_ item: ItemID) {
    switch item {
    case .record(let name, let zoneID):
      if let name { member("recordName", name) }
      self.zoneID("zoneID", zoneID)
    case .zone(let zoneID): self.zoneID("zoneID", zoneID)
    case .link(let value):
      key("shortGUID")
      beginObject()
      member("value", value)
      endObject()
    case .lookupInfo(let info): lookupInfo(info)
    case .subscription(let id): if let id { member("subscriptionID", id) }
    case .asset(let name, let fieldName):
      if let name { member("recordName", name) }
      member("fieldName", fieldName)
    case .user(let info): withKeyWriter { $0.members(of: info) }
    }
  }

  private mutating func lookupInfo(_ info: Share.LookupInfo) {
    guard info != Share.LookupInfo() else { return }
    key("lookupInfo")
    request(info)
  }
}
