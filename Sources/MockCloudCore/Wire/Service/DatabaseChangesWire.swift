extension FetchDatabaseChanges: WireOperation, WireRequest {
  init() { self.init(syncToken: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("syncToken", &syncToken)
    try keys.key("resultsLimit", &resultsLimit)
  }
}

extension FetchChangedZones: WireOperation, WireRequest {
  init() { self.init(metaSyncToken: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("metaSyncToken", &metaSyncToken)
    try keys.key("resultsLimit", &resultsLimit)
  }
}
