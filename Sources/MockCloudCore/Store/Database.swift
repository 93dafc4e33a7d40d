/// Names a database that stores something. The shared database stores nothing: it is a view.
struct DatabaseKey: Hashable, Comparable, Sendable {
  let container: ExactText
  let environment: Environment
  /// The user whose private database it is; nil means the public database.
  let owner: String?

  static func < (left: Self, right: Self) -> Bool {
    if left.container != right.container { return left.container < right.container }
    if left.environment != right.environment {
      return left.environment.rawValue < right.environment.rawValue
    }
    return (left.owner ?? "") < (right.owner ?? "")
  }
}

/// A public database or one user's private database.
struct Database: Sendable {
  let key: DatabaseKey
  /// By zone name; all belong to the same owner.
  var zones = OrderedMap<String, Zone>()
  /// Counts the zones ever made here, so that every life of a zone has its own number.
  var lastIncarnation: UInt64 = 0

  init(key: DatabaseKey) {
    self.key = key
    let zoneID = ZoneID(zoneName: ZoneID.defaultZoneName, ownerName: ownerName)
    _ = zones.updateValue(Zone(zoneID: zoneID, incarnation: 0), forKey: zoneID.zoneName)
  }

  var isPublic: Bool { key.owner == nil }

  /// The owner of this database's zones. The public database belongs to nobody; samples of real
  /// payloads name `_defaultOwner` there (LIVE).
  var ownerName: String { key.owner ?? Database.publicOwnerName }

  static let publicOwnerName = "_defaultOwner"

  /// Whether nothing has ever been stored here.
  var isPristine: Bool {
    lastIncarnation == 0 && zones.count == 1 && zones.first?.value.feed.position == 0
  }

  /// Makes a new, empty zone under that name.
  mutating func createZone(named name: String) {
    if lastIncarnation < .max { lastIncarnation += 1 }
    let zoneID = ZoneID(zoneName: name, ownerName: ownerName)
    _ = zones.updateValue(Zone(zoneID: zoneID, incarnation: lastIncarnation), forKey: name)
  }

}

/// What a zone offers beyond holding records.
public enum ZoneCapability: String, Sendable, CaseIterable {
  case fetchChanges
  case atomic
  case sharing
  case zoneWideSharing

  /// What a zone can do (DOC: CKRecordZone.Capabilities): the default zone and the public database
  /// nothing, a custom zone everything.
  static func capabilities(of zoneID: ZoneID, in database: DatabaseKey) -> [ZoneCapability] {
    database.owner == nil || zoneID.isDefault ? [] : allCases
  }
}
