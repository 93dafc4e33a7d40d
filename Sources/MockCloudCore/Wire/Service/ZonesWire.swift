extension ListZones: WireOperation, KeylessRequest {}

extension LookupZones: WireOperation {
  static let keys: [StaticString] = ["zones"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    let zones = try request.onlyValue("zones")
    self.init(
      try zones.list("zones") { (node) throws(RequestError) in
        guard let zoneID = try Self.zoneID(node) else { throw RequestError.missing("zoneName") }
        return zoneID
      })
  }

  /// Apple lists bare zone IDs; `{zoneID}`, as in the answers, is understood as well.
  private static func zoneID(_ node: JSONNode) throws(RequestError) -> ZoneID? {
    guard let nested = node.member("zoneID") else { return try node.zoneID("") }
    for (key, _) in node.members {
      guard case "zoneID" = key else { throw key.unknown(among: ["zoneID"]) }
    }
    return try nested.zoneID("zoneID")
  }
}

extension ModifyZones: WireOperation {
  static let keys: [StaticString] = ["operations"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    let operations = try request.onlyValue("operations")
    self.init(
      try operations.list("operations") { (node) throws(RequestError) in try Self.item(node) })
  }

  private static func item(_ node: JSONNode) throws(RequestError) -> Item {
    try node.requireObject("operations")
    var kind: Kind?
    var zoneID: ZoneID?
    for (key, value) in node.members {
      switch key {
      case "operationType": kind = try value.choice("operationType", Kind.self)
      case "zone":
        do throws(RequestError) {
          zoneID = try value.zoneDictionary("zone")
        } catch {
          throw error.inside("zone")
        }
      default: throw key.unknown(among: ["operationType", "zone"])
      }
    }
    guard let kind else { throw RequestError.missing("operationType") }
    guard let zoneID else { throw RequestError.missing("zone") }
    return Item(kind, zoneID)
  }
}

extension JSONNode {
  /// A zone dictionary; what answers add to the zone ID may be handed back.
  func zoneDictionary(_ name: StaticString) throws(RequestError) -> ZoneID {
    try requireObject(name)
    var zoneID: ZoneID?
    for (key, value) in members {
      switch key {
      case "zoneID": zoneID = try value.zoneID("zoneID")
      case "capabilities", "atomic", "syncToken": continue
      default: throw key.unknown(among: ["zoneID"])
      }
    }
    guard let zoneID else { throw RequestError.missing("zoneID") }
    return zoneID
  }
}
