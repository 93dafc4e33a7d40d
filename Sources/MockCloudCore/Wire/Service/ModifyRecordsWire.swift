extension ModifyRecords.Kind: RequestChoice {}
extension ModifyRecords.SavePolicy: RequestChoice {}

extension ModifyRecords.Item: SpecializedRequest {
  init() { self.init(.save, RecordDraft()) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("operationType", &kind)
    try keys.required("record", &record)
    try keys.key("savePolicy", &savePolicy)
    try keys.key("desiredKeys", &desiredKeys)
  }
}

extension ModifyRecords: WireOperation, SpecializedRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("operations", &items)
    try keys.key("zoneID", &zoneID)
    try keys.key("atomic", &atomic)
    try keys.key("savePolicy", &savePolicy, or: .ifServerRecordUnchanged)
    try keys.key("desiredKeys", &desiredKeys)
    try keys.answerStyle()
    try keys.key("clientChangeToken", &clientChangeToken)
  }
}
