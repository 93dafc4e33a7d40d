extension DiscoverUsers: WireOperation, WireRequest {
  init() { self.init(nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("lookupInfos", &lookupInfos)
  }
}

extension LookupUsersByEmail: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("users", &addresses, as: ListOf<Name>.self)
  }

  private enum Name: OnlyTextKey {
    static var key: StaticString { "emailAddress" }
  }
}

extension LookupUsersByRecordName: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("users", &recordNames, as: ListOf<Name>.self)
  }

  private enum Name: OnlyTextKey {
    static var key: StaticString { "userRecordName" }
  }
}

extension LookupContacts: WireOperation, KeylessRequest {}
