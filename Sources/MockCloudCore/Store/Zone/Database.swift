/// Identifies a stored database, by the bytes of its names. The shared database is not stored: it
/// is a view.
struct DatabaseKey: Hashable, Comparable, OrderedKey {
  var container: ContainerIdentifier
  var environment: Environment
  /// The user whose private database it is; nil means the public database.
  var owner: UserRecordName?

  /// The environment is left out: hashing its name would take longer than comparing it.
  func hash(into hasher: inout Hasher) {
    hasher.combine(container)
    hasher.combine(owner)
  }

  var rank: UInt64 { owner?.rank ?? 0 }
  static var isOrderedByRankAlone: Bool { false }

  /// The order in maps. The owner is compared first because it differs between most databases;
  /// public databases come first. State documents have the order of `<`.
  static func compare(_ left: Self, _ right: Self) -> Int {
    let owners =
      switch (left.owner, right.owner) {
      case (let left?, let right?): ExactText.compare(left, right)
      case (nil, nil): 0
      case (nil, _): -1
      case (_, nil): 1
      }
    if owners != 0 { return owners }
    let containers = ExactText.compare(left.container, right.container)
    return containers != 0 ? containers : Environment.compare(left.environment, right.environment)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.owner == right.owner && left.container == right.container
      && left.environment == right.environment
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.container, left.environment.rawValue, (left.owner ?? ""))
      < (right.container, right.environment.rawValue, (right.owner ?? ""))
  }
}

/// A public database or one user's private database.
struct Database: Sendable {
  let key: DatabaseKey
  /// The zones by name; all have the same owner.
  private(set) var zones = OrderedMap<ZoneName, Zone>()
  /// The custom zones in the order of their latest changes.
  private(set) var feed = ZoneFeed()
  /// Zones that were lost in a way that errors mention, until they are deleted or created again.
  private(set) var lost = RareMap<ZoneName, ZoneDeletionReason>()
  /// The number of zones ever created here, so that every incarnation of a zone has its own number.
  private(set) var lastIncarnation: UInt64 = 0
  /// The highest number of a change in any deleted zone. New zones continue from it, so that a new
  /// zone of the same name does not reuse the tags of a deleted one.
  private(set) var lastSequence: UInt64 = 0
  /// Distinguishes the contents of this database from equal contents of another; 0 as long as
  /// nothing was stored.
  private(set) var digestFactor: UInt64 = 0
  /// The sum of the hashes of zones and lost zones.
  private(set) var itemSum: UInt64 = 0
  /// Changes that are not yet in the indexes of the world. Empty while the database is stored in
  /// its world.
  private var news = DatabaseNews()

  init(key: DatabaseKey) {
    self.key = key
    let zoneID = ZoneID(zoneName: ZoneID.defaultZoneName, ownerName: ownerName)
    _ = zones.updateValue(Zone(zoneID: zoneID, incarnation: 0), forKey: zoneID.zoneName)
  }

