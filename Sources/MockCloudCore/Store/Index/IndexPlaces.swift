/// The place of a share, ordered by its link and then by container, environment, owner, zone and
/// name.
struct LinkPlace: OrderedKey {
  let shortGUID: ShortGUID
  let database: DatabaseKey
  let zoneName: ZoneName
  let shareName: RecordName

  var zoneID: ZoneID {
    ZoneID(zoneName: zoneName, ownerName: database.owner ?? OwnerAlias.publicOwner)
  }

  var rank: UInt64 { shortGUID.rank }
  static var isOrderedByRankAlone: Bool { false }

  static func compare(_ left: Self, _ right: Self) -> Int {
    let links = ExactText.compare(left.shortGUID, right.shortGUID)
    if links != 0 { return links }
    let databases = left.database.compareInContainer(right.database)
    if databases != 0 { return databases }
    let zones = ExactText.compare(left.zoneName, right.zoneName)
    return zones != 0 ? zones : ExactText.compare(left.shareName, right.shareName)
  }

  static func isSame(_ place: Self, _ shortGUID: ShortGUID, _ schema: World.SchemaKey) -> Bool {
    place.shortGUID == shortGUID && place.database.isIn(schema)
  }
}

/// A zone of another user that a user sees, ordered by user and then by container, environment,
/// owner and name.
struct ViewPlace: OrderedKey {
  let user: UserRecordName
  let database: DatabaseKey
  let zoneName: ZoneName

  var rank: UInt64 { user.rank }
  static var isOrderedByRankAlone: Bool { false }

  static func compare(_ left: Self, _ right: Self) -> Int {
    let users = ExactText.compare(left.user, right.user)
    if users != 0 { return users }
    let databases = left.database.compareInContainer(right.database)
    return databases != 0 ? databases : ExactText.compare(left.zoneName, right.zoneName)
  }

  static func isSame(_ place: Self, _ user: UserRecordName, _ schema: World.SchemaKey) -> Bool {
    place.user == user && place.database.isIn(schema)
  }
}

extension DatabaseKey {
  fileprivate func isIn(_ schema: World.SchemaKey) -> Bool {
    container == schema.container && environment == schema.environment
  }

  /// Orders databases of one container consecutively: by container, environment, owner.
  fileprivate func compareInContainer(_ other: Self) -> Int {
    let containers = ExactText.compare(container, other.container)
    if containers != 0 { return containers }
    let environments = Environment.compare(environment, other.environment)
    return environments != 0 ? environments : Self.compare(self, other)
  }
}
