/// Names a database that stores something, by the bytes of its names. The shared database stores
/// nothing: it is a view.
struct DatabaseKey: Hashable, Comparable, OrderedKey {
  let container: ExactText
  let environment: Environment
  /// The user whose private database it is; nil means the public database.
  let owner: String?

  /// The environment is left out: hashing its name would cost more than comparing it.
  func hash(into hasher: inout Hasher) {
    hasher.combine(container)
    hasher.combine(owner)
  }

  var rank: UInt64 { owner?.rank ?? 0 }
  static var isOrderedByRankAlone: Bool { false }

  /// The order of maps, in which the owner comes first because most databases differ in it; public
  /// databases come before all. Documents are in the order of `<`.
  static func compare(_ left: Self, _ right: Self) -> Int {
    let owners =
      switch (left.owner, right.owner) {
      case (let left?, let right?): String.compare(left, right)
      case (nil, nil): 0
      case (nil, _): -1
      case (_, nil): 1
      }
    if owners != 0 { return owners }
    let containers = String.compare(left.container.text, right.container.text)
    return containers != 0 ? containers : Environment.compare(left.environment, right.environment)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.owner.hasBytes(of: right.owner) && left.container == right.container
      && left.environment == right.environment
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.container, left.environment.rawValue, ExactText(left.owner ?? ""))
      < (right.container, right.environment.rawValue, ExactText(right.owner ?? ""))
  }
}

/// A public database or one user's private database.
struct Database: Sendable {
  let key: DatabaseKey
  /// By zone name; all belong to the same owner.
  private(set) var zones = OrderedMap<String, Zone>()
  /// The custom zones in the order in which anything in them changed.
  private(set) var feed = ZoneFeed()
  /// Zones that are gone in a way that errors name, until they are deleted or created again.
  private(set) var lost = OrderedMap<String, ZoneDeletionReason>()
  /// Counts the zones ever made here, so that every life of a zone has its own number.
  private(set) var lastIncarnation: UInt64 = 0
  /// The highest number of a change in any zone that is gone. A zone that is made goes on from it, so
  /// that no tag of a deleted zone is used again in a new zone of the same name.
  private(set) var lastSequence: UInt64 = 0
  /// Distinguishes what this database stores from the same in another; 0 as long as nothing was stored.
  private(set) var digestFactor: UInt64 = 0
  /// The sum of what zones and lost zones are hashed to.
  private(set) var itemSum: UInt64 = 0
  /// Changes that the indexes of the world do not have yet. Empty while the database lies in its world.
  private var news = DatabaseNews()

  init(key: DatabaseKey) {
    self.key = key
    let zoneID = ZoneID(zoneName: ZoneID.defaultZoneName, ownerName: ownerName)
    _ = zones.updateValue(Zone(zoneID: zoneID, incarnation: 0), forKey: zoneID.zoneName)
  }

  /// A database as it was saved.
  init(
    key: DatabaseKey, zones: [Zone], feed: ZoneFeed,
    lost: OrderedMap<String, ZoneDeletionReason>, lastIncarnation: UInt64,
    lastSequence: UInt64 = 0
  ) {
    self.init(key: key)
    for zone in zones { place(zone) }
    self.feed = feed
    for (name, reason) in lost { setLost(reason, zoneNamed: name) }
    self.lastIncarnation = lastIncarnation
    self.lastSequence = lastSequence
  }

  var isPublic: Bool { key.owner == nil }

  /// The owner of this database's zones.
  var ownerName: String { key.owner ?? OwnerAlias.publicOwner }

  /// Whether nothing has ever been stored here.
  var isPristine: Bool {
    lastIncarnation == 0 && feed.generation == 0 && zones.count == 1
      && zones.first?.value.feed.position == 0
  }

  // MARK: Changing

  /// Lends the database to `body` for changing in a world of that epoch, and hands over what the
  /// indexes of the world need.
  mutating func lend<Result, Failure: Error>(
    in epoch: UInt64, _ news: inout DatabaseNews,
    _ body: (inout Database) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    enter(epoch)
    if digestFactor == 0 { digestFactor = key.digestFactor(.database) }
    // `body` may put another database in the place of this one.
    let factor = digestFactor
    let before = digest
    defer {
      news = self.news
      news.digest = (digest &- before) &* factor
      self.news = DatabaseNews()
    }
    return try body(&self)
  }

  /// Has changes from here on belong to the world of that epoch.
  mutating func enter(_ epoch: UInt64) { feed.enter(epoch) }

  /// Puts a zone in the place of the one of its name.
  private mutating func place(_ zone: Zone) {
    var zone = zone
    zone.forgetNews()
    news.enter(zone)
    itemSum &+= zone.digest
    if let former = zones.updateValue(zone, forKey: zone.zoneID.zoneName) {
      news.leave(former)
      itemSum &-= former.digest
    }
  }

  /// Makes a new, empty zone under that name.
  mutating func createZone(named name: String) {
    if lastIncarnation < .max { lastIncarnation += 1 }
    let zoneID = ZoneID(zoneName: name, ownerName: ownerName)
    var zone = Zone(
      zoneID: zoneID, incarnation: lastIncarnation, feed: RecordFeed(position: lastSequence))
    zone.enter(feed.epoch)
    place(zone)
    setLost(nil, zoneNamed: name)
    feed.note(saved: zoneID)
  }

  /// Deletes a zone with all that it holds, or forgets that it was lost.
  mutating func removeZone(named name: String, because reason: ZoneDeletionReason) {
    setLost(nil, zoneNamed: name)
    guard let zone = zones.removeValue(forKey: name) else { return }
    lastSequence = max(lastSequence, zone.feed.position)
    news.leave(zone)
    itemSum &-= zone.digest
    if reason != .deleted { setLost(reason, zoneNamed: name) }
    feed.note(deleted: zone.zoneID, reason)
  }

  /// Notes why a zone is gone; nil forgets it.
  private mutating func setLost(_ reason: ZoneDeletionReason?, zoneNamed name: String) {
    if let former = lost.removeValue(forKey: name) {
      itemSum &-= Self.digest(ofLostZone: name, former)
    }
    guard let reason else { return }
    lost.updateValue(reason, forKey: name)
    itemSum &+= Self.digest(ofLostZone: name, reason)
  }

  /// Lends a zone for changing; a change of its records is a change of the zone.
  @discardableResult
  mutating func withZone<Result, Failure: Error>(
    _ name: String, _ body: (inout Zone) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    var hasChanged = false
    let epoch = feed.epoch
    var news = news
    var growth: UInt64 = 0
    self.news = DatabaseNews()
    defer {
      self.news = news
      itemSum &+= growth
    }
    let result = try zones.modify(name) { (zone) throws(Failure) in
      zone.enter(epoch)
      let before = zone.feed.position
      let bytes = zone.bytes
      let digest = zone.digest
      defer {
        news.follow(&zone, from: bytes)
        growth = zone.digest &- digest
      }
      let result = try body(&zone)
      hasChanged = zone.feed.position != before
      return result
    }
    if hasChanged, !isPublic, name != ZoneID.defaultZoneName {
      feed.note(saved: ZoneID(zoneName: name, ownerName: ownerName))
    }
    return result
  }

  /// Makes the tokens of one zone expire, or those of the database and of all its zones.
  mutating func expireTokens(ofZone name: String? = nil) {
    if name == nil { feed.expireTokens() }
    for name in name.map({ [$0] }) ?? zones.map(\.key) {
      let growth = zones.modify(name) { zone in
        let before = zone.digest
        zone.expireTokens()
        return zone.digest &- before
      }
      itemSum &+= growth ?? 0
    }
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
