/// `mock/zones/purge`: deletes a zone as a user does in the system's settings.
public struct PurgeZone: HarnessOperation {
  public static let name = "mock/zones/purge"

  public var zoneID: ZoneID

  public init(_ zoneID: ZoneID) { self.zoneID = zoneID }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    let key = try context.databaseWithFeeds(Self.name)
    let zoneID = try context.customZone(zoneID, of: state.world.database(key), state.world)
    state.world.withDatabase(key) { $0.removeZone(named: zoneID.zoneName, because: .purged) }
  }
}
