extension LookupRecords.Item: SpecializedRequest {
  init() { self.init("") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("recordName", &recordName)
    try keys.key("zoneID", &zoneID)
    try keys.key("desiredKeys", &desiredKeys)
  }
}

extension LookupRecords: WireOperation, SpecializedRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("records", &items)
    try keys.key("zoneID", &zoneID)
    try keys.key("desiredKeys", &desiredKeys)
    try keys.answerStyle()
  }
}
