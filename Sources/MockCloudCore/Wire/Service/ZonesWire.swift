extension ListZones: WireOperation, KeylessRequest {}

extension LookupZones: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("zones", &zoneIDs, as: ListOf<ZoneOrID>.self)
  }
}

extension ModifyZones.Kind: RequestChoice {}
extension EncryptionScope: RequestChoice {}

extension ModifyZones.Item: WireRequest {
  init() { self.init(.create, ZoneID(zoneName: "", ownerName: "")) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("operationType", &kind)
    var zone = ZoneDictionary(zoneID: zoneID, encryptionScope: encryptionScope)
    try keys.required("zone", &zone)
    (zoneID, encryptionScope) = (zone.zoneID, zone.encryptionScope)
  }
}

extension ModifyZones: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("operations", &items)
  }
}

/// A zone dictionary; keys that answers add to the zone ID are accepted.
struct ZoneDictionary: WireRequest {
  var zoneID = ZoneID(zoneName: "", ownerName: "")
  var encryptionScope: EncryptionScope?

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("zoneID", &zoneID)
    try keys.key("encryptionScope", &encryptionScope)
    keys.passed("capabilities")
    keys.passed("atomic")
    keys.passed("syncToken")
  }
}

/// A zone dictionary or, as in Apple's lists of zones, only the zone ID.
enum ZoneOrID: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> ZoneID {
    node.kind == .object && node.member("zoneID") != nil
      ? try ZoneDictionary.read(node, key, &reader).zoneID : try ZoneID.read(node, key, &reader)
  }

  static func write(_ value: ZoneID, to writer: inout KeyWriter) {
    ZoneID.write(value, to: &writer)
  }
}
