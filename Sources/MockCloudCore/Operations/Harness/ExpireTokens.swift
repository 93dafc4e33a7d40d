/// `mock/tokens/expire`: expires all sync tokens that were issued so far. Nothing changes if they have
/// expired and none of the database was issued since, or if the user has received none of it at all.
public struct ExpireTokens: HarnessOperation {
  public static let name = "mock/tokens/expire"

  /// The zone of the tokens; nil means those of the database and of all its zones.
  public var zoneID: ZoneID?

  public init(_ zoneID: ZoneID? = nil) { self.zoneID = zoneID }

  /// Returns whether tokens may have expired.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Bool {
    try context.requireContainer(in: state.world)
    if let key = context.sharedFeedKey, let user = context.userRecordName {
      return try expireShared(key, of: user, in: &state.world, as: context)
    }
    let key = try context.databaseWithFeeds(Self.name)
    let name = try zoneID.map { (zoneID) throws(Misuse) in
      try context.customZone(zoneID, of: state.world.database(key), state.world)
    }
    guard let again = state.world.beginExpiry(of: name, context) else { return false }
    state.world.withDatabase(key) { $0.expireTokens(ofZone: name?.zoneName, again: again) }
    return true
  }

  /// The zones that others share with a user have tokens of their own.
  private func expireShared(
    _ key: DatabaseKey, of user: UserRecordName, in world: inout World, as context: CallContext
  ) throws(Misuse) -> Bool {
    let wanted = zoneID.map { context.resolved($0, in: world) }
    let zones = world.zones(as: context).filter { wanted == nil || $0.zone.zoneID == wanted }
    if let wanted, zones.isEmpty {
      throw Misuse.unknown(
        "zoneID", wanted.zoneName.text,
        known: world.zones(as: context).map(\.zone.zoneID.zoneName.text))
    }
    guard let again = world.beginExpiry(of: wanted, context) else { return false }
    for (visible, place) in zones {
      world.withZone(visible.zoneID, in: place, changesRecords: false) {
        $0.expireTokens(of: user, again: again)
      }
    }
    if wanted == nil { world.withSharedFeed(key) { $0.expireTokens(again: again) } }
    return true
  }
}