  /// Creates a database from a saved one.
  init(
    key: DatabaseKey, zones: [Zone], feed: ZoneFeed,
    lost: RareMap<ZoneName, ZoneDeletionReason>, lastIncarnation: UInt64,
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
  var ownerName: UserRecordName { key.owner ?? OwnerAlias.publicOwner }

  /// Whether nothing has ever been stored here, and no tokens have expired.
  var isPristine: Bool {
    lastIncarnation == 0 && feed.isPristine && zones.count == 1
      && zones.first?.value.feed.isPristine == true
  }

  /// Returns the database with only these zones and changes, for a document.
  func showing(_ zones: OrderedMap<ZoneName, Zone>, _ feed: ZoneFeed) -> Database {
    var shown = self
    shown.zones = zones
    shown.feed = feed
    return shown
  }

  // MARK: Changes

  /// Lends the database to `body` for changes in a world with the given epoch, and returns the
  /// changes for the indexes of the world in `news`.
  mutating func lend<Result, Failure: Error>(
    in epoch: UInt64, _ news: inout DatabaseNews,
    _ body: (inout Database) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    enter(epoch)
    if digestFactor == 0 { digestFactor = key.digestFactor(.database) }
    // `body` may replace the database by another.
    let factor = digestFactor
    let before = digest
    defer {
      news = self.news
      news.digest = (digest &- before) &* factor
      self.news = DatabaseNews()
    }
    return try body(&self)
  }

  /// Assigns future changes to the world of the given epoch.
  mutating func enter(_ epoch: UInt64) { feed.enter(epoch) }

  /// Adds a zone, or replaces the one with the same name.
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

  /// Creates an empty zone with the given name.
  mutating func createZone(named name: ZoneName, _ encryptionScope: EncryptionScope = .perRecord) {
    if lastIncarnation < .mostCounted { lastIncarnation += 1 }
    let zoneID = ZoneID(zoneName: name, ownerName: ownerName)
    var zone = Zone(
      zoneID: zoneID, incarnation: lastIncarnation, encryptionScope: encryptionScope,
      feed: RecordFeed(position: lastSequence))
    zone.enter(feed.epoch)
    place(zone)
    setLost(nil, zoneNamed: name)
    feed.note(saved: zoneID)
    news.changes.note(.created(zoneID))
  }

  /// Deletes a zone with its records, or clears the reason why it was lost.
  mutating func removeZone(named name: ZoneName, because reason: ZoneDeletionReason) {
    setLost(nil, zoneNamed: name)
    let zone = zones.removeValue(forKey: name)
    news.changes.note(
      .deleted(
        ZoneID(zoneName: name, ownerName: ownerName), reason,
        viewers: zone?.views.map(\.key) ?? []))
    guard let zone else { return }
    lastSequence = max(lastSequence, zone.feed.position, zone.lastTag)
    news.leave(zone)
    itemSum &-= zone.digest
    if reason != .deleted { setLost(reason, zoneNamed: name) }
    feed.note(deleted: zone.zoneID, reason)
  }

  /// Stores the reason why a zone was lost; nil removes it.
  private mutating func setLost(_ reason: ZoneDeletionReason?, zoneNamed name: ZoneName) {
    if let former = lost.removeValue(forKey: name) {
      itemSum &-= Self.digest(ofLostZone: name, former)
    }
    guard let reason else { return }
    lost.updateValue(reason, forKey: name)
    itemSum &+= Self.digest(ofLostZone: name, reason)
  }

  /// Lends a zone for changes; a change of its records is a change of the zone.
  ///
  /// - Parameter changesRecords: Whether `body` may change records. The former zone is then kept, so
  ///   that the changes of participants' views can be found.
  @discardableResult
  mutating func withZone<Result, Failure: Error>(
    _ name: ZoneName, changesRecords: Bool = true, _ body: (inout Zone) throws(Failure) -> Result
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
      let isBase = changesRecords && zone.isShared && !news.changes.hasBase(of: name)
      let base = isBase ? zone : nil
      defer {
        news.follow(&zone, from: bytes, base)
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

  /// Notes that tokens of the database, or of its zones, were issued.
  mutating func noteTokens() { feed.noteTokens() }

  /// Expires the tokens of one zone, or those of the database and of all its zones.
  ///
  /// - Parameter again: As for `ChangeFeed.expireTokens`.
  mutating func expireTokens(ofZone name: ZoneName? = nil, again: Bool = false) {
    let epoch = feed.epoch
    if name == nil { feed.expireTokens(again: again) }
    for name in name.map({ [$0] }) ?? zones.map(\.key) {
      let growth = zones.modify(name) { zone in
        zone.enter(epoch)
        let before = zone.digest
        zone.expireTokens(again: again)
        return zone.digest &- before
      }
      itemSum &+= growth ?? 0
    }
  }
}

/// The capabilities of a zone.
public enum ZoneCapability: String, Sendable, CaseIterable {
  case fetchChanges
  case atomic
  case sharing
  case zoneWideSharing

  /// Returns the capabilities of a zone (DOC: CKRecordZone.Capabilities): none for the default zone
  /// and in the public database, all for a custom zone. One with a key of its own can only be shared as
  /// a whole (DOC: CKRecordZone.EncryptionScope).
  static func capabilities(of zone: Zone, in database: DatabaseKey) -> [ZoneCapability] {
    if database.owner == nil || zone.zoneID.isDefault { return [] }
    return allCases.filter { $0 != .sharing || zone.encryptionScope == .perRecord }
  }
}
