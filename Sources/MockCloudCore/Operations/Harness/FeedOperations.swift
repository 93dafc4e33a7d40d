/// `mock/tokens/expire`: every sync token that was given out so far is expired.
public struct ExpireTokens: HarnessOperation {
  public static let name = "mock/tokens/expire"

  /// Whose tokens; nil means the database's and those of all its zones.
  public var zoneID: ZoneID?

  public init(_ zoneID: ZoneID? = nil) { self.zoneID = zoneID }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    if context.scope == .shared, let user = context.userRecordName {
      return try expireShared(of: user, in: &state.world, as: context)
    }
    let key = try context.databaseWithFeeds(Self.name)
    let name = try zoneID.map { (zoneID) throws(Misuse) in
      try context.customZone(zoneID, of: state.world.database(key), state.world)
    }
    state.world.withDatabase(key) { $0.expireTokens(ofZone: name?.zoneName) }
  }

  /// What others share with a user has tokens of its own.
  private func expireShared(
    of user: String, in world: inout World, as context: CallContext
  ) throws(Misuse) {
    let wanted = zoneID.map { context.resolved($0, in: world) }
    let zones = world.zones(as: context).filter { wanted == nil || $0.zone.zoneID == wanted }
    if let wanted, zones.isEmpty {
      throw Misuse.unknown(
        "zoneID", wanted.zoneName, known: world.zones(as: context).map(\.zone.zoneID.zoneName))
    }
    for (visible, key) in zones {
      world.withZone(visible.zoneID, in: key) { $0.expireTokens(of: user) }
    }
    guard wanted == nil else { return }
    let key = DatabaseKey(
      container: context.container, environment: context.environment, owner: user)
    world.withSharedFeed(key) { $0.expireTokens() }
  }
}

/// `mock/zones/purge`: the user throws the zone away in the system's settings.
public struct PurgeZone: HarnessOperation {
  public static let name = "mock/zones/purge"

  public var zoneID: ZoneID

  public init(_ zoneID: ZoneID) { self.zoneID = zoneID }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    let key = try context.databaseWithFeeds(Self.name)
    let zoneID = try context.customZone(zoneID, of: state.world.database(key), state.world)
    state.world.lose(zoneID, in: key, because: .purged, by: context)
  }
}

/// `mock/zones/resetEncryptedData`: the user loses the keys of their encrypted data, and with them
/// the zone if it holds any.
public struct ResetEncryptedData: HarnessOperation {
  public static let name = "mock/zones/resetEncryptedData"

  public var zoneID: ZoneID

  public init(_ zoneID: ZoneID) { self.zoneID = zoneID }

  /// The zones that are lost.
  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [ZoneID] {
    let key = try context.databaseWithFeeds(Self.name)
    let database = state.world.database(key)
    let zoneID = try context.customZone(zoneID, of: database, state.world)
    guard database.zones[zoneID.zoneName]?.holdsEncryptedData ?? false else { return [] }
    state.world.lose(zoneID, in: key, because: .encryptedDataReset, by: context)
    return [zoneID]
  }
}

extension World {
  /// Loses a zone through what its owner did in the settings, which all devices are told.
  fileprivate mutating func lose(
    _ zoneID: ZoneID, in key: DatabaseKey, because reason: ZoneDeletionReason,
    by context: CallContext
  ) {
    var settings = context
    settings.deviceName = ""
    let deletion = ZoneChange.deletion(of: zoneID, in: key, self)
    let seen = removeZone(zoneID, in: key, because: reason)
    publish([deletion] + seen.map { ZoneChange(seen: $0, settings) }, by: settings)
  }
}

extension Zone {
  /// Whether any record has an encrypted field.
  var holdsEncryptedData: Bool {
    records.contains { $0.value.record.fields.contains(where: \.isEncrypted) }
  }
}

extension CallContext {
  fileprivate func databaseWithFeeds(_ operation: String) throws(Misuse) -> DatabaseKey {
    let key = try storedDatabase(operation)
    guard key.owner != nil else {
      throw Misuse.badMockRequest(
        "\(operation): the public database has no custom zones and no sync tokens",
        key: "database", expected: "private")
    }
    return key
  }

  /// The custom zone that a request of the harness means.
  fileprivate func customZone(
    _ requested: ZoneID, of database: Database, _ world: borrowing World
  ) throws(Misuse) -> ZoneID {
    let zoneID = resolved(requested, in: world)
    let known = database.zones.map(\.key).filter { $0 != ZoneID.defaultZoneName }
    guard !zoneID.isDefault else {
      throw Misuse.badMockRequest(
        "the default zone has no sync tokens and is never lost", key: "zoneID",
        expected: "a custom zone")
    }
    guard zoneID.ownerName.hasBytes(of: database.ownerName),
      database.zones[zoneID.zoneName] != nil
    else {
      throw Misuse.unknown("zoneID", zoneID.zoneName, known: known)
    }
    return zoneID
  }
}
