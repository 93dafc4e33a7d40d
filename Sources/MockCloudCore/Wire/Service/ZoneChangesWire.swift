extension FetchZoneChanges.Item: SpecializedRequest {
  init() { self.init(ZoneID(zoneName: "", ownerName: "")) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("zoneID", &zoneID)
    try keys.key("syncToken", &syncToken)
    try options.keys(&keys)
  }
}

extension FetchZoneChanges: WireOperation, SpecializedRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("zones", &items)
    try options.keys(&keys)
  }
}

extension FetchRecordChanges: WireOperation, SpecializedRequest {
  init() { self.init(ZoneID(zoneName: "", ownerName: "")) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("zoneID", &zoneID)
    try keys.key("syncToken", &syncToken)
    try options.keys(&keys, narrowing: false)
  }
}

extension ZoneChanges.Options {
  /// The options for all zones and for each of them.
  fileprivate mutating func keys<Keys: RequestKeys & ~Copyable>(
    _ keys: inout Keys
  ) throws(Keys.Failure) {
    try self.keys(&keys, narrowing: true)
  }

  /// - Parameter narrowing: Whether record types may be selected.
  fileprivate mutating func keys<Keys: RequestKeys & ~Copyable>(
    _ keys: inout Keys, narrowing: Bool
  ) throws(Keys.Failure) {
    try keys.key("resultsLimit", &resultsLimit)
    try keys.key("desiredKeys", &desiredKeys)
    if narrowing { try keys.key("desiredRecordTypes", &desiredRecordTypes) }
    try keys.key("reverse", &reverse)
    try keys.answerStyle()
  }
}
