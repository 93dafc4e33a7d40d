extension SeedWorld: WireHarnessOperation, WireRequest {
  static let contextKeys = ContextKeys.all

  init() { self.init(users: []) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try own.contents(&keys)
    try keys.list("subscriptions", &subscriptions, as: NewSubscription.self)
    try keys.list("users", &users)
    try keys.list("databases", &batches)
    try keys.key("since", &since)
  }

  func write(_ answer: Counts, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("zones", answer.zones)
    writer.json.member("records", answer.records)
    writer.json.member("subscriptions", answer.subscriptions)
    writer.json.member("users", answer.users)
    writer.json.endObject()
  }
}

extension SeedWorld.Batch: WireRequest {
  init() { self.init(zones: []) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("database", &scope)
    try keys.key("user", &user)
    try contents(&keys)
  }

  /// The keys that are also allowed outside of `databases`.
  fileprivate mutating func contents<Keys: RequestKeys & ~Copyable>(
    _ keys: inout Keys
  ) throws(Keys.Failure) {
    try keys.list("zones", &zones, as: ZoneOrID.self)
    try keys.list("records", &records)
  }
}

extension SeedWorld.SeedRecord: SpecializedRequest {
  init() { self.init(RecordDraft()) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try draft.keys(&keys)
    try keys.key("created", &created, or: SeedWorld.PartialStamp())
    try keys.key("modified", &modified, or: SeedWorld.PartialStamp())
  }
}

extension SeedWorld.PartialStamp: WireRequest {
  init() { self.init(timestamp: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("timestamp", &timestamp)
    try keys.key("userRecordName", &userRecordName)
    try keys.key("deviceID", &deviceID)
  }
}
