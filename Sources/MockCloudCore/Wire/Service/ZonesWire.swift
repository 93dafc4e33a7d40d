extension ListZones: WireOperation, KeylessRequest {}

extension LookupZones: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("zones", &zoneIDs, as: ListOf<ZoneOrID>.self)
  }
}

extension ModifyZones.Kind: RequestChoice {}

extension ModifyZones.Item: WireRequest {
  init() { self.init(.create, ZoneID(zoneName: "", ownerName: "")) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("operationType", &kind)
    try keys.required("zone", &zoneID, as: ZoneDictionary.self)
  }
}

extension ModifyZones: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("operations", &items)
  }
}

/// A zone dictionary; keys that answers add to the zone ID are accepted.
enum ZoneDictionary: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> ZoneID {
    try Members.read(node, key, &reader).zoneID
  }

  static func write(_ value: ZoneID, to writer: inout KeyWriter) {
    Members.write(Members(zoneID: value), to: &writer)
  }

  private struct Members: WireRequest {
    var zoneID = ZoneID(zoneName: "", ownerName: "")

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("zoneID", &zoneID)
      keys.passed("capabilities")
      keys.passed("atomic")
      keys.passed("syncToken")
    }
  }
}

/// A zone dictionary or, as in Apple's lists of zones, only the zone ID.
enum ZoneOrID: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> ZoneID {
    node.kind == .object && node.member("zoneID") != nil
      ? try ZoneDictionary.read(node, key, &reader) : try ZoneID.read(node, key, &reader)
  }

  static func write(_ value: ZoneID, to writer: inout KeyWriter) {
    ZoneID.write(value, to: &writer)
  }
}
